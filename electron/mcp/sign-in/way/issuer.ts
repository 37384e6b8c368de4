import type { OAuthSettings } from '../../../core/server-config.ts';
import { visible } from '../../../core/text.ts';
import type { SignInGrant } from '../../../engine/ports/credentials.ts';
import { isSameIssuer } from '../discovery.ts';
import { addressShown, SignInStop } from '../problem.ts';

/**
 * Throws where the settings' client is meant for somebody else than whom the server names today. The
 * attacker is a server that changes its mind: a secret of the operator's would be sent to whomever it
 * names. Settings say whom the secret is for; where they do not, the first that it was used with
 * stays the only one.
 */
export function checkIssuer(
  settings: OAuthSettings,
  issuer: string,
  grants: readonly SignInGrant[],
): void {
  const now = visible(issuer, addressShown);
  if (settings.issuer !== undefined) {
    if (isSameIssuer(settings.issuer, issuer)) return;
    throw new SignInStop(
      'wrong-issuer',
      `The server wants you to sign in at ${now}, but your settings for it require ${visible(settings.issuer, addressShown)} (oauth.issuer). Skillgate didn’t start the sign-in.`,
    );
  }
  if (settings.clientSecret === undefined) return;
  const used = grants.filter(({ client }) => client['client_id'] === settings.clientId);
  const first = used.at(-1);
  if (first === undefined || used.some((grant) => grant.issuer === issuer)) return;
  throw new SignInStop(
    'wrong-issuer',
    `The client secret of this server's settings was issued for ${visible(first.issuer, addressShown)}, but the server now names ${now}. If that’s right, add "issuer": "${now}" next to the secret (oauth.issuer).`,
  );
}
