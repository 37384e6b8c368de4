import type { SignInAccount } from '../../../shared/model/sign-in.ts';
import { readScopes } from '../../core/oauth-text.ts';
import { visible } from '../../core/text.ts';
import { nothingWanted, type CatalogueServer, type SignInState } from '../catalogue/server.ts';
import type { ServerContext } from '../contexts.ts';
import type { SignInGrant, GrantProtection } from '../ports/credentials.ts';
import type { LeftSignIn } from '../../../shared/model/plain.ts';

/** The last moment that a `Date` has (ECMAScript, time values and time range). */
const lastDate = 8.64e15;

/** What may be said of a grant; null where it has ended. */
export const accountOf = (
  { issuer, tokens, expiresAt }: SignInGrant,
  protection: GrantProtection,
): SignInAccount | null =>
  tokens === null
    ? null
    : {
        issuer: visible(issuer, 300),
        ...scopesIn(tokens.scope),
        expiresAt: expiresAt !== null && expiresAt <= lastDate ? expiresAt : null,
        renewable: tokens.refresh_token !== undefined,
        protection,
      };

function scopesIn(scope: string | undefined): Pick<SignInAccount, 'scopes' | 'unshown'> {
  const { shown, unshown } = readScopes(scope);
  return { scopes: [...shown], unshown };
}

/** The address that something is kept for; null where nobody signs in. */
export function resourceOf({
  configured: { config },
}: {
  readonly configured: Pick<CatalogueServer['configured'], 'config'>;
}): string | null {
  if (!config.ok || (config.value.type !== 'http' && config.value.type !== 'sse')) return null;
  try {
    const url = new URL(config.value.url);
    url.hash = '';
    return url.href;
  } catch {
    return null;
  }
}

/**
 * Looks at what is kept and shows it on the server. Gives when the person signed in (milliseconds
 * since the epoch; 0 where that is not kept); null when nobody is signed in.
 */
export async function lookAtAccount(
  { catalogue, credentials }: ServerContext,
  server: CatalogueServer,
): Promise<number | null> {
  const resource = resourceOf(server);
  if (resource === null) return null;
  const kept = await credentials.grants(resource);
  const grant = kept.ok ? kept.value.find(({ tokens }) => tokens !== null) : undefined;
  const next: Pick<SignInState, 'account' | 'wanted'> =
    grant === undefined
      ? { account: null, wanted: nothingWanted }
      : {
          account: accountOf(grant, await credentials.protection()),
          wanted: readScopes(grant.wanted),
        };
  const { account, wanted } = server.signIn;
  if (JSON.stringify({ account, wanted }) !== JSON.stringify(next))
    catalogue.change(server, { signIn: { ...server.signIn, ...next } });
  return grant === undefined ? null : (grant.signedInAt ?? 0);
}

/**
 * Forgets the sign-in of a server that has just been taken from the list, unless another one there
 * has the same address. A session's list is not kept, and what is kept is not its own: it forgets
 * nothing.
 */
export async function forgetSignIn(
  { credentials, servers }: ServerContext,
  server: CatalogueServer,
): Promise<LeftSignIn> {
  const resource = resourceOf(server);
  if (resource === null || server.configured.source === 'session') return 'none';
  // A renewal that is under way ends first: it would bring the sign-in back.
  const done = await credentials.exclusively(resource, async (): Promise<LeftSignIn> => {
    const kept = await credentials.grants(resource);
    if (!kept.ok) return 'unchanged';
    if (kept.value.length === 0) return 'none';
    const left = await servers.list();
    if (left.some((one) => resourceOf({ configured: one }) === resource)) return 'shared';
    const dropped = await credentials.drop(resource, null);
    if (!dropped.ok) return 'unchanged';
    return kept.value.some(({ tokens }) => tokens !== null) ? 'forgotten' : 'none';
  });
  return done.ok ? done.value : 'unchanged';
}
