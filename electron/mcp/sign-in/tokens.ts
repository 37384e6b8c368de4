import {
  OAuthError,
  OAuthErrorCode,
  refreshAuthorization,
  UnauthorizedError,
  type AuthProvider,
  selectClientAuthMethod,
} from '@modelcontextprotocol/client';
import type {
  CredentialStore,
  SignInGrant,
  SignInProtocol,
} from '../../engine/ports/credentials.ts';
import { challengeOf, type AuthChallenge } from './discovery.ts';
import { clientIn, endpointsOf, endsSoon, grantOf } from './grant.ts';
import { guardedFetch, type GuardBounds } from './guarded-fetch.ts';
import { SignInStop } from './answer.ts';
import { parseUrl } from '../../../shared/url.ts';
import type { ServerConfig } from '../../engine/ports/servers.ts';
import { isObject } from '../recorder.ts';

interface TokenParts {
  readonly server: URL;
  readonly resource: string;
  readonly credentials: CredentialStore;
  readonly bounds: GuardBounds;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** What the server said with a refusal. */
  readonly note: (challenge: AuthChallenge) => void;
  /** Grows by every token: what a server repeats of one is masked wherever it is shown. */
  readonly secrets: string[];
}

/** The tokens of one connection. */
export interface TokenSource extends AuthProvider {
  onUnauthorized(context: { readonly response: Response }): Promise<void>;
  /** The server says that the token has too few scopes: kept for the next sign-in. */
  lacks(scope: string | undefined): Promise<void>;
  /** Whether a token was sent. */
  readonly isSignedIn: boolean;
  /** Why the last one could not be renewed, for people; null where that is not so. */
  readonly trouble: string | null;
  close(): void;
}

/**
 * Milliseconds between two renewals of what ends soon, whoever makes them, and after one that
 * failed: an authorization server can give tokens that end at once.
 */
const pauseMs = 10_000;
/** The same for what the server refuses: it can refuse every token. */
const refusedMs = 2_000;

/** Texts of tokens that are masked in what is shown, the newest: each costs a search. */
const mostMasked = 8;

/**
 * Gives the kept token to every request and renews it without asking: shortly before it ends, and
 * once when the server refuses it. Never opens a browser and never asks for more.
 */
export function tokenSource(parts: TokenParts): TokenSource {
  const { credentials, resource, secrets, now, note } = parts;
  let cached: Promise<SignInGrant | null> | null = null;
  let sent: string | null = null;
  let renewing: Promise<SignInGrant | null> | null = null;
  let failedAt: number | null = null;
  let trouble: string | null = null;
  /** Renewed, not kept: the old one is spent, so this run goes on with it while that stays. */
  let unkept: Unkept | null = null;
  const mask = maskingOf(secrets);
  const orUnkept = (kept: SignInGrant | null): SignInGrant | null =>
    unkept !== null && kept?.tokens?.access_token === unkept.instead ? unkept.grant : kept;
  const current = async (): Promise<SignInGrant | null> =>
    orUnkept(await (cached ??= newest(credentials, resource)));
  const renewed = (than: string): Promise<SignInGrant | null> =>
    (renewing ??= renew(parts, than, orUnkept)
      .then(
        (done) => {
          unkept = done.unkept;
          trouble = null;
          return done.grant;
        },
        (error: unknown) => {
          failedAt = now();
          trouble = error instanceof NotRenewed ? error.message : unasked;
          throw error;
        },
      )
      .finally(() => {
        renewing = null;
        cached = null;
      }));
  // A time to come is of a clock that was put back, and says nothing.
  const isSince = (at: number | null | undefined, ms: number): boolean =>
    at !== null && at !== undefined && at <= now() && now() - at < ms;
  const rests = ({ givenAt }: SignInGrant): boolean =>
    isSince(failedAt, pauseMs) || isSince(givenAt, pauseMs);
  const isNew = ({ givenAt, signedInAt }: SignInGrant): boolean =>
    givenAt !== signedInAt && isSince(givenAt, refusedMs);

  return {
    get isSignedIn() {
      return sent !== null;
    },
    get trouble() {
      return trouble;
    },
    async token() {
      let grant = await current();
      if (grant?.tokens == null) return undefined;
      const { tokens } = grant;
      if (endsSoon(grant, now()) && tokens.refresh_token !== undefined && !rests(grant)) {
        // Nobody to renew it with just now: the old one may still be good.
        const next = await renewed(tokens.access_token).catch(() => grant);
        grant = next;
      }
      const token = grant?.tokens?.access_token;
      if (token === undefined) return undefined;
      sent = token;
      mask(grant);
      return token;
    },
    async onUnauthorized({ response }) {
      note(challengeOf(response));
      if (sent === null) throw new UnauthorizedError('not signed in');
      const held = await current();
      // The refusal is of the one before, or the next would be refused, too: it is tried once more.
      if (held?.tokens?.access_token === sent && isNew(held)) return;
      const grant = await renewed(sent);
      if (grant?.tokens == null) throw new UnauthorizedError('the sign-in has ended');
    },
    async lacks(scope) {
      if (scope !== undefined) await keepWanted(parts, scope);
    },
    close: credentials.onChange(() => {
      cached = null;
    }),
  };
}

