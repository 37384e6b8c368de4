import { randomBytes } from 'node:crypto';
import {
  startAuthorization,
  computeScopeUnion,
  type AuthorizationServerMetadata,
} from '@modelcontextprotocol/client';
import { visible } from '../../../core/text.ts';
import type { OAuthSettings } from '../../../core/server-config.ts';
import type { SignInAsk } from '../../../../shared/model/sign-in.ts';
import type { CredentialStore, SignInGrant } from '../../../engine/ports/credentials.ts';
import { isObject } from '../../recorder.ts';
import { clientOf, type KnownClient } from '../client.ts';
import {
  discover,
  resourceOf,
  type DiscoveredServer,
  type AuthChallenge,
  isSameIssuer,
} from '../discovery.ts';
import { guardedFetch, refusalOf, type GuardBounds } from '../guarded-fetch.ts';
import { addressShown, SignInStop } from '../answer.ts';
import { redirectAt, type AnswerReceiver } from '../receiver.ts';
import { readScopes } from '../../../core/oauth-text.ts';
import { parseUrl } from '../../../../shared/url.ts';

/** What a browser would open, and all that its answer has to fit. */
export interface AuthorizationRequest {
  readonly ask: SignInAsk;
  readonly address: URL;
  readonly verifier: string;
  readonly state: string;
  readonly redirect: string;
  readonly scope: string | undefined;
  readonly indicator: string | null;
  readonly issuer: string;
  readonly found: DiscoveredServer;
  readonly client: KnownClient;
}

/** Looks and registers; throws a `SignInStop` where it is no use to go on. */
export async function ask(
  parts: BeginParts,
  server: URL,
  settings: OAuthSettings,
  receiver: AnswerReceiver | null,
  signal: AbortSignal,
): Promise<AuthorizationRequest> {
  const fetchFn = guardedFetch(server, parts.bounds, signal);
  const resource = resourceOf(server.href);
  const challenge = parts.challenge(resource);
  const found = await discover(server, challenge, settings.issuer, fetchFn);
  checkUsable(found, server);
  const issuer = found.metadata?.issuer ?? found.authorizationServer;
  const grants = await grantsOf(parts.credentials, resource);
  checkIssuer(settings, issuer, grants);
  const kept = grants.find((grant) => grant.issuer === issuer) ?? null;
  const ports = receiver === null ? parts.ports : [...new Set([...parts.ports, receiver.port])];
  const redirect = redirectAt(receiver?.port ?? parts.ports[0] ?? 0);
  const scopes = scopeOf(settings.scopes, challenge, found, kept);
  const scope = scopes.length === 0 ? undefined : scopes.join(' ');
  const client = await clientOf({
    ...{ found, settings, kept, redirect, scope, fetchFn },
    redirects: ports.filter((port) => port !== 0).map(redirectAt),
    now: parts.now(),
  });
  const indicator = found.resource === null ? null : found.resource.resource;
  const state = randomBytes(32).toString('base64url');
  const { authorizationUrl, codeVerifier } = await startAuthorization(found.authorizationServer, {
    ...(found.metadata === null ? {} : { metadata: found.metadata }),
    clientInformation: client.information,
    redirectUrl: redirect,
    state,
    ...(scope === undefined ? {} : { scope }),
    // Without metadata the revision of 2025-03-26 is spoken, which has no such parameter.
    ...(indicator === null ? {} : { resource: indicator }),
  });
  if (parts.hasLeft(resource) && letsChoose(found.metadata)) chooses(authorizationUrl);
  if (authorizationUrl.href.length > longestAddress)
    throw new SignInStop(
      'unusable',
      `The address to open is longer than ${longestAddress} characters, ` +
        'too long for some browsers.',
    );
  const { host } = authorizationUrl;
  const tokenHost = tokenHostOf(found);
  const sendsSecret = client.how === 'configured' && settings.clientSecret !== undefined;
  return {
    ask: {
      host: visible(host, hostShown),
      issuer: visible(issuer, addressShown),
      answersTo: tokenHost === host ? null : visible(tokenHost, hostShown),
      secretTo: sendsSecret ? visible(tokenHost, hostShown) : null,
      scopes: [...scopes],
      resource: visible(indicator ?? `${server.origin}/`, addressShown),
      isWider: found.isWider,
      client: client.how,
      redirect,
    },
    address: authorizationUrl,
    verifier: codeVerifier,
    ...{ state, redirect, scope, indicator, issuer, found, client },
  };
}

