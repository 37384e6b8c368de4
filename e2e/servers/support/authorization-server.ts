import { generateKeyPairSync } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import Provider, { type Configuration, type InteractionResults } from 'oidc-provider';

/** Scopes of what is protected, as everybody may learn them. */
export const resourceScopes = ['skills:read', 'skills:write'] as const;

export interface AuthorizationServer {
  readonly issuer: string;
  readonly provider: Provider;
  /** How often each of its addresses was asked, by path. */
  readonly asked: Map<string, number>;
  /** Every code, verifier and token so far: what nobody else may ever get to see. */
  readonly secrets: Set<string>;
  /** Nothing that was given so far is good any more. */
  revoke(): Promise<void>;
  /** While held, answers about tokens wait to be sent; what they say is in force at once. */
  hold(isHeld: boolean): void;
}

/**
 * An authorization server as others run it: oidc-provider with registration, PKCE, resource
 * indicators, rotated refresh tokens, revocation and `iss`. `asks` shows a page with two buttons;
 * else everybody who comes is Ada and says yes.
 */
export async function authorizationServer(options: {
  readonly asks: boolean;
  /** Seconds that an access token lasts. */
  readonly tokenSeconds: number;
}): Promise<AuthorizationServer> {
  const asked = new Map<string, number>();
  const server = createServer();
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const provider = quietly(() => new Provider(issuer, configuration(options.tokenSeconds)));
  const secrets = new Set<string>();
  const grants = new Set<string>();
  provider.on('grant.success', ({ oidc, body }) => {
    const given: Readonly<Record<string, unknown>> = { ...oidc.params, ...(body as object) };
    for (const name of ['code', 'code_verifier', 'access_token', 'refresh_token'])
      if (typeof given[name] === 'string') secrets.add(given[name]);
    const grant = oidc.entities.Grant?.jti;
    if (grant !== undefined) grants.add(grant);
    const before = oidc.params?.['refresh_token'];
    if (typeof before === 'string') secrets.add(before);
  });
  let isHeld = false;
  const held: (() => void)[] = [];
  const callback = provider.callback();
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    const { pathname } = new URL(request.url ?? '/', issuer);
    asked.set(pathname, (asked.get(pathname) ?? 0) + 1);
    if (pathname === '/token' && isHeld) held.push(later(response));
    if (pathname.startsWith('/interaction/')) void interact(provider, request, response, options);
    else void callback(request, response);
  });
  const revoke = async (): Promise<void> => {
    for (const grant of grants) {
      await provider.AccessToken.revokeByGrantId(grant);
      await provider.RefreshToken.revokeByGrantId(grant);
    }
  };
  const hold = (wanted: boolean): void => {
    isHeld = wanted;
    if (!wanted) for (const release of held.splice(0)) release();
  };
  return { issuer, provider, asked, secrets, revoke, hold };
}

/** Holds the end of an answer until what this returns is called. */
function later(response: ServerResponse): () => void {
  const end = response.end.bind(response) as (...given: unknown[]) => ServerResponse;
  let isReleased = false;
  let finish: (() => ServerResponse) | null = null;
  response.end = ((...given: unknown[]) => {
    finish = () => end(...given);
    return isReleased ? finish() : response;
  }) as ServerResponse['end'];
  return () => {
    isReleased = true;
    finish?.();
  };
}

/** It warns of what is meant here: no store, and a Node that is older than those it promises. */
function quietly<T>(make: () => T): T {
  const { warn } = console;
  console.warn = () => {};
  try {
    return make();
  } finally {
    console.warn = warn;
  }
}

function configuration(tokenSeconds: number): Configuration {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2_048 });
  return {
    jwks: { keys: [{ ...privateKey.export({ format: 'jwk' }), alg: 'RS256', use: 'sig' }] },
    cookies: { keys: ['of one test'] },
    scopes: ['openid', 'offline_access', ...resourceScopes],
    findAccount: (_, id) => ({ accountId: id, claims: () => ({ sub: id }) }),
    interactions: { url: (_, { uid }) => `/interaction/${uid}` },
    issueRefreshToken: () => true,
    rotateRefreshToken: true,
    pkce: { required: () => true },
    features: {
      devInteractions: { enabled: false },
      registration: { enabled: true },
      revocation: { enabled: true },
      resourceIndicators: {
        enabled: true,
        defaultResource: () => [],
        useGrantedResource: () => true,
        getResourceServerInfo: (_, resource) => ({
          scope: resourceScopes.join(' '),
          audience: resource,
          accessTokenTTL: tokenSeconds,
          accessTokenFormat: 'opaque',
        }),
      },
    },
  };
}

async function interact(
  provider: Provider,
  request: IncomingMessage,
  response: ServerResponse,
  { asks }: { readonly asks: boolean },
): Promise<void> {
  const { prompt, params, session, grantId } = await provider.interactionDetails(request, response);
  const finish = (result: InteractionResults): Promise<void> =>
    provider.interactionFinished(request, response, result, { mergeWithLastSubmission: true });
  const answer = new URL(request.url ?? '/', 'http://here').searchParams.get('answer');
  if (asks && prompt.name === 'login' && answer === null) return page(request, response);
  if (answer === 'no') return finish({ error: 'access_denied', error_description: 'No, thanks.' });
  if (prompt.name === 'login') return finish({ login: { accountId: 'ada' } });
  const known = grantId === undefined ? undefined : await provider.Grant.find(grantId);
  const grant =
    known ??
    new provider.Grant({
      accountId: session?.accountId ?? 'ada',
      clientId: String(params['client_id']),
    });
  grant.addOIDCScope(`openid ${String(params['scope'] ?? '')}`);
  if (typeof params['resource'] === 'string')
    grant.addResourceScope(params['resource'], String(params['scope'] ?? ''));
  return finish({ consent: { grantId: await grant.save() } });
}

function page({ url = '' }: IncomingMessage, response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' });
  response.end(`<!doctype html><html lang="en"><title>Sign in</title><h1>Sign in</h1>
<p><a href="${url}?answer=yes">Sign in as Ada</a> <a href="${url}?answer=no">Decline</a></p></html>`);
}