/** Has the newest tokens of grants among `secrets`. */
function maskingOf(secrets: string[]): (grant: SignInGrant | null) => void {
  const masking: string[] = [];
  return (grant) => {
    for (const secret of secretsIn(grant)) {
      if (secrets.includes(secret)) continue;
      secrets.push(secret);
      masking.push(secret);
    }
    for (const old of masking.splice(0, Math.max(0, masking.length - mostMasked)))
      secrets.splice(secrets.indexOf(old), 1);
  };
}

/** Keeps the scopes to ask for at the next sign-in. */
async function keepWanted({ credentials, resource }: TokenParts, scope: string): Promise<void> {
  // Alone, or a renewal on its way would be undone: its refresh token is good for one use.
  await credentials.exclusively(resource, async () => {
    const grant = await newest(credentials, resource);
    if (grant !== null && grant.wanted !== scope)
      await credentials.put({ ...grant, wanted: scope });
  });
}

/** The one that is in use: the newest with tokens. */
async function newest(credentials: CredentialStore, resource: string): Promise<SignInGrant | null> {
  const kept = await credentials.grants(resource);
  return kept.ok ? (kept.value.find(({ tokens }) => tokens !== null) ?? null) : null;
}

const secretsIn = (grant: SignInGrant | null): string[] => {
  const secret = grant?.client['client_secret'];
  return [
    grant?.tokens?.access_token,
    grant?.tokens?.refresh_token,
    typeof secret === 'string' ? secret : undefined,
  ].filter((text) => text !== undefined);
};

/** A grant that is not there for the next run, nor for other processes. */
interface Unkept {
  readonly grant: SignInGrant | null;
  /** Whose place it takes: the access token of what is kept, as long as nobody changes that. */
  readonly instead: string;
}

interface Renewed {
  readonly grant: SignInGrant | null;
  readonly unkept: Unkept | null;
}

/** Nothing was asked and nothing is spent; the message is for people. */
class NotRenewed extends Error {}

const unasked =
  'The sign-in needs to be renewed, but the authorization server can’t be reached. ' +
  'Try again, or sign in again.';
const unwritten =
  'The sign-in needs to be renewed, but it can’t be saved now. Run `skillgate doctor` to see why.';
const busy =
  'The sign-in needs to be renewed, and another Skillgate is still doing that. ' +
  'Quit that one, or try again.';

/**
 * A grant with another token than `than`: of whoever renewed it meanwhile, in this process or
 * another, or by asking. Null when the authorization server refuses, which ends the sign-in. Throws
 * when it cannot be asked, and before it is asked where the answer could not be kept: a refresh
 * token is often good for one use. Neither ends anything.
 */
async function renew(
  parts: TokenParts,
  than: string,
  orUnkept: (kept: SignInGrant | null) => SignInGrant | null,
): Promise<Renewed> {
  const { credentials, resource, server, bounds, now } = parts;
  const done = await credentials.exclusively(resource, async (): Promise<Renewed> => {
    // Read again under the lock: a token that another process spent ends the whole sign-in.
    const kept = await newest(credentials, resource);
    const grant = kept?.tokens?.access_token === than ? kept : orUnkept(kept);
    let instead = kept?.tokens?.access_token ?? '';
    const unkept = grant === kept ? null : { grant, instead };
    if (grant?.tokens == null || grant.tokens.access_token !== than) return { grant, unkept };
    const keep = async (next: SignInGrant, shown: SignInGrant | null): Promise<Renewed> => {
      const put = await credentials.put(next);
      return { grant: shown, unkept: put.ok ? null : { grant: shown, instead } };
    };
    const ended = (): Promise<Renewed> => keep({ ...grant, tokens: null, expiresAt: null }, null);
    const { refresh_token: refreshToken, scope } = grant.tokens;
    if (refreshToken === undefined) return ended();
    // As large as what would be kept: where there is no room for it nothing is spent.
    if (!(await credentials.put(grant)).ok) throw new NotRenewed(unwritten);
    instead = than;
    const endpoints = endpointsOf(grant);
    try {
      const tokens = await refreshAuthorization(endpoints.authorizationServer, {
        ...(endpoints.metadata === null ? {} : { metadata: endpoints.metadata }),
        clientInformation: clientIn(grant),
        refreshToken,
        ...(endpoints.indicator === null ? {} : { resource: endpoints.indicator }),
        fetchFn: guardedFetch(server, bounds),
      });
      const signedInAt = grant.signedInAt ?? 0;
      const about = { ...grant, client: clientIn(grant), endpoints, scope, signedInAt };
      const next = { ...grantOf(about, tokens, now()), ...wantedOf(grant) };
      return await keep(next, next);
    } catch (error) {
      // Anything but the server's own no, or a token that nobody can use, may be over in a minute.
      const isNo = error instanceof OAuthError && error.code !== OAuthErrorCode.ServerError;
      if (isNo || (error instanceof SignInStop && error.problem.reason === 'unusable'))
        return await ended();
      throw error;
    }
  });
  if (done.ok) return done.value;
  throw new NotRenewed(done.error === 'busy' ? busy : unwritten);
}

const wantedOf = ({ wanted }: SignInGrant): Pick<SignInGrant, 'wanted'> =>
  wanted === undefined ? {} : { wanted };

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
