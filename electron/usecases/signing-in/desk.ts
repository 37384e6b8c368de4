import type { SignInProblem } from '../../../shared/model/sign-in.ts';
import type { Result } from '../../../shared/result.ts';
import type { Server } from '../catalogue/server.ts';
import type { BegunSignIn } from '../ports/sign-in.ts';

/** A sign-in that opened nothing yet. */
export interface LookedAt {
  readonly id: string;
  readonly ask: BegunSignIn['ask'];
  readonly address: string;
  /** When it has ended, and after that the server was connected to anew. */
  readonly done: Promise<Result<void, SignInProblem>>;
}

/** Signing in to servers: at most one at a time for each, told as the server's `way`. */
export interface SignIns {
  /** Looks where it would go. One that is under way is given up for it. */
  begin(server: Server, listens?: boolean): Begun;
  /** The person has seen where it goes: gives what to open. */
  open(server: Server, id: string): Result<Opening, SignInProblem>;
  /** The address that the browser ended at, pasted. */
  finish(server: Server, id: string, address: string): Result<void, SignInProblem>;
  cancel(server: Server): void;
  /** Forgets what is kept of the server, and tells the authorization server where it listens. */
  signOut(server: Server): Promise<Result<SignedOut, SignInProblem>>;
}

/** Where a person signs in. */
export interface Opening {
  readonly address: string;
  /** What another program is told to open: see `BegunSignIn.opens`. */
  readonly opens: string;
}

export interface Begun {
  readonly id: string;
  readonly looked: Promise<Result<LookedAt, SignInProblem>>;
}

export type SignedOut = 'revoked' | 'not-offered' | 'failed' | 'was-not';