/**
 * Bytes, all of them ASCII; beyond that systems cut what they hand to a browser, or hand over
 * nothing.
 */
const longestAddress = 8_192;

/**
 * A browser that is still signed in would take the same account without a word (OpenID Connect).
 */
function letsChoose(metadata: unknown): boolean {
  const prompts = isObject(metadata) ? metadata['prompt_values_supported'] : undefined;
  return Array.isArray(prompts) && prompts.includes('select_account');
}

/**
 * One `prompt` with every value: a parameter that stands twice is an error (RFC 6749 section 3.1).
 */
function chooses({ searchParams }: URL): void {
  const before = searchParams.get('prompt');
  searchParams.set('prompt', before === null ? 'select_account' : `${before} select_account`);
}

async function grantsOf(
  credentials: CredentialStore,
  resource: string,
): Promise<readonly SignInGrant[]> {
  const kept = await credentials.grants(resource);
  if (!kept.ok)
    throw new SignInStop(
      'not-kept',
      'Stored sign-ins can’t be read. Run `skillgate doctor` to see why.',
    );
  return kept.value;
}

/**
 * What to ask for: the settings' word; else what the server said with its refusal; else what it
 * says that there is. Never less than what the sign-in of now has where the server asks for more of
 * it, and nothing that cannot be shown whole.
 */
function scopeOf(
  configured: readonly string[] | undefined,
  challenge: AuthChallenge | null,
  { resource, metadata }: DiscoveredServer,
  kept: SignInGrant | null,
): readonly string[] {
  const first =
    configured?.join(' ') ?? challenge?.scope ?? resource?.scopes_supported?.join(' ') ?? undefined;
  const wide =
    kept?.wanted === undefined ? first : computeScopeUnion(kept.tokens?.scope, kept.wanted, first);
  const renews = metadata?.scopes_supported?.includes('offline_access') === true;
  const scope = wide !== undefined && wide !== '' && renews ? `${wide} offline_access` : wide;
  const { shown, unshown } = readScopes(scope);
  if (unshown > 0)
    throw new SignInStop(
      'unusable',
      'The server requests more than Skillgate can show: ' +
        `${unshown} of ${shown.length + unshown} scopes, so Skillgate didn’t start the sign-in.`,
    );
  return shown;
}

/**
 * Throws where the settings' client is meant for somebody else than whom the server names today.
 * The attacker is a server that changes its mind: a secret of the operator's would be sent to
 * whomever it names. Settings say whom the secret is for; where they do not, the first that it was
 * used with stays the only one.
 */
function checkIssuer(
  settings: OAuthSettings,
  issuer: string,
  grants: readonly SignInGrant[],
): void {
  const now = visible(issuer, addressShown);
  if (settings.issuer !== undefined) {
    if (isSameIssuer(settings.issuer, issuer)) return;
    throw new SignInStop(
      'wrong-issuer',
      `The server wants you to sign in at ${now}, but your settings for it ` +
        `require ${visible(settings.issuer, addressShown)} (oauth.issuer). ` +
        'Skillgate didn’t start the sign-in.',
    );
  }
  if (settings.clientSecret === undefined) return;
  const used = grants.filter(({ client }) => client['client_id'] === settings.clientId);
  const first = used.at(-1);
  if (first === undefined || used.some((grant) => grant.issuer === issuer)) return;
  throw new SignInStop(
    'wrong-issuer',
    "The client secret of this server's settings was issued for " +
      `${visible(first.issuer, addressShown)}, but the server now names ${now}. ` +
      `If that’s right, add "issuer": "${now}" next to the secret (oauth.issuer).`,
  );
}

