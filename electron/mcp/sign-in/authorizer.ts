import type { SignInOffer } from '../../../shared/model/sign-in.ts';
import { parseUrl } from '../../../shared/url.ts';
import { readScopes } from '../../core/oauth-text.ts';
import { visible } from '../../core/text.ts';
import type { CredentialStore, SignInProtocol } from '../../engine/ports/credentials.ts';
import type { ServerConfig } from '../../engine/ports/servers.ts';
import { beginSignIn } from './way/begin.ts';
import {
  authorizationMetadata,
  resourceMetadata,
  resourceOf,
  type AuthChallenge,
} from './discovery.ts';
import { guardBounds, guardedFetch, type GuardBounds } from './guarded-fetch.ts';
import { addressShown } from './answer.ts';
import { redirectPorts } from './receiver.ts';
import { revokeGrant, tokenSource, type TokenSource } from './tokens.ts';

export interface AuthorizerOptions {
  readonly credentials: CredentialStore;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** Smaller ones, for tests. */
  readonly bounds?: Partial<GuardBounds>;
  readonly ports?: readonly number[];
  readonly patienceMs?: number;
}

/** What connections know of signing in, and the protocol of it. */
export interface RequestAuthorizer extends SignInProtocol {
  /**
   * Makes those of one connection; null where a header of the configuration speaks for the person.
   * `secrets` grows by what must not be shown.
   */
  tokensOf(config: ServerConfig, secrets: string[]): (() => TokenSource) | null;
  /** What a server that refused asks for; null where it says nothing of signing in. */
  offer(config: ServerConfig, signal: AbortSignal): Promise<SignInOffer | null>;
}

const patienceMs = 15 * 60_000;
const mostIssuers = 10;

export function createAuthorizer(options: AuthorizerOptions): RequestAuthorizer {
  const { credentials, now } = options;
  const bounds = { ...guardBounds, ...options.bounds };
  const challenges = new Map<string, AuthChallenge>();
  const left = new Set<string>();
  const parts = {
    ...{ credentials, bounds, now },
    ports: options.ports ?? redirectPorts,
    patienceMs: options.patienceMs ?? patienceMs,
    challenge: (resource: string) => challenges.get(resource) ?? null,
    hasLeft: (resource: string) => left.has(resource),
  };
  return {
    begin: (request, signal) => beginSignIn(parts, request, signal),
    revoke: (config, grant) => {
      left.add(grant.resource);
      return revokeGrant(config, grant, bounds);
    },
    tokensOf(config, secrets) {
      const server = addressIn(config);
      if (server === null || hasOwnWord(config)) return null;
      const resource = resourceOf(server.href);
      const note = (challenge: AuthChallenge): void => void challenges.set(resource, challenge);
      return () => tokenSource({ ...parts, server, resource, note, secrets });
    },
    async offer(config, signal) {
      const server = addressIn(config);
      if (server === null || hasOwnWord(config)) return null;
      const resource = resourceOf(server.href);
      const challenge = challenges.get(resource) ?? null;
      const published = await publishedBy(server, challenge, bounds, signal);
      if (published === null) return null;
      const kept = await credentials.grants(resource);
      const grants = kept.ok ? kept.value : [];
      const live = grants.find(({ tokens }) => tokens !== null);
      const asked = challenge?.scope ?? published.scopes.join(' ');
      const has = readScopes(live?.tokens?.scope);
      const { shown, unshown } = readScopes(`${has.shown.join(' ')} ${asked}`);
      const more = shown.filter((scope) => !has.shown.includes(scope));
      const before = grants.length > 0 ? 'ended' : 'first';
      return {
        why: live === undefined ? before : more.length + unshown > 0 ? 'more-scopes' : 'not-taken',
        issuers: published.issuers
          .slice(0, mostIssuers)
          .map((issuer) => visible(issuer, addressShown)),
        scopes: [...shown],
        unshown: unshown + has.unshown,
        more: live === undefined ? [] : more,
      };
    },
  };
}

function addressIn(config: ServerConfig): URL | null {
  if (config.type !== 'http' && config.type !== 'sse') return null;
  const url = parseUrl(config.url);
  return url?.protocol === 'http:' || url?.protocol === 'https:' ? url : null;
}

const hasOwnWord = (config: ServerConfig): boolean =>
  config.type !== 'stdio' &&
  Object.keys(config.headers).some((name) => name.toLowerCase() === 'authorization');

/**
 * What the server's own origin says, and nothing else is asked: nobody has asked to sign in yet.
 */
async function publishedBy(
  server: URL,
  challenge: AuthChallenge | null,
  bounds: GuardBounds,
  signal: AbortSignal,
): Promise<{ readonly issuers: readonly string[]; readonly scopes: readonly string[] } | null> {
  const fetchFn = guardedFetch(server, bounds, signal);
  try {
    const resource = await resourceMetadata(server, challenge, fetchFn);
    if (resource !== null)
      return {
        issuers: resource.metadata.authorization_servers ?? [new URL('/', server).href],
        scopes: resource.metadata.scopes_supported ?? [],
      };
    const metadata = await authorizationMetadata(new URL('/', server).href, fetchFn);
    return metadata === null ? null : { issuers: [metadata.issuer], scopes: [] };
  } catch {
    return null;
  }
}
