import type { Result } from '../../../shared/result.ts';

/** How a person's secrets lie on this machine. Implemented in `electron/storage/credentials`. */
export interface SecretsState {
  /** The system's keychain; nothing beyond this session; or nothing but a file's mode. */
  readonly protection: 'keychain' | 'session' | 'file';
  /** The encrypted file. */
  readonly path: string;
  /** Why it cannot be opened, in one sentence with what a person can do. */
  readonly problem: string | null;
  /** Secrets that stand in `servers.json` as they are, by their places: never their values. */
  readonly clear: readonly { readonly label: string; readonly field: string }[];
}

export interface SecretKeeping {
  /** Opens the file, for which the keychain may ask the person. */
  state(): Promise<SecretsState>;
  /**
   * Puts the key where the person says, and then encrypts what isn't encrypted yet. The error is
   * one sentence.
   */
  keepKeyIn(place: 'keychain' | 'file'): Promise<Result<void, string>>;
}
