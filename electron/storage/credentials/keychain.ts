import type { Result } from '../../../shared/result.ts';

/** 'none': this machine has none, or not here. 'locked': it refuses, or asks a person. */
export type KeychainProblem = 'none' | 'locked';

/** The system's keychain, as far as Skillgate uses it: a text under a name. */
export interface SystemKeychain {
  /** Null where nothing is kept under that name. */
  get(name: string): Promise<Result<string | null, KeychainProblem>>;
  set(name: string, secret: string): Promise<Result<void, KeychainProblem>>;
  /** Also where there was nothing. */
  remove(name: string): Promise<Result<void, KeychainProblem>>;
}

/** The first word of the command line that makes it answer for the keychain; for itself alone. */
export const keychainWord = 'keychain-access';

/** What the process that has the library is asked, as one line of JSON on its standard input. */
export interface KeychainQuestion {
  readonly does: 'get' | 'set' | 'remove';
  readonly name: string;
  readonly secret?: string;
}

/** What it answers, as one line on its standard output. */
export type KeychainAnswer =
  | { readonly secret: string | null }
  | { readonly problem: KeychainProblem };
