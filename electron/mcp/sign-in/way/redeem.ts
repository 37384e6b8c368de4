import { exchangeAuthorization, OAuthError, OAuthErrorCode } from '@modelcontextprotocol/client';
import type { SignInProblem } from '../../../../shared/model/sign-in.ts';
import { err, ok, type Result } from '../../../../shared/result.ts';
import type { SignInGrant } from '../../../engine/ports/credentials.ts';
import { resourceOf } from '../discovery.ts';
import { grantOf } from '../grant.ts';
import { guardedFetch } from '../guarded-fetch.ts';
import { cancelled, problem, problemOf } from '../problem.ts';
import { revokeGrant } from '../revoke.ts';
import type { AuthorizationRequest } from './authorization-request.ts';
import type { BeginParts } from './parts.ts';

/**
 * Makes a code into what is kept; `signal` is the person's, who may not want it any more, and
 * `isWanted` says whether its server is still there.
 */
export async function redeem(
  parts: BeginParts,
  server: URL,
  asked: AuthorizationRequest,
  answer: { readonly code: string; readonly iss: string | undefined },
  signal: AbortSignal,
  isWanted: () => Promise<boolean>,
): Promise<Result<SignInGrant, SignInProblem>> {
  const { found, client, issuer, scope, indicator } = asked;
  const resource = resourceOf(server.href);
  try {
    const tokens = await exchangeAuthorization(found.authorizationServer, {
      ...(found.metadata === null ? {} : { metadata: found.metadata }),
      clientInformation: client.information,
      authorizationCode: answer.code,
      ...(answer.iss === undefined ? {} : { iss: answer.iss }),
      codeVerifier: asked.verifier,
      redirectUri: asked.redirect,
      ...(indicator === null ? {} : { resource: indicator }),
      fetchFn: guardedFetch(server, parts.bounds, signal),
    });
    const endpoints = { ...found, indicator };
    const grant = grantOf(
      { resource, issuer, client: client.information, endpoints, scope },
      tokens,
      parts.now(),
    );
    if (signal.aborted) {
      await revokeGrant({ type: 'http', url: server.href, headers: {} }, grant, parts.bounds);
      return err(cancelled);
    }
    const kept = await keep(parts, grant, isWanted);
    if (kept === null) return ok(grant);
    // Nobody would know of these tokens any more.
    await revokeGrant({ type: 'http', url: server.href, headers: {} }, grant, parts.bounds);
    return err(kept);
  } catch (error) {
    if (client.how === 'kept' && isForgotten(error)) await forget(parts, resource, issuer);
    if (signal.aborted) return err(cancelled);
    return err(problemOf(error));
  }
}

/**
 * Alone: a renewal of what was kept before, in whatever process, would end up in its place. Gives why
 * it could not be kept.
 */
async function keep(
  { credentials }: BeginParts,
  grant: SignInGrant,
  isWanted: () => Promise<boolean>,
): Promise<SignInProblem | null> {
  const kept = await credentials.exclusively(grant.resource, async () => {
    if (!(await isWanted())) return 'unwanted';
    return (await credentials.put(grant)).ok ? 'kept' : 'not-kept';
  });
  if (kept.ok && kept.value === 'kept') return null;
  return kept.ok && kept.value === 'unwanted'
    ? problem('no-server', 'The server was removed in the meantime, so the sign-in wasn’t saved.')
    : problem(
        'not-kept',
        'The sign-in worked but couldn’t be saved. Run `skillgate doctor` to see why.',
      );
}

const isForgotten = (error: unknown): boolean =>
  error instanceof OAuthError &&
  (error.code === OAuthErrorCode.InvalidClient || error.code === OAuthErrorCode.UnauthorizedClient);

/**
 * Drops the redirects of a registration that the authorization server has forgotten, so that the
 * next sign-in registers again. The rest of the grant stays.
 */
async function forget({ credentials }: BeginParts, resource: string, issuer: string) {
  await credentials.exclusively(resource, async () => {
    const kept = await credentials.grants(resource);
    const grant = kept.ok ? kept.value.find((one) => one.issuer === issuer) : undefined;
    if (grant === undefined) return;
    const { redirect_uris: _, ...client } = grant.client;
    await credentials.put({ ...grant, client });
  });
}
