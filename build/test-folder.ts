import { accessSync, constants, mkdtempSync, readFileSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Names the folder of one test run, for what several files share. */
export const testFolderVariable = 'SKILLGATE_TEST_FOLDER';
const memory = '/dev/shm';
const neededBytes = 2 ** 31;

/**
 * vitest's global setup: everything temporary goes to a folder that's created before the first test
 * file and removed after the last. It's in memory where that's possible, because much of a test of
 * a store is waiting for the disk.
 */
export default function setup(): () => void {
  const folder = mkdtempSync(join(isUsable(memory) ? memory : tmpdir(), 'skillgate-run-'));
  process.env[testFolderVariable] = folder;
  if (process.platform !== 'win32') process.env['TMPDIR'] = folder;
  return () => rmSync(folder, { recursive: true, force: true });
}

/** Tests start programs that they write, and some write many megabytes. */
function isUsable(place: string): boolean {
  try {
    accessSync(place, constants.W_OK);
    const { bavail, bsize } = statfsSync(place);
    const [, , , options = ''] =
      readFileSync('/proc/mounts', 'utf8')
        .split('\n')
        .map((line) => line.split(' '))
        .find(([, at]) => at === place) ?? [];
    return (
      bavail * bsize >= neededBytes && options !== '' && !options.split(',').includes('noexec')
    );
  } catch {
    return false;
  }
}