/** A host is at most 253 characters, and a port five: its owner stands at its end. */
const hostShown = 260;

/**
 * What OAuth, OpenID Connect and RFC 8707, 9101, 9396 and 9449 let an authorization request say. An
 * address that already has one of these parameters asks for something else than Skillgate shows.
 */
const defined: ReadonlySet<string> = new Set(
  `response_type client_id client_secret redirect_uri scope state code error code_challenge
   code_challenge_method resource audience request request_uri authorization_details claims
   claims_locales registration response_mode prompt nonce display ui_locales login_hint
   id_token_hint max_age acr_values dpop_jkt iss`.split(/\s+/),
);

/** Throws where the published metadata of an authorization server can't be used. */
function checkUsable({ metadata }: DiscoveredServer, server: URL): void {
  if (metadata === null) return;
  const who = visible(metadata.issuer, addressShown);
  // PKCE always: one that does not say so would take a stolen code (MCP, Authorization).
  if (metadata.code_challenge_methods_supported?.includes('S256') !== true)
    throw new SignInStop(
      'unusable',
      `${who} doesn’t support PKCE with S256, ` +
        'which protects sign-in codes, so Skillgate didn’t start the sign-in.',
    );
  if (!metadata.response_types_supported.includes('code'))
    throw new SignInStop('unusable', `${who} doesn’t offer the authorization code flow.`);
  const opens = parseUrl(metadata.authorization_endpoint);
  const answered = parseUrl(metadata.token_endpoint);
  if (opens === null || answered === null)
    throw new SignInStop('unusable', `${who} publishes endpoints without valid addresses.`);
  const refused = refusalOf(opens, server);
  if (refused !== null) throw new SignInStop('blocked', `${refused} Skillgate didn’t open it.`);
  const unsent = refusalOf(answered, server);
  if (unsent !== null)
    throw new SignInStop('blocked', `${unsent} Skillgate sends no response there.`);
  checkQuery(opens, who);
  checkHosts(opens, answered, metadata);
}

function checkQuery(opens: URL, who: string): void {
  const own = [...opens.searchParams.keys()].find((name) => defined.has(name.toLowerCase()));
  if (own !== undefined)
    throw new SignInStop(
      'unusable',
      `The address that ${who} opens already contains the parameter “${visible(own, 40)}”, ` +
        'so it would request something other than what’s shown.',
    );
  if (opens.hash !== '')
    throw new SignInStop('unusable', `The address that ${who} opens has a fragment.`);
}

/**
 * A server that names the page of somebody else's authorization server would be sent what that one
 * gives (RFC 9700 section 4.4). Where the answer says who gives it (RFC 9207) it is found out then;
 * else one of the others has to be on the host that opens.
 */
function checkHosts(opens: URL, answered: URL, metadata: AuthorizationServerMetadata): void {
  if (metadata['authorization_response_iss_parameter_supported'] === true) return;
  const issuer = parseUrl(metadata.issuer);
  if (opens.host === answered.host || opens.host === issuer?.host) return;
  const shown = (host: string | undefined): string => visible(host ?? '', hostShown);
  throw new SignInStop(
    'mix-up',
    `${shown(issuer?.host)} sends you to ${shown(opens.host)} to sign in, ` +
      `but the result goes to ${shown(answered.host)}, ` +
      'and nothing shows that they belong together. Skillgate didn’t open it.',
  );
}

/** Where the browser's answer is sent on to. */
const tokenHostOf = ({ metadata, authorizationServer }: DiscoveredServer): string =>
  new URL(metadata?.token_endpoint ?? authorizationServer).host;

/** What every sign-in needs of the application. */
export interface BeginParts {
  readonly credentials: CredentialStore;
  readonly bounds: GuardBounds;
  readonly ports: readonly number[];
  /** Milliseconds that a person has, looking and browser together. */
  readonly patienceMs: number;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** What the server said last when it refused. */
  readonly challenge: (resource: string) => AuthChallenge | null;
  /** Whether somebody has just signed out: the next may be somebody else. */
  readonly hasLeft: (resource: string) => boolean;
}
