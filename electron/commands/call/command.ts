import type { EngineParts } from '../../engine/parts.ts';
import type { FlagName, FlagValue } from './flags.ts';
import type { CommandContext, LooksAt } from './command-context.ts';
import type { FailureCode, OutputLine, CommandOutput } from './output.ts';

export type { FailureCode, OutputLine, CommandOutput } from './output.ts';

/** Stops the whole command with one line, followed by the last lines that a failed server wrote. */
export class CommandError extends Error {
  readonly exit: number = 2;
  /** Further lines to show a person in full. */
  readonly lines: readonly OutputLine[] = [];
  /** The same for a program: extra fields of `error`. */
  readonly details: object = {};
  readonly code: FailureCode;
  /** The last lines that the failed server wrote to standard error, masked. */
  readonly stderr: readonly string[];
  constructor(message: string, code: FailureCode = 'usage', stderr: readonly string[] = []) {
    super(message);
    this.code = code;
    this.stderr = stderr;
  }
}

/** How one command uses a flag of the table. */
export interface FlagUse {
  readonly required?: true;
  /** A required flag isn't needed when this one is given. */
  readonly unless?: FlagName;
  /** Allowed only together with this flag. */
  readonly with?: FlagName;
  /** Not allowed together with this flag. */
  readonly without?: FlagName;
  /** Can be given more than once for this command. */
  readonly many?: true;
  /** Replaces the table's description. */
  readonly about?: string;
  readonly value?: string;
}
type Uses = { readonly [Name in FlagName]?: FlagUse };

/** What a command receives: only the flags it takes, and the words after its name. */
export type GivenFlags<U extends Uses> = {
  readonly [Name in keyof U & FlagName]: U[Name] extends { many: true }
    ? readonly string[]
    : U[Name] extends { required: true; unless?: never }
      ? NonNullable<FlagValue<Name>>
      : FlagValue<Name>;
} & { readonly words: readonly string[] };

/** A word that a command takes after its name. */
export interface CommandWord {
  readonly name: string;
  readonly optional?: true;
  /** Any number of words; only allowed for the last one. */
  readonly many?: true;
  /** Words for another program, which may be empty. */
  readonly mayBeEmpty?: true;
}

export interface CommandHelp {
  /** A few words for the list of commands. */
  readonly summary: string;
  /** One or two sentences. */
  readonly about: string;
  /** What the exit codes mean, if there are others than 0 and 2. */
  readonly exit?: string;
}

interface Described<U extends Uses> {
  readonly flags: U;
  readonly words?: readonly CommandWord[];
  readonly help: CommandHelp;
  run(here: CommandContext, given: GivenFlags<U>): Promise<CommandOutput>;
}

/** A command whose arguments only the parser knows. */
export interface CliCommand {
  readonly flags: Uses;
  readonly words: readonly CommandWord[];
  readonly help: CommandHelp;
  run(here: CommandContext, given: Readonly<Record<string, unknown>>): Promise<CommandOutput>;
}

/** Defines one command. Its `run` receives exactly the flags it names, as `parse` checked them. */
export function command<const U extends Uses>(described: Described<U>): CliCommand {
  return { words: [], ...described } as unknown as CliCommand;
}

/**
 * Defines a command that needs the core. The core and the command's own code load at the same time,
 * and only for a valid call that isn't a request for help.
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
/** Flags of commands that use the list of servers but start none. */
export const listing = { config: {}, json: {} } as const;
/**
 * Flags of commands that may start or contact servers. `run` first asks for permission to start the
 * commands of a list.
 */
export const common = { config: {}, 'allow-start': {}, json: {} } as const;
/** Flags of commands about one skill. */
export const onSkill = { server: { required: true }, uri: { required: true }, ...common } as const;
