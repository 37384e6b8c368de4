import type { Context } from '../usecases/context.ts';

/** A mistake in the call, or something that stops the whole command: one line on stderr, exit 2. */
export class CommandError extends Error {}

export interface Options {
  readonly server?: string | undefined;
  readonly uri?: string | undefined;
  readonly file?: string | undefined;
  readonly note?: string | undefined;
  readonly expires?: string | undefined;
  readonly grant: readonly string[];
  readonly 'read-all'?: boolean | undefined;
  readonly expand: readonly string[];
  readonly url?: string | undefined;
  readonly type?: string | undefined;
  readonly cwd?: string | undefined;
  readonly env: readonly string[];
  readonly header: readonly string[];
  readonly as?: string | undefined;
  readonly output?: string | undefined;
  readonly off?: boolean | undefined;
  readonly bundle?: string | undefined;
  readonly name?: string | undefined;
  readonly 'trust-key'?: boolean | undefined;
  readonly all?: boolean | undefined;
  readonly yes?: boolean | undefined;
  readonly json?: boolean | undefined;
  readonly positionals: readonly string[];
}

/** One line for people, or text of several lines that a server wrote. */
export type Line = string | { readonly block: string };

/** What a command gives: one JSON document, the same for people, and how it ends. */
export interface Output {
  readonly json: unknown;
  /** Made harmless for a terminal where they are printed. */
  readonly human: readonly Line[];
  readonly exit: number;
}

export type Command = (ctx: Context, options: Options) => Promise<Output>;

export function required(value: string | undefined, flag: string): string {
  if (value === undefined || value === '') throw new CommandError(`--${flag} is missing.`);
  return value;
}
