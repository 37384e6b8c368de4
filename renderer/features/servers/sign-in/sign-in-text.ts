import { useCallback } from 'react';
import type { SignInAccount, SignInAsk, SignInOffer } from '../../../../shared/model/sign-in.ts';
import { useActions, useApi } from '../../../store/context.ts';

/** What the server asks for, as a title. */
export const offerTitle = ({ why }: Pick<SignInOffer, 'why'>): string =>
  ({
    first: 'This server asks you to sign in',
    ended: 'Your sign-in to this server has ended',
    'more-scopes': 'This server asks for more access',
    'not-taken': 'This server rejected your sign-in',
  })[why];

const longestOnButton = 48;
/** Button text; a host name too long for it is shown in full above. */
export const openText = ({ host }: Pick<SignInAsk, 'host'>): string =>
  `Open ${host.length > longestOnButton ? 'that page' : host}`;

/** The requested access, with a count if there are many scopes. */
export const allowedText = ({ scopes }: Pick<SignInAsk, 'scopes'>): string =>
  scopes.length > 3 ? `Requested access (${scopes.length})` : 'Requested access';

/** How the authorization server identifies Skillgate. */
export const clientText = (client: SignInAsk['client']): string =>
  ({
    configured: 'the client ID in this server’s settings',
    document: 'its client metadata document',
    registered: 'registered just now',
    kept: 'registered earlier',
  })[client];

/** Where the sign-in is stored and how that protects it. */
export const protectionText = (protection: SignInAccount['protection']): string =>
  ({
    keychain: 'encrypted, with a key in this system’s keychain',
    session: 'until Skillgate closes: this system has no keychain',
    file: 'unencrypted, in a file that only your user can read',
  })[protection];

const minute = 60_000;
const units = [
  [24 * 60 * minute, 'day'],
  [60 * minute, 'hour'],
  [minute, 'minute'],
] as const;

/** When the sign-in ends relative to `now` (both in ms since the epoch), and what happens then. */
export function expiryText(
  { expiresAt, renewable }: Pick<SignInAccount, 'expiresAt' | 'renewable'>,
  now: number,
): string {
  const then = renewable ? 'renewed automatically' : 'then you sign in again';
  if (expiresAt === null) return 'not stated';
  const left = expiresAt - now;
  if (left <= 0) return renewable ? 'now; renewed when needed' : 'ended; sign in again';
  const [unit, name] = units.find(([each]) => left >= each) ?? [minute, 'minute'];
  const count = Math.max(1, Math.round(left / unit));
  return `in ${String(count)} ${name}${count === 1 ? '' : 's'}, ${then}`;
}

/** The notice after signing out. */
export const signedOutText = (outcome: 'revoked' | 'not-offered' | 'failed' | 'was-not'): string =>
  ({
    revoked: 'Signed out here and at the authorization server.',
    'not-offered':
      'Signed out here. The authorization server doesn’t support signing out, ' +
      'so the access it gave lasts until it expires.',
    failed:
      'Signed out here. Couldn’t reach the authorization server: ' +
      'if it matters, sign out there, too.',
    'was-not': 'You weren’t signed in.',
  })[outcome];

/** Starts a sign-in and shows its progress. */
export function useSignIn(): (server: string) => Promise<void> {
  const api = useApi();
  const { attempt, openOverlay } = useActions();
  return useCallback(
    async (server) => {
      const begun = await attempt(api.signIn({ server }), `Signing in to “${server}” didn’t start`);
      if (begun) openOverlay({ kind: 'sign-in', server, id: begun.id });
    },
    [api, attempt, openOverlay],
  );
}
