import type { ComposeOptions } from '../../compose-core.ts';
import type { OutputLine } from './output.ts';
import type { TerminalUser } from './terminal-user.ts';
import type { MachineInfo } from '../../storage/disk/data-folder.ts';
import type { EngineParts } from '../../engine/parts.ts';
import type { FolderSource } from '../../storage/folders/folder-source.ts';

/** Where a command runs. It's an argument so that a test can supply another place. */
export interface CommandContext {
  readonly place: MachineInfo;
  readonly cwd: string;
  readonly stdin: AsyncIterable<Uint8Array>;
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
  ): Promise<EngineParts>;
}

/**
 * Which files to inspect: every file that is read, or only those of changed skills, to find what's
 * new.
 */
export type LooksAt = 'with-findings' | 'of-changed';
