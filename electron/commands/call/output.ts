import type { WritingKind } from '../../../shared/confusables/writing.ts';
import type { ErrorCode } from '../../../shared/contract.ts';

/**
 * Why a whole command stopped, for a program that reads `--json`: `usage` is a mistake in the
 * call; the others are those that a window gets.
 */
export type FailureCode = 'usage' | ErrorCode;

/** Of a file's own bytes, which a digest binds and a person decides on: nothing is taken out of it. */
interface MayBeExact {
  readonly exact?: true;
  /** How it is written, where that is known: more counts as an imitation in code. */
  readonly writing?: WritingKind;
}

/**
 * One line for people; text of several lines; a server's own text between lines of ours, each line of
 * which begins with `| `, so that no line of it can pass for one of ours; or a command of ours to the
 * build that reads the output (`::error …`), which no other line can be.
 */
export type OutputLine =
  | string
  | ({ readonly block: string } & MayBeExact)
  | ({ readonly quoted: string } & MayBeExact)
  | { readonly command: string };

/** What a command gives: one JSON document, the same for people, and how it ends. */
export interface CommandOutput {
  readonly json: unknown;
  /** Made harmless for a terminal where they are printed. */
  readonly human: readonly OutputLine[];
  readonly exit: number;
  /** What servers were given was taken out where their texts were quoted: not once more. */
  readonly isMasked?: true;
}
