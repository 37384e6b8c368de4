import type { AppContext } from '../../engine/contexts.ts';
import type { FolderSource } from '../../storage/folders/folder-source.ts';
import type { CommandProcess } from './command-process.ts';
import type { FlagName, FlagValue } from './flags.ts';
import type { FailureCode, OutputLine, CommandOutput } from './terminal.ts';
import type { ComposeOptions } from '../../compose-core.ts';
import type { TerminalUser } from './terminal-user.ts';
import type { MachineInfo } from '../../storage/disk/data-folder.ts';
import type { StatusKind } from '../../../shared/model/standing.ts';
import { assertNever } from '../../../shared/assert-never.ts';

export type { FailureCode, OutputLine, CommandOutput } from './terminal.ts';

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
  readonly unless?: FlagName | readonly FlagName[];
  /** Allowed only together with this flag. */
  readonly with?: FlagName;
  /** Not allowed together with this flag. */
  readonly without?: FlagName | readonly FlagName[];
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
  load: () => Promise<(ctx: AppContext, given: G, here: CommandContext) => Promise<CommandOutput>>,
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

/** What a command receives that takes folders in place of servers. */
interface GivenFolders {
  readonly config?: string | undefined;
  readonly folder: readonly string[];
}
interface ReadFolders {
  readonly folders?: readonly FolderSource[];
}
type RunOver<G> = (ctx: AppContext, given: G, here: CommandContext) => Promise<CommandOutput>;

/** The same for a command that takes folders, too: `folders` has them as they were read. */
export function overCoreOrFolders<G extends ReadFolders>(
  load: () => Promise<RunOver<G>>,
  findings?: LooksAt,
): (here: CommandContext, given: Omit<G, 'folders'> & GivenFolders) => Promise<CommandOutput> {
  return async (here, given) => {
    const isOverFolders = given.folder.length > 0;
    const folders = isOverFolders
      ? await (await import('../folders/open-folders.ts')).openFolders(here, given.folder)
      : [];
    const [run, ctx] = await Promise.all([
      load(),
      isOverFolders
        ? here.core(undefined, findings, undefined, folders)
        : here.core(given.config, findings),
    ]);
    return run(ctx, { ...given, folders } as unknown as G, here);
  };
}

/** The same for a command about one skill: of one folder, and its only skill without a URI. */
export function overOneSkill<G extends ReadFolders & { server: string; uri: string }>(
  load: () => Promise<RunOver<G>>,
  findings?: LooksAt,
): (
  here: CommandContext,
  given: Omit<G, 'folders' | 'server' | 'uri'> &
    GivenFolders & { readonly server: string | undefined; readonly uri: string | undefined },
) => Promise<CommandOutput> {
  type Given = Omit<G, 'server' | 'uri'> & {
    readonly folders: readonly FolderSource[];
    readonly server: string | undefined;
    readonly uri: string | undefined;
  };
  const loadOne = async (): Promise<RunOver<Given>> => {
    const run = await load();
    return async (ctx, given, here) => {
      const { server = '', uri, folders } = given;
      let one = { server, uri: uri ?? '' };
      if (folders.length > 0) {
        const { oneSkillIn, uncoveredLines } = await import('../folders/open-folders.ts');
        one = oneSkillIn(folders, uri);
        // A link out of the skill's folder is one that an app may follow.
        for (const line of uncoveredLines(folders, one.uri)) here.remark(line);
      }
      return run(ctx, { ...given, ...one } as unknown as G, here);
    };
  };
  return async (here, given) =>
    overCoreOrFolders(loadOne, findings)(
      here,
      given as unknown as Omit<Given, 'folders'> & GivenFolders,
    );
}

/** The flags that a use names, one or several. */
export const flagsIn = (named: FlagName | readonly FlagName[] | undefined): readonly FlagName[] =>
  named === undefined ? [] : typeof named === 'string' ? [named] : named;

/** Flags of every command that prints something. */
export const printing = { json: {} } as const;
/** Flags of commands that use the list of servers but start none. */
export const listing = { config: {}, json: {} } as const;
/**
 * Flags of commands that may start or contact servers. `run` first asks for permission to start the
 * commands of a list.
 */
export const common = { config: {}, 'allow-start': {}, json: {} } as const;
/** The same for commands that wait for what servers list. */
export const awaiting = { ...common, timeout: {} } as const;
/** A flag of commands about servers, for those that take folders, too. */
export const orFolder = { without: 'folder' } as const;
/** The words of such a command; `parse` takes them for folders. */
export const folderWords = [{ name: 'DIR', optional: true, many: true }] as const;
/** Flags of commands about one skill of a server or of a folder. */
export const onSkillOrFolder = {
  server: { required: true, unless: 'folder', without: 'folder' },
  uri: { required: true, unless: 'folder' },
  folder: { without: 'config' },
  config: {},
  'allow-start': { without: 'folder' },
  timeout: { without: 'folder' },
  json: {},
} as const;
/** Flags of commands about one skill. */
export const onSkill = {
  server: { required: true },
  uri: { required: true },
  ...awaiting,
} as const;

/** Where a command runs. It's an argument so that a test can supply another place. */
export interface CommandContext {
  readonly place: MachineInfo;
  readonly cwd: string;
  readonly stdin: AsyncIterable<Uint8Array>;
  /** For a command that speaks a protocol until it's told to end, instead of answering. */
  readonly process: CommandProcess;
  /** The person to ask; null with `--json` or without a terminal. */
  readonly person: TerminalUser | null;
  /** Prints lines at once, for a command that keeps running. */
  tell(lines: readonly OutputLine[]): Promise<void>;
  /** The same for lines about servers, with their secrets masked as in what a command returns. */
  tellMasked(lines: readonly OutputLine[]): Promise<void>;
  /** Prints one line on standard error, next to the answer. */
  remark(line: string): void;
  /**
   * Shows on standard error what a slow command is doing. Pass null to clear it before anything
   * else is printed.
   */
  progress(line: string | null): void;
  /**
   * Aborts when the process is told to end (Ctrl-C). From then on, the command that asked for this
   * signal ends on its own, with its own exit code.
   */
  ending(): AbortSignal;
  /**
   * `--config FILE`, else the list that the environment names, and whether `--allow-start` was
   * given.
   */
  composing(config?: string, allowStart?: boolean): ComposeOptions;
  /**
   * Returns the core, and creates it on first use. Inspects files only as far as `findings` says.
   * `folders` take the place of all servers. Throws a CommandError if it can't be created.
   */
  core(
    config?: string,
    findings?: LooksAt,
    allowStart?: boolean,
    folders?: readonly FolderSource[],
  ): Promise<AppContext>;
}

/**
 * Which files to inspect: every file that is read, or only those of changed skills, to find what's
 * new.
 */
export type LooksAt = 'with-findings' | 'of-changed';

/** Exit codes of `check` and `load`, for scripts. Anything but 0 means no. */
export function exitCodeOf(standing: StatusKind): number {
  switch (standing) {
    case 'approved':
      return 0;
    case 'undecided':
    case 'session':
      return 3;
    case 'denied':
      return 4;
    case 'changed':
      return 5;
    case 'refused':
      return 6;
    case 'blocked':
      return 7;
    case 'expired':
      return 8;
    case 'cannot-tell':
      return 2;
    default:
      return assertNever(standing);
  }
}

/**
 * Decodes a file or standard input. Rejects bytes that aren't UTF-8, because replacement characters
 * would change the text.
 */
export function textIn(bytes: Uint8Array, what: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new CommandError(`${what} is not UTF-8 text`, 'bad-input');
  }
}
