import type { ComposeOptions } from '../../compose-core.ts';
import type { OutputLine } from './output.ts';
import type { TerminalUser } from './terminal-user.ts';
import type { MachineInfo } from '../../storage/disk/data-folder.ts';
import type { EngineParts } from '../../engine/parts.ts';

/** Where a command runs; an argument, so that a test can be somewhere else. */
export interface CommandContext {
  readonly place: MachineInfo;
  readonly cwd: string;
  readonly stdin: AsyncIterable<Uint8Array>;
  /** Whoever can be asked; null with `--json` and where nobody sits at a terminal. */
  readonly person: TerminalUser | null;
  /** Prints lines now, for a command that goes on. */
  tell(lines: readonly OutputLine[]): Promise<void>;
  /** Says one line on standard error, beside the answer. */
  remark(line: string): void;
  /**
   * Says on standard error what a command is at that takes longer than a moment; null takes it away, before
   * anything else is printed.
   */
  progress(line: string | null): void;
  /**
   * Aborts when the process is told to end (Ctrl-C): from then on the command that asked for it ends by
   * itself, with a code of its own.
   */
  ending(): AbortSignal;
  /** `--config FILE`, else what the environment says, and whether `--allow-start` was given. */
  composing(config?: string, allowStart?: boolean): ComposeOptions;
  /**
   * The held state, made when it is first asked for. Rules look at what is read only where `findings`
   * says so. Throws a CommandError when it cannot.
   */
  core(config?: string, findings?: LooksAt, allowStart?: boolean): Promise<EngineParts>;
}

/** What rules look at: every file that is read, or those of changed skills, to say what is new. */
export type LooksAt = 'with-findings' | 'of-changed';
