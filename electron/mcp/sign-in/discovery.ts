import {
  checkResourceAllowed,
  discoverAuthorizationServerMetadata,
  discoverOAuthProtectedResourceMetadata,
  extractWWWAuthenticateParams,
  IssuerMismatchError,
  resourceUrlFromServerUrl,
  type AuthorizationServerMetadata,
  type FetchLike,
  type OAuthProtectedResourceMetadata,
} from '@modelcontextprotocol/client';
import { visible } from '../../core/text.ts';
import { parseUrl } from '../../../shared/url.ts';
import { refusalOf } from './guarded-fetch.ts';
import { addressShown, SignInStop } from './answer.ts';

/** What a server said with a 401 or 403 (RFC 6750, RFC 9728). Every part is the server's choice. */
export interface AuthChallenge {
  readonly metadata: URL | null;
  readonly scope: string | null;
  readonly error: string | null;
}

export function challengeOf(response: Response): AuthChallenge {
  const { resourceMetadataUrl, scope, error } = extractWWWAuthenticateParams(response);
  return {
    metadata: resourceMetadataUrl ?? null,
    scope: scope ?? null,
    error: error ?? null,
  };
}

/** Who decides about a resource, as both sides publish it. */
export interface DiscoveredServer {
  /** What the server itself names; null where it publishes nothing (revision 2025-03-26). */
  readonly resource: OAuthProtectedResourceMetadata | null;
  readonly authorizationServer: string;
  /** Null where there is nothing but the paths that the oldest revision assumes. */
  readonly metadata: AuthorizationServerMetadata | null;
  /** Whether a token will be good for more than the server. */
  readonly isWider: boolean;
}

/** What a server publishes about itself. */
interface Published {
  readonly metadata: OAuthProtectedResourceMetadata;
  /** Whether whoever has the whole origin published it, and not just a path of it. */
  readonly isOfOrigin: boolean;
}

/** Names a server's resource wherever something is kept of it. */
export const resourceOf = (address: string): string => resourceUrlFromServerUrl(address).href;

const rootPath = '/.well-known/oauth-protected-resource';

/**
 * The server's own metadata, from its own origin and nowhere else: what a challenge names elsewhere
 * is passed over. Null where there is none that can be used.
 */
export async function resourceMetadata(
  server: URL,
  challenge: AuthChallenge | null,
  fetchFn: FetchLike,
): Promise<Published | null> {
  const named = challenge?.metadata ?? null;
  const own = named?.origin === server.origin ? { resourceMetadataUrl: named } : {};
  let last = '';
  const noting: FetchLike = async (address, init) => {
    const response = await fetchFn(address, init);
    last = response.url;
    return response;
  };
  try {
    const metadata = await discoverOAuthProtectedResourceMetadata(server, own, noting);
    return { metadata, isOfOrigin: parseUrl(last)?.pathname === rootPath };
  } catch (error) {
    if (error instanceof SignInStop) throw error;
    return null;
  }
}

/** Follows what the server names to the authorization server's own metadata. */
export async function discover(
  server: URL,
  challenge: AuthChallenge | null,
  /** Whom the settings name; undefined where they leave it to the server. */
  wanted: string | undefined,
  fetchFn: FetchLike,
): Promise<DiscoveredServer> {
  const published = await resourceMetadata(server, challenge, fetchFn);
  const resource = published?.metadata ?? null;
  const reach = published === null ? null : reachOf(published, server);
  if (resource !== null && reach === null)
    throw new SignInStop(
      'other-resource',
      `The server says that it is ${visible(resource.resource, addressShown)}, but it isn’t. ` +
        'Somebody else could use a token for that, so Skillgate doesn’t request one.',
    );
  const all = resource?.authorization_servers ?? [];
  const named = wanted === undefined ? all[0] : all.find((one) => isSameIssuer(one, wanted));
  // Not even asked what it says of itself.
  if (named === undefined && all[0] !== undefined)
    throw new SignInStop(
      'wrong-issuer',
      `The server wants you to sign in at ${visible(all[0], addressShown)}, but your ` +
        `settings for it require ${visible(wanted ?? '', addressShown)} (oauth.issuer). ` +
        'Skillgate didn’t start the sign-in.',
    );
  const address = named === undefined ? null : parseUrl(named);
  const refused =
    named === undefined
      ? null
      : address === null
        ? 'The server names an authorization server without a valid address.'
        : refusalOf(address, server);
  if (refused !== null) throw new SignInStop('blocked', refused);
  const authorizationServer = named ?? new URL('/', server).href;
  const metadata = await authorizationMetadata(authorizationServer, fetchFn);
  if (metadata === null && named !== undefined)
    throw new SignInStop('unusable', `${visible(named, addressShown)} doesn’t say how to sign in.`);
  // Without a word of the server a token is for nobody in particular (revision 2025-03-26).
  const isWider = reach === null ? server.pathname !== '/' : reach === 'wider';
  return { resource, authorizationServer, metadata, isWider };
}

/** As RFC 8414 compares them, but for the `/` at the end that a person writes or leaves away. */
export const isSameIssuer = (a: string, b: string): boolean => bare(a) === bare(b);
const bare = (address: string): string => address.replace(/\/$/, '');

/**
 * What a token for the named resource is good for; null where that is not for this server. RFC 9728
 * section 3.3 demands the server itself. Many a host publishes one resource for all of it: taken
 * where it is the whole origin that says so, and told. The attacker is one path of a host that
 * wants tokens for the others.
 */
function reachOf(
  { metadata: { resource }, isOfOrigin }: Published,
  server: URL,
): 'itself' | 'wider' | null {
  const named = parseUrl(resource);
  if (named === null || named.origin !== server.origin || named.hash !== '') return null;
  // An origin has no user info: it would be passed on as the server's own name.
  if (named.username !== '' || named.password !== '') return null;
  const whole = ({ pathname, search }: URL): string => `${bare(pathname)}${search}`;
  if (whole(named) === whole(server)) return 'itself';
  // An address with a query of its own is configured, and the server publishes it without.
  if (bare(named.pathname) === bare(server.pathname) && named.search === '') return 'wider';
  const isParent = checkResourceAllowed({
    requestedResource: resourceUrlFromServerUrl(server),
    configuredResource: resource,
  });
  return isOfOrigin && isParent ? 'wider' : null;
}

/**
 * Its `issuer` is the address that it was asked under (RFC 8414 section 3.3), or nothing is used.
 */
export async function authorizationMetadata(
  issuer: string,
  fetchFn: FetchLike,
): Promise<AuthorizationServerMetadata | null> {
  try {
    return (await discoverAuthorizationServerMetadata(issuer, { fetchFn })) ?? null;
  } catch (error) {
    if (error instanceof SignInStop) throw error;
    if (error instanceof IssuerMismatchError)
      throw new SignInStop(
        'wrong-issuer',
        `What ${visible(issuer, addressShown)} publishes belongs to ` +
          'another authorization server, so Skillgate doesn’t use it.',
      );
    throw new SignInStop(
      'unusable',
      `What ${visible(issuer, addressShown)} publishes about signing in can’t be used.`,
    );
  }
}
