import type { CredentialStore } from '../../../engine/ports/credentials.ts';
import type { AuthChallenge } from '../discovery.ts';
import type { GuardBounds } from '../guarded-fetch.ts';

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
