import type {
  AuthorizationServerMetadata,
  OAuthClientInformationMixed,
  OAuthTokens,
} from '@modelcontextprotocol/client';
import type { SignInGrant } from '../../engine/ports/credentials.ts';
import { isObject } from '../recorder.ts';
import { SignInStop } from './answer.ts';

/** What later requests to the authorization server need; kept with the grant. */
export interface GrantEndpoints {
  readonly authorizationServer: string;
  readonly metadata: AuthorizationServerMetadata | null;
  /** The resource indicator as it was asked for; null where none was. */
  readonly indicator: string | null;
}

/** Of all that a server publishes only what is used again. */
const used: ReadonlySet<string> = new Set([
  'issuer',
  'authorization_endpoint',
  'token_endpoint',
  'revocation_endpoint',
  'response_types_supported',
  'token_endpoint_auth_methods_supported',
]);

/** Milliseconds: a token is renewed so long before it ends, at most. */
const earliest = 30_000;
/** Seconds; whoever says more has said nothing. */
const longest = 10 * 365 * 24 * 3_600;
/** Characters of one token, of a scope, and of everything that is kept of one grant. */
const mostToken = 16 * 1024;
const mostScope = 8 * 1024;
const mostGrant = 64 * 1024;

/** What a header can carry, and is not more than any header may be. */
const isToken = (token: unknown): token is string =>
  typeof token === 'string' && token.length <= mostToken && /^[\x21-\x7e]+$/.test(token);

/** Of a registration only what is used again: the rest is as long as its author likes. */
const usedOfClient: ReadonlySet<string> = new Set([
  'client_id',
  'client_secret',
  'client_secret_expires_at',
  'redirect_uris',
  'token_endpoint_auth_method',
  'scope',
]);

const only = (value: object, names: ReadonlySet<string>): Readonly<Record<string, unknown>> =>
  Object.fromEntries(Object.entries(value).filter(([key]) => names.has(key)));

/**
 * What is kept of a token answer. Every part of it is the authorization server's choice.
 * @throws SignInStop for an answer that no request could use, or that is too large to be kept.
 */
export function grantOf(
  about: {
    readonly resource: string;
    readonly issuer: string;
    readonly client: OAuthClientInformationMixed;
    readonly endpoints: GrantEndpoints;
    /** What was asked for, which is what is given where the answer does not say. */
    readonly scope: string | undefined;
    /** Left out: a person has signed in just now. */
    readonly signedInAt?: number;
  },
  tokens: OAuthTokens,
  now: number,
): SignInGrant {
  const { resource, issuer, client, endpoints, signedInAt } = about;
  const { metadata, authorizationServer, indicator } = endpoints;
  const scope = tokens.scope ?? about.scope;
  const { access_token: access, refresh_token: refresh, expires_in: seconds } = tokens;
  if (
    tokens.token_type.toLowerCase() !== 'bearer' ||
    !isToken(access) ||
    (refresh !== undefined && !isToken(refresh)) ||
    (scope ?? '').length > mostScope
  )
    throw new SignInStop('unusable', 'Skillgate can’t use this kind of token.');
  const lives = seconds !== undefined && seconds > 0 && seconds <= longest;
  const grant: SignInGrant = {
    resource,
    issuer,
    client: only(client, usedOfClient),
    tokens: {
      access_token: access,
      ...(refresh === undefined ? {} : { refresh_token: refresh }),
      ...(scope === undefined ? {} : { scope }),
    },
    expiresAt: lives ? now + seconds * 1_000 : null,
    givenAt: now,
    signedInAt: signedInAt ?? now,
    discovery: {
      authorizationServer,
      indicator,
      metadata: metadata === null ? null : only(metadata, used),
    },
  };
  if (JSON.stringify(grant).length > mostGrant)
    throw new SignInStop('unusable', 'The response is too large to store.');
  return grant;
}

/** Whether it is so near its end that it is renewed first. */
export function endsSoon({ expiresAt, givenAt }: SignInGrant, now: number): boolean {
  if (expiresAt === null) return false;
  const early = Math.max(0, Math.min(earliest, (expiresAt - (givenAt ?? 0)) / 10));
  return expiresAt - early <= now;
}

/** Reads back what `grantOf` kept. */
export function endpointsOf({ issuer, discovery = {} }: SignInGrant): GrantEndpoints {
  const { authorizationServer, metadata, indicator } = discovery;
  return {
    authorizationServer: typeof authorizationServer === 'string' ? authorizationServer : issuer,
    metadata: isObject(metadata) ? (metadata as unknown as AuthorizationServerMetadata) : null,
    indicator: typeof indicator === 'string' ? indicator : null,
  };
}

export const clientIn = ({ client }: SignInGrant): OAuthClientInformationMixed =>
  client as unknown as OAuthClientInformationMixed;
