import {
  accessSync,
  closeSync,
  constants,
  openSync,
  readSync,
  statSync,
  type Stats,
} from 'node:fs';
import { delimiter, isAbsolute, join } from 'node:path';
import type { NotStarted } from '../../shared/model/server.ts';
import type { ChildCommand } from './child.ts';

/** What stood in the way of a start. */
interface WhyNotStarted {
  /** To go on after "Couldn’t start it: ". */
  readonly text: string;
  /** Absent where only the system's own word for it is known. */
  readonly spawn?: NotStarted;
}

/**
 * Why a command could not be started. The system says ENOENT of a folder, a command and an
 * interpreter alike, and EACCES of whatever may not be run; which one it is shows on the disk.
 */
export function whyNotStarted(
  { command, cwd, env }: Pick<ChildCommand, 'command' | 'cwd' | 'env'>,
  code: string,
  platform: NodeJS.Platform,
): WhyNotStarted {
  const folder = cwd === undefined ? null : folderFault(cwd);
  if (folder !== null) return folder;
  const isPath = command.includes('/') || (platform === 'win32' && command.includes('\\'));
  const path = isPath ? placed(command, cwd) : code === 'EACCES' ? onPath(command, env) : null;
  const file = path === null ? null : factsOf(path);
  if (file?.isDirectory() === true && path !== null)
    return because('it is a folder', 'is-folder', path);
  if (code === 'E2BIG')
    return because('its arguments and variables are longer than the system takes', 'too-long');
  if (file === null || path === null) return notThere(code, isPath);
  return platform === 'win32' ? onWindows(code) : (fileFault(path, file, code) ?? { text: code });
}

const because = (text: string, why: NotStarted['why'], path?: string): WhyNotStarted => ({
  text,
  spawn: path === undefined ? { why } : { why, path },
});

const placed = (command: string, cwd: string | undefined): string =>
  isAbsolute(command) || cwd === undefined ? command : join(cwd, command);

function folderFault(cwd: string): WhyNotStarted | null {
  const folder = factsOf(cwd);
  if (folder === null) return because(`its start folder ${cwd} doesn’t exist`, 'no-folder', cwd);
  if (!folder.isDirectory())
    return because(`its start folder ${cwd} isn’t a folder`, 'no-folder', cwd);
  return mayRun(cwd)
    ? null
    : because(`its start folder ${cwd} can’t be opened`, 'closed-folder', cwd);
}

function notThere(code: string, isPath: boolean): WhyNotStarted {
  if (code === 'EACCES') return because('it isn’t allowed to run', 'not-allowed');
  if (code === 'ENOENT' || code === 'ENOTDIR')
    return isPath
      ? because('there’s no such file', 'no-file')
      : because('there’s no such command', 'no-command');
  return { text: code };
}

/** Rights and first lines are not what Windows goes by. */
const onWindows = (code: string): WhyNotStarted =>
  code === 'EACCES' || code === 'EPERM'
    ? because('it isn’t allowed to run', 'not-allowed')
    : { text: code };

/** What is wrong with a file that is there. */
function fileFault(path: string, file: Stats, code: string): WhyNotStarted | null {
  if (code === 'EACCES' && (file.mode & 0o111) === 0)
    return because('the file isn’t executable', 'not-executable', path);
  if (code === 'ENOEXEC')
    return because(
      'the file isn’t a program and has no #! line that names one',
      'no-program',
      path,
    );
  if (code !== 'ENOENT' && code !== 'EACCES') return null;
  const interpreter = interpreterOf(path);
  if (interpreter?.endsWith('\r') === true)
    return because(
      'its first line ends with a Windows line ending, so the system doesn’t find its interpreter',
      'line-ends',
      path,
    );
  const facts = interpreter === null ? null : factsOf(interpreter);
  if (interpreter !== null && (facts === null || !facts.isFile()))
    return because(
      `${interpreter}, the program in its first line, ` +
        `is ${facts === null ? 'not there' : 'no file'}`,
      'no-interpreter',
      interpreter,
    );
  if (interpreter !== null && code === 'EACCES' && !mayRun(interpreter))
    return because(
      `${interpreter}, the program in its first line, isn’t executable`,
      'not-executable',
      interpreter,
    );
  return code === 'ENOENT'
    ? because('the file is there, but something it needs to run is missing', 'no-library')
    : because('the file is there, but isn’t executable', 'not-allowed');
}

