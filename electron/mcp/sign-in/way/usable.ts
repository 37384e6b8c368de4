import type { AuthorizationServerMetadata } from '@modelcontextprotocol/client';
import { parseUrl } from '../../../../shared/url.ts';
import { visible } from '../../../core/text.ts';
import type { DiscoveredServer } from '../discovery.ts';
import { refusalOf } from '../guarded-fetch.ts';
import { addressShown, SignInStop } from '../problem.ts';

/** A host is at most 253 characters, and a port five: its owner stands at its end. */
export const hostShown = 260;

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
export function checkUsable({ metadata }: DiscoveredServer, server: URL): void {
  if (metadata === null) return;
  const who = visible(metadata.issuer, addressShown);
  // PKCE always: one that does not say so would take a stolen code (MCP, Authorization).
  if (metadata.code_challenge_methods_supported?.includes('S256') !== true)
    throw new SignInStop(
      'unusable',
      `${who} doesn’t support PKCE with S256, which protects sign-in codes, so Skillgate didn’t start the sign-in.`,
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
      `The address that ${who} opens already contains the parameter “${visible(own, 40)}”, so it would request something other than what’s shown.`,
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
    `${shown(issuer?.host)} sends you to ${shown(opens.host)} to sign in, but the result goes to ${shown(answered.host)}, and nothing shows that they belong together. Skillgate didn’t open it.`,
  );
}

/** Where the browser's answer is sent on to. */
export const tokenHostOf = ({ metadata, authorizationServer }: DiscoveredServer): string =>
  new URL(metadata?.token_endpoint ?? authorizationServer).host;
