import { computeScopeUnion } from '@modelcontextprotocol/client';
import { readScopes } from '../../../core/oauth-text.ts';
import type { SignInGrant } from '../../../engine/ports/credentials.ts';
import type { AuthChallenge, DiscoveredServer } from '../discovery.ts';
import { SignInStop } from '../problem.ts';

/**
 * What to ask for: the settings' word; else what the server said with its refusal; else what it says
 * that there is. Never less than what the sign-in of now has where the server asks for more of it,
 * and nothing that cannot be shown whole.
 */
export function scopeOf(
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
      `The server requests more scopes than Skillgate can show: ${unshown} of ${shown.length + unshown} scopes. Skillgate requested none.`,
    );
  return shown;
}
