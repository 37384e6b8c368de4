import type { AppSnapshot } from '../../../shared/contract.ts';
import type { Result } from '../../../shared/result.ts';
import type { AppContext } from '../../engine/contexts.ts';
import type { SignInOpening } from '../../engine/signing-in/sign-in-sessions.ts';

/** What a shell provides to its request handlers. */
export interface HandlerOptions {
  readonly parts: AppContext;
  readonly seq: () => number;
  readonly about: Pick<AppSnapshot, 'version' | 'shell' | 'platform' | 'dataFolder'>;
  /** Opens an https address outside, after the shell's own confirmation. */
  readonly openExternal: (url: string) => Promise<boolean>;
  /** Opens the sign-in page after the page showed its host; false if it can't. */
  readonly openSignIn: (opening: SignInOpening) => Promise<boolean>;
  /** Saves text where the person chooses; false if they cancel. The error is for people. */
  readonly saveFile: (name: string, text: string) => Promise<Result<boolean, string>>;
  /** Asks the person for a folder; null if they cancel or the shell can't ask. */
  readonly chooseFolder: () => Promise<string | null>;
}
