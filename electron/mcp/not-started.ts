import { closeSync, openSync, readSync, statSync, type Stats } from 'node:fs';
import { isAbsolute, join } from 'node:path';

/**
 * Why a command could not be started, to go on after "Could not start it: ". The system says ENOENT of a
 * folder, a command and an interpreter alike; which one is missing shows on the disk.
 */
export function whyNotStarted(command: string, cwd: string | undefined, code: string): string {
  if (cwd !== undefined) {
    const folder = factsOf(cwd);
    if (folder === null) return `the folder ${cwd} to start it in does not exist`;
    if (!folder.isDirectory()) return `${cwd}, where it is to be started, is no folder`;
  }
  const path = isAbsolute(command) ? command : join(cwd ?? '', command);
  const isPath = command.includes('/') || command.includes('\\');
  const file = isPath ? factsOf(path) : null;
  if (file?.isDirectory() === true) return 'it is a folder';
  if (code === 'ENOENT' && file !== null) {
    const interpreter = interpreterOf(path);
    return interpreter === null
      ? 'the file is there, and what it needs to run is not'
      : `${interpreter}, which its first line names to run it, is not there`;
  }
  if (code === 'ENOENT') return isPath ? 'there is no such file' : 'there is no such command';
  if (code === 'EACCES')
    return file === null
      ? 'it is not allowed to run'
      : 'the file is there, and is not allowed to run (chmod +x)';
  return code;
}

function factsOf(path: string): Stats | null {
  try {
    return statSync(path);
  } catch {
    return null;
  }
}

const firstLineBytes = 256;

/** What stands behind `#!` in the first line of a file; null without one. */
function interpreterOf(path: string): string | null {
  try {
    const file = openSync(path, 'r');
    try {
      const bytes = Buffer.alloc(firstLineBytes);
      const read = readSync(file, bytes, 0, firstLineBytes, 0);
      return /^#![ \t]*(\S+)/.exec(bytes.toString('utf8', 0, read))?.[1] ?? null;
    } finally {
      closeSync(file);
    }
  } catch {
    return null;
  }
}
