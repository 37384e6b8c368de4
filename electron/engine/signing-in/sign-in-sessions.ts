import type { SignInProblem } from '../../../shared/model/sign-in.ts';
import type { Result } from '../../../shared/result.ts';
import type { CatalogueServer } from '../catalogue/server.ts';
import type { BegunSignIn } from '../ports/credentials.ts';

/** A sign-in that opened nothing yet. */
export interface PreparedSignIn {
  readonly id: string;
  readonly ask: BegunSignIn['ask'];
  readonly address: string;
  /** When it has ended and the server is connected again. */
  readonly done: Promise<Result<void, SignInProblem>>;
}

/** Signing in to servers: at most one at a time for each, told as the server's `way`. */
export interface SignIns {
  /** Looks where it would go. One that is under way is given up for it. */
  begin(server: CatalogueServer, listens?: boolean): StartedSignIn;
  /** The person has seen where it goes: gives what to open. */
  open(server: CatalogueServer, id: string): Result<SignInOpening, SignInProblem>;
  /** The address that the browser ended at, pasted. */
  finish(server: CatalogueServer, id: string, address: string): Result<void, SignInProblem>;
  cancel(server: CatalogueServer): void;
  /** Forgets what is kept of the server, and tells the authorization server where it listens. */
  signOut(server: CatalogueServer): Promise<Result<SignedOut, SignInProblem>>;
}

/** Where a person signs in. */
export interface SignInOpening {
  readonly address: string;
  /** What another program is told to open: see `BegunSignIn.opens`. */
  readonly opens: string;
}

export interface StartedSignIn {
  readonly id: string;
  readonly looked: Promise<Result<PreparedSignIn, SignInProblem>>;
}

export type SignedOut = 'revoked' | 'not-offered' | 'failed' | 'was-not';
