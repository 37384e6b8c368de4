import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { bundleEntry } from './bench/bundle.mjs';

/**
 * `node build/frontmatter-refusals.mjs FOLDER`: reads every SKILL.md below the folder and prints
 * how many are rejected, by cause. For a collection of real skills; none is stored here.
 */
const [folder] = process.argv.slice(2);
if (folder === undefined) {
  console.error('frontmatter-refusals: which folder?');
  process.exit(2);
}
const scratch = mkdtempSync(join(tmpdir(), 'skillgate-refusals-'));
try {
  const entry = await bundleEntry('frontmatter', scratch);
  const { status, stdout } = spawnSync(process.execPath, [entry, 'count', resolve(folder)], {
    stdio: ['ignore', 'pipe', 'inherit'],
    encoding: 'utf8',
  });
  if (status !== 0) process.exitCode = 1;
  else console.log(JSON.stringify(JSON.parse(stdout), null, 2));
} finally {
  rmSync(scratch, { recursive: true, force: true });
}
