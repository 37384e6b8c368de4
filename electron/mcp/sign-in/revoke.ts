import { selectClientAuthMethod } from '@modelcontextprotocol/client';
import { parseUrl } from '../../../shared/url.ts';
import type { SignInGrant, SignInProtocol } from '../../engine/ports/credentials.ts';
import type { ServerConfig } from '../../engine/ports/servers.ts';
import { isObject } from '../recorder.ts';
import { clientIn, endpointsOf } from './grant.ts';
import { guardedFetch, type GuardBounds } from './guarded-fetch.ts';

/**
 * RFC 7009: the refresh token first, with which the others end where the server follows the RFC's
 * advice, then the access token.
 */
export async function revokeGrant(
  config: ServerConfig,
  grant: SignInGrant,
  bounds: GuardBounds,
): ReturnType<SignInProtocol['revoke']> {
  const { metadata } = endpointsOf(grant);
  const published: unknown = metadata;
  const endpoint = isObject(published) ? published['revocation_endpoint'] : undefined;
  const server = config.type === 'stdio' ? null : parseUrl(config.url);
  if (grant.tokens === null || server === null || typeof endpoint !== 'string')
    return 'not-offered';
  const fetchFn = guardedFetch(server, bounds);
  const client = clientIn(grant);
  const method = selectClientAuthMethod(
    client,
    metadata?.token_endpoint_auth_methods_supported ?? [],
  );
  const { access_token: access, refresh_token: refresh } = grant.tokens;
  const tokens = [
    ...(refresh === undefined ? [] : [['refresh_token', refresh] as const]),
    ['access_token', access] as const,
  ];
  try {
    for (const [kind, token] of tokens) {
      const body = new URLSearchParams({ token, token_type_hint: kind });
      const headers: Record<string, string> = {};
      const { client_id: id, client_secret: secret } = client;
      if (method === 'client_secret_basic' && secret !== undefined)
        headers['authorization'] = `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`;
      else body.set('client_id', id);
      if (method === 'client_secret_post' && secret !== undefined)
        body.set('client_secret', secret);
      const answer = await fetchFn(endpoint, { method: 'POST', headers, body });
      if (!answer.ok) return 'failed';
    }
    return 'revoked';
  } catch {
    return 'failed';
  }
}
