import type { WritingKind } from '../../../shared/confusables/writing.ts';
import type { ErrorCode } from '../../../shared/contract.ts';

/**
 * Why a whole command stopped, for a program that reads `--json`. `usage` is a mistake in the call;
 * the others are the codes that the window gets.
 */
export type FailureCode = 'usage' | ErrorCode;

/**
 * The text is a file's content, which a digest binds and a person reviews: nothing in it is masked.
 */
interface MayBeExact {
  readonly exact?: true;
  /** The file's language, if known. In code, more characters count as imitations. */
  readonly writing?: WritingKind;
}

/**
 * A line for people; or text of several lines; or a server's text, each line of which begins with
 * `| ` so that none can pass for one of ours; or a workflow command (`::error …`) for the build
 * that reads the output, which no other line can be.
 */
export type OutputLine =
  | string
  | ({ readonly block: string } & MayBeExact)
  | ({ readonly quoted: string } & MayBeExact)
  | { readonly command: string };

/** What a command returns: a JSON document, the same for people, and an exit code. */
export interface CommandOutput {
  readonly json: unknown;
  /** Escaped for the terminal when printed. */
  readonly human: readonly OutputLine[];
  readonly exit: number;
  /** Secrets in quoted text are masked already, so they aren't masked again. */
  readonly isMasked?: true;
}
