import type { SignInAccount, SignInAsk, SignInOffer } from '../../../../shared/model/sign-in.ts';

/** What the server wants, as a title. */
export const offerTitle = ({ why }: Pick<SignInOffer, 'why'>): string =>
  ({
    first: 'This server asks you to sign in',
    ended: 'Your sign-in to this server has ended',
    'more-scopes': 'This server asks for more than you gave it',
    'not-taken': 'This server does not take your sign-in',
  })[why];

const longestOnButton = 48;
/** On a button: a host that would fill it stands above it whole. */
export const openText = ({ host }: Pick<SignInAsk, 'host'>): string =>
  `Open ${host.length > longestOnButton ? 'that page' : host}`;

/** What it wants, with how many where that is more than a look takes in. */
export const allowedText = ({ scopes }: Pick<SignInAsk, 'scopes'>): string =>
  scopes.length > 3 ? `To be allowed (${scopes.length})` : 'To be allowed';

/** How the authorization server knows Skillgate. */
export const clientText = (client: SignInAsk['client']): string =>
  ({
    configured: 'by the client id in this server’s settings',
    document: 'by its client metadata document',
    registered: 'it was registered there a moment ago',
    kept: 'it was registered there before',
  })[client];

/** Where what was given is kept, and what that protects from. */
export const protectionText = (protection: SignInAccount['protection']): string =>
  ({
    keychain: 'encrypted, with a key in this system’s keychain',
    session: 'until Skillgate is closed: this system has no keychain',
    file: 'unprotected, in a file that only your user can read',
  })[protection];

const minute = 60_000;
const units = [
  [24 * 60 * minute, 'day'],
  [60 * minute, 'hour'],
  [minute, 'minute'],
] as const;

/** When it ends, seen from `now` (both in ms since the epoch), and what comes then. */
export function expiryText(
  { expiresAt, renewable }: Pick<SignInAccount, 'expiresAt' | 'renewable'>,
  now: number,
): string {
  const then = renewable ? 'renewed without asking' : 'then you sign in again';
  if (expiresAt === null) return 'the server does not say';
  const left = expiresAt - now;
  if (left <= 0) return renewable ? 'now; renewed when it is needed' : 'it has; sign in again';
  const [unit, name] = units.find(([each]) => left >= each) ?? [minute, 'minute'];
  const count = Math.max(1, Math.round(left / unit));
  return `in ${String(count)} ${name}${count === 1 ? '' : 's'}, ${then}`;
}

/** Said when somebody has signed out. */
export const signedOutText = (outcome: 'revoked' | 'not-offered' | 'failed' | 'was-not'): string =>
  ({
    revoked: 'Signed out. The authorization server was told.',
    'not-offered':
      'Signed out here. The authorization server takes no word of it: what it gave holds until it ends.',
    failed:
      'Signed out here. The authorization server could not be told: end it there, if it matters.',
    'was-not': 'Nobody was signed in.',
  })[outcome];
