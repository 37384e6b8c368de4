import {
  isHttpsUrl,
  isStrictScopeSuperset,
  registerClient,
  RegistrationRejectedError,
  type FetchLike,
  type OAuthClientInformationMixed,
} from '@modelcontextprotocol/client';
import { isVschar } from '../../core/oauth-text.ts';
import { visible } from '../../core/text.ts';
import type { OAuthSettings } from '../../core/server-config.ts';
import type { SignInAsk } from '../../../shared/model/sign-in.ts';
import type { SignInGrant } from '../../engine/ports/credentials.ts';
import type { DiscoveredServer } from './discovery.ts';
import { addressShown, SignInStop } from './answer.ts';

/** How the authorization server knows this program. */
export interface KnownClient {
  readonly how: SignInAsk['client'];
  readonly information: OAuthClientInformationMixed;
}

export interface ClientQuestion {
  readonly found: DiscoveredServer;
  readonly settings: OAuthSettings;
  /** What is kept of this issuer. */
  readonly kept: SignInGrant | null;
  /** Every address that a browser may come back to; `redirect` is the one of this time. */
  readonly redirects: readonly string[];
  readonly redirect: string;
  readonly scope: string | undefined;
  readonly fetchFn: FetchLike;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

/**
 * In this order: the settings' client; the one that was registered before; a metadata document; a
 * registration now (RFC 7591). Else it is the operator's turn.
 */
export async function clientOf(question: ClientQuestion): Promise<KnownClient> {
  const { found, settings, kept } = question;
  if (settings.clientId !== undefined)
    return {
      how: 'configured',
      information: {
        client_id: settings.clientId,
        ...(settings.clientSecret === undefined ? {} : { client_secret: settings.clientSecret }),
      },
    };
  const before = kept === null ? null : keptClient(kept, question);
  if (before !== null) return { how: 'kept', information: before };
  const document = settings.clientMetadataUrl;
  if (document !== undefined && found.metadata?.client_id_metadata_document_supported === true) {
    if (!isHttpsUrl(document))
      throw new SignInStop(
        'no-registration',
        'The client metadata document in the settings must be an https address with a path.',
      );
    return { how: 'document', information: { client_id: document } };
  }
  return { how: 'registered', information: await registered(question) };
}

function keptClient(
  { client }: SignInGrant,
  { redirect, scope, now }: ClientQuestion,
): OAuthClientInformationMixed | null {
  const { redirect_uris: redirects, client_secret_expires_at: ends } = client;
  // One of the settings or of a document says no redirects: it is looked up there every time.
  if (!isUsable(client) || !Array.isArray(redirects) || !redirects.includes(redirect)) return null;
  if (typeof ends === 'number' && ends !== 0 && ends * 1_000 <= now) return null;
  // Registered for fewer scopes than are asked for now, it would be refused (RFC 7591 section 2).
  const may = client['scope'];
  if (typeof may === 'string' && isStrictScopeSuperset(scope, may)) return null;
  return client as unknown as OAuthClientInformationMixed;
}

/** What an address and a header can carry, of a registration that is taken as it was answered. */
const isUsable = ({ client_id: id, client_secret: secret }: Readonly<Record<string, unknown>>) =>
  isVschar(id) && (secret === undefined || isVschar(secret));

async function registered(question: ClientQuestion): Promise<OAuthClientInformationMixed> {
  const { found, redirects, scope, fetchFn } = question;
  const { metadata, authorizationServer } = found;
  const issuer = visible(metadata?.issuer ?? authorizationServer, addressShown);
  if (metadata !== null && metadata.registration_endpoint === undefined)
    throw new SignInStop(
      'no-registration',
      `${issuer} doesn’t let programs register. ` +
        'Ask its operator for a client id and add it to this server’s settings (oauth.clientId).',
    );
  const methods = metadata?.token_endpoint_auth_methods_supported;
  try {
    const given = await registerClient(authorizationServer, {
      ...(metadata === null ? {} : { metadata }),
      clientMetadata: {
        client_name: 'Skillgate',
        redirect_uris: [...redirects],
        grant_types: ['authorization_code', 'refresh_token'],
        response_types: ['code'],
        // RFC 8252: a program on a person's machine keeps no secret from that person.
        application_type: 'native',
        ...(methods === undefined || methods.includes('none')
          ? { token_endpoint_auth_method: 'none' }
          : {}),
      },
      ...(scope === undefined ? {} : { scope }),
      fetchFn,
    });
    if (isUsable({ ...given })) return given;
    throw new Error('a client id or secret that cannot be sent');
  } catch (error) {
    if (error instanceof SignInStop) throw error;
    // Nobody said that there is anything: the oldest revision's path was only tried.
    if (metadata === null)
      throw new SignInStop(
        'no-server',
        'The server names no authorization server. ' +
          'It may accept a key in an Authorization header instead: add it to the settings.',
      );
    throw new SignInStop(
      'registration-refused',
      error instanceof RegistrationRejectedError
        ? `${issuer} refuses to register Skillgate (HTTP ${error.status}). Ask its ` +
            'operator for a client id and add it to this server’s settings (oauth.clientId).'
        : `${issuer} sent an invalid answer to the registration.`,
    );
  }
}
