import type { EngineParts } from '../../engine/parts.ts';
import type { FlagName, FlagValue } from './flags.ts';
import type { CommandContext, LooksAt } from './command-context.ts';
import type { FailureCode, OutputLine, CommandOutput } from './output.ts';

export type { FailureCode, OutputLine, CommandOutput } from './output.ts';

/** What stops the whole command: one line, with those of a server that failed under it. */
export class CommandError extends Error {
  readonly exit: number = 2;
  /** What else a person has to see, whole. */
  readonly lines: readonly OutputLine[] = [];
  /** The same for a program: further fields of `error`. */
  readonly details: object = {};
  readonly code: FailureCode;
  /** The last lines that a server wrote to standard error, masked, where it is what failed. */
  readonly stderr: readonly string[];
  constructor(message: string, code: FailureCode = 'usage', stderr: readonly string[] = []) {
    super(message);
    this.code = code;
    this.stderr = stderr;
  }
}

/** How a command uses a flag of the table. */
export interface FlagUse {
  readonly required?: true;
  /** A required one that may be left out when this one is given. */
  readonly unless?: FlagName;
  /** Means something beside this one only. */
  readonly with?: FlagName;
  /** Means nothing beside this one. */
  readonly without?: FlagName;
  /** May be given more than once here. */
  readonly many?: true;
  /** In place of the table's words. */
  readonly about?: string;
  readonly value?: string;
}
type Uses = { readonly [Name in FlagName]?: FlagUse };

/** What a call gave a command: only flags that it takes, and the words after its name. */
export type GivenFlags<U extends Uses> = {
  readonly [Name in keyof U & FlagName]: U[Name] extends { many: true }
    ? readonly string[]
    : U[Name] extends { required: true; unless?: never }
      ? NonNullable<FlagValue<Name>>
      : FlagValue<Name>;
} & { readonly words: readonly string[] };

/** One word that a command takes after its name. */
export interface CommandWord {
  readonly name: string;
  readonly optional?: true;
  /** Any number of them; the last only. */
  readonly many?: true;
  /** Words of another program's, which takes empty ones. */
  readonly mayBeEmpty?: true;
}

export interface CommandHelp {
  /** A few words, for the list of commands. */
  readonly summary: string;
  /** A sentence or two. */
  readonly about: string;
  /** What the exit codes mean, where there are more than 0 and 2. */
  readonly exit?: string;
}

interface Described<U extends Uses> {
  readonly flags: U;
  readonly words?: readonly CommandWord[];
  readonly help: CommandHelp;
  run(here: CommandContext, given: GivenFlags<U>): Promise<CommandOutput>;
}

/** A command of which only the parser knows what it takes. */
export interface CliCommand {
  readonly flags: Uses;
  readonly words: readonly CommandWord[];
  readonly help: CommandHelp;
  run(here: CommandContext, given: Readonly<Record<string, unknown>>): Promise<CommandOutput>;
}

/** One command. Its `run` gets exactly the flags that it names, as `parse` checked them. */
export function command<const U extends Uses>(described: Described<U>): CliCommand {
  return { words: [], ...described } as unknown as CliCommand;
}

/**
 * A command over the held state, which is made beside loading the command's own code: neither is
 * paid for by a call that is wrong or asks for help.
 */
export function overCore<G>(
  load: () => Promise<(ctx: EngineParts, given: G, here: CommandContext) => Promise<CommandOutput>>,
  findings?: LooksAt,
): (
  here: CommandContext,
  given: G & { readonly config?: string | undefined },
) => Promise<CommandOutput> {
  return async (here, given) => {
    const [run, ctx] = await Promise.all([load(), here.core(given.config, findings)]);
    return run(ctx, given, here);
  };
}

/** Flags of every command that prints something. */
export const printing = { json: {} } as const;
/** Of those over the list of servers, which start none. */
export const listing = { config: {}, json: {} } as const;
/** And of those that may start or contact them: `run` has the commands of a list allowed first. */
export const common = { config: {}, 'allow-start': {}, json: {} } as const;
/** And of those about one skill. */
export const onSkill = { server: { required: true }, uri: { required: true }, ...common } as const;
