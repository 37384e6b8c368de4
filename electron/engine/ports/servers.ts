import type { ConfiguredServer, ServerConfig } from '../../core/server-config.ts';
import type { SecretPlace } from '../../core/import/secret-list.ts';
import type { ConfigOrigin } from '../../core/import/foreign/missing-values.ts';
import type { FoundFolder, NotStarted } from '../../../shared/model/server.ts';
import type { Result } from '../../../shared/result.ts';
import type { LoginShellPath } from '../../core/start/login-path.ts';

/**
 * Servers that are configured, and what a person allowed them. Implemented in `electron/storage`.
 */

export type { ConfiguredServer, SecretPlace, ServerConfig };

/** A server to write, in place of the one labeled `replaces`. */
export interface WrittenServer {
  readonly label: string;
  readonly config: ServerConfig;
  readonly replaces?: string;
}

/** How a server is written. */
interface WriteOptions {
  /** False adds it switched off. */
  readonly enabled?: boolean;
  /** The person said yes to secrets that anybody who can read the file can read. */
  readonly inTheClear?: boolean;
}

export interface ServersStore {
  list(): Promise<readonly ConfiguredServer[]>;
  /**
   * The secrets that writing these would leave in the file unencrypted. `replaces`: the label that
   * the server has now, whose secrets of the same places are in the file already.
   */
  wouldBeClear(servers: readonly WrittenServer[]): Promise<readonly SecretPlace[]>;
  /**
   * `label` must be free. Unknown keys of the file survive every write. 'secrets': those of the
   * configuration cannot be kept where they are protected now, and are not written elsewhere.
   * 'clear': they would stand in the file as they are, and nobody said yes to that. 'unclear': the
   * file cannot be changed so without losing something of it.
   */
  add(
    label: string,
    config: ServerConfig,
    writing?: WriteOptions,
  ): Promise<Result<void, 'label-taken' | 'unwritable' | 'secrets' | 'clear' | 'unclear'>>;
  update(
    label: string,
    newLabel: string,
    config: ServerConfig,
    writing?: Pick<WriteOptions, 'inTheClear'>,
  ): Promise<
    Result<void, 'not-found' | 'label-taken' | 'unwritable' | 'secrets' | 'clear' | 'unclear'>
  >;
  remove(label: string): Promise<Result<void, 'not-found' | 'unwritable' | 'secrets' | 'unclear'>>;
  setEnabled(
    label: string,
    enabled: boolean,
  ): Promise<Result<void, 'not-found' | 'unwritable' | 'secrets' | 'unclear'>>;
  /** Somebody else changed the list (a session list never changes). */
  onChange(listener: () => void): () => void;
  /** Path of the file, for messages. */
  readonly path: string;
}

/** Local folders that a person looks at as servers. */
export interface FolderList {
  /** Those with skills where apps look for them. Opens no file. */
  found(): Promise<readonly FoundFolder[]>;
  /**
   * Adds the folder that a person named; one that's there already is only named. Opens no file. The
   * error is one sentence for people; `isUnwritable`: the list couldn't be saved.
   */
  add(
    given: string,
  ): Promise<Result<{ readonly label: string }, { message: string; isUnwritable: boolean }>>;
}

/** Which exact commands a person has allowed to start. */
export interface ConsentStore {
  /** 'changed' = this label was allowed with another fingerprint. */
  state(label: string, fingerprint: string): Promise<'allowed' | 'new' | 'changed'>;
  allow(label: string, fingerprint: string): Promise<Result<void, 'unwritable'>>;
  /** Asks again for whatever comes under this label. */
  forget(label: string): Promise<Result<void, 'unwritable'>>;
}

/** A configuration file of another program. */
export interface ForeignFile {
  /** For a person: `Cursor (this folder)`. */
  readonly source: string;
  readonly path: string;
  readonly origin: ConfigOrigin;
  /** The error is one sentence about a file that is there and is not read. */
  readonly text: Result<string, string>;
}

/** Other programs' configuration files. Reads only; starts nothing. */
export interface ImportSources {
  /** Those that are there, of the person and of the folder that the program runs in. */
  find(): Promise<readonly ForeignFile[]>;
  /**
   * One that the person names, understood as the file of the program whose place or name it has.
   */
  open(path: string): Promise<ForeignFile>;
}

/** What an app sees of a server that it starts or contacts. */
export type ServerTrial =
  | {
      readonly outcome: 'ready';
      readonly tools: readonly string[];
      readonly prompts: readonly string[];
      /** How many it lists with `skills/list`; null if it doesn't declare the extension. */
      readonly skills: number | null;
    }
  | { readonly outcome: 'failed'; readonly reason: string };

/**
 * Connects as an app would, looks at what the server offers, and ends it; at once if `signal`
 * aborts.
 */
export type TrialRunner = (
  label: string,
  config: ServerConfig,
  signal: AbortSignal,
) => Promise<ServerTrial>;

export type StartCommand = Extract<ServerConfig, { type: 'stdio' }>;

/** Why a command has no folder to start in: `text` goes on after "Couldn’t start it: ". */
export interface NoStartFolder {
  readonly text: string;
  readonly spawn: NotStarted;
}

/** Where servers start. Implemented in `electron/storage`. */
export interface StartPlaces {
  /**
   * The folder to start a command in, checked now; undefined: the one that this process was given.
   */
  folderFor(command: StartCommand): Promise<Result<string | undefined, NoStartFolder>>;
  /** The part of a command that counts from a folder where it names none; null: there is none. */
  relativeIn(command: StartCommand): string | null;
  /** The file that the command means on this machine; null where there is none. */
  programOf(command: StartCommand): Promise<string | null>;
  /** The PATH that commands are searched on and start with; null: that of this process. */
  searchPath(): Promise<string | null>;
  /** What the login shell's PATH has, asked once; also where commands aren't searched on it. */
  loginShell(): Promise<LoginShellPath>;
}
