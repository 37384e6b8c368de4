import type { AppSnapshot } from '../../../shared/contract.ts';
import type { Result } from '../../../shared/result.ts';
import type { EngineParts } from '../../engine/parts.ts';
import type { SignInOpening } from '../../engine/signing-in/sign-in-sessions.ts';

/** What a shell gives the handlers of its requests. */
export interface HandlerOptions {
  readonly parts: EngineParts;
  readonly seq: () => number;
  readonly about: Pick<AppSnapshot, 'version' | 'shell' | 'platform' | 'dataFolder'>;
  /** Opens an https address outside, after the shell's own confirmation. */
  readonly openExternal: (url: string) => Promise<boolean>;
  /** Opens where a person signs in, after the page showed its host; false where it cannot. */
  readonly openSignIn: (opening: SignInOpening) => Promise<boolean>;
  /** Saves text where the person says; false when they chose no place. The error is for people. */
  readonly saveFile: (name: string, text: string) => Promise<Result<boolean, string>>;
}
