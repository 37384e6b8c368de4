import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Names the folder of one test run, for what several files share. */
export const testFolderVariable = 'SKILLGATE_TEST_FOLDER';

/** vitest's global setup: created before the first test file, removed after the last. */
export default function setup(): () => void {
  const folder = mkdtempSync(join(tmpdir(), 'skillgate-run-'));
  process.env[testFolderVariable] = folder;
  return () => rmSync(folder, { recursive: true, force: true });
}
