import type { NotStarted } from '../../../shared/model/server.ts';
import type { Result } from '../../../shared/result.ts';
import type { ServerConfig } from '../../core/server-config.ts';
import type { LoginShellPath } from '../../core/start/login-path.ts';

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