/** The file that a name alone means, though it may not be run; null where no folder has one. */
function onPath(command: string, env: Readonly<Record<string, string>>): string | null {
  const folders = (env['PATH'] ?? '').split(delimiter).filter((folder) => folder !== '');
  const files = folders.map((folder) => join(folder, command));
  return files.find((file) => factsOf(file)?.isFile() === true) ?? null;
}

function factsOf(path: string): Stats | null {
  try {
    return statSync(path);
  } catch {
    return null;
  }
}

function mayRun(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

const firstLineBytes = 256;

/**
 * The program after `#!` in the first line of a file, with the CR that ends it; null without one.
 */
function interpreterOf(path: string): string | null {
  try {
    const file = openSync(path, 'r');
    try {
      const bytes = Buffer.alloc(firstLineBytes);
      const read = readSync(file, bytes, 0, firstLineBytes, 0);
      return /^#![ \t]*([^ \t\n]+)/.exec(bytes.toString('utf8', 0, read))?.[1] ?? null;
    } finally {
      closeSync(file);
    }
  } catch {
    return null;
  }
}

/** The last bytes that one process wrote to stderr. The attacker controls what and how much. */
export class StderrTail {
  readonly #maxBytes: number;
  #chunks: Buffer[] = [];
  #bytes = 0;
  #written = 0;
  /** Lines of which nothing is kept any more, without empty ones. */
  #lost = 0;
  /** Of the line whose beginning is not kept any more, whether there was anything in it. */
  #isCut = false;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  push(chunk: Buffer): void {
    this.#chunks.push(chunk);
    this.#bytes += chunk.length;
    this.#written += chunk.length;
    while (this.#bytes > this.#maxBytes) {
      const first = this.#chunks[0] as Buffer;
      const over = this.#bytes - this.#maxBytes;
      if (first.length <= over) {
        this.#chunks.shift();
        this.#lose(first);
      } else {
        this.#chunks[0] = first.subarray(over);
        this.#lose(first.subarray(0, over));
      }
    }
    // A flood of tiny writes must not cost one object each.
    if (this.#chunks.length > 1_024) this.#chunks = [Buffer.concat(this.#chunks)];
  }

  /** The last `max` lines, oldest first, without empty ones, and how many came before them. */
  tail(max: number): { readonly lines: string[]; readonly lost: number } {
    const [first = '', ...others] = Buffer.concat(this.#chunks).toString('utf8').split(/\r?\n/);
    // Only its end is kept of it, which is nothing to show.
    const isFirstLost = this.#isCut && others.length > 0 && first.trim() === '';
    const kept = [first, ...others].filter((line) => line.trim() !== '');
    const lost = this.#lost + Number(isFirstLost) + Math.max(0, kept.length - max);
    return { lines: kept.slice(-max), lost };
  }

  /** How many bytes the process has written. */
  get written(): number {
    return this.#written;
  }

  /** The last `max` lines of what came after the first `from` bytes, without empty ones. */
  since(from: number, max: number): string[] {
    const lost = this.#written - this.#bytes;
    const rest = Buffer.concat(this.#chunks).subarray(Math.max(0, from - lost));
    const lines = rest.toString('utf8').split(/\r?\n/);
    return lines.filter((line) => line.trim() !== '').slice(-max);
  }

  /** Byte by byte: a server may write nothing but empty lines, and each text costs an object. */
  #lose(bytes: Buffer): void {
    this.#bytes -= bytes.length;
    for (const byte of bytes) {
      if (byte === 0x0a) {
        if (this.#isCut) this.#lost += 1;
        this.#isCut = false;
      } else if (byte > 0x20) this.#isCut = true;
    }
  }
}
