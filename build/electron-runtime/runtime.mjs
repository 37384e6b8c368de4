import { spawnSync } from 'node:child_process';
import { closeSync, existsSync, openSync, readFileSync, readSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { reasonIn, runDownload } from '../processes.mjs';
import { installLibraries } from './libraries.mjs';
import { ensureTestRuntime, testRuntimePath } from './registry.mjs';

const npmPackage = fileURLToPath(new URL('../../node_modules/electron/', import.meta.url));

/** Where the `electron` package keeps its executable inside a runtime's folder. */
const usualNames = {
  darwin: 'Electron.app/Contents/MacOS/Electron',
  win32: 'electron.exe',
};
const inFolder = (folder) => join(folder, usualNames[process.platform] ?? 'electron');

/**
 * A runtime's own report: `{electron, node}`, or `{reason}` if it doesn't start: wrong
 * architecture, missing library, not an Electron.
 */
function askVersions(path) {
  const asked = spawnSync(path, ['-p', 'JSON.stringify(process.versions)'], {
    env: { ...process.env, ELECTRON_RUN_AS_NODE: '1' },
    encoding: 'utf8',
    timeout: 30_000,
  });
  try {
    const { electron, node } = JSON.parse(asked.stdout);
    if (typeof electron === 'string') return { electron, node };
  } catch {
    // What it printed is the reason.
  }
  return { reason: asked.error?.message ?? reasonIn(`${asked.stderr}\n${asked.stdout}`) };
}

const machines = { x64: 0x3e, arm64: 0xb7, ia32: 0x03, arm: 0x28 };

/** Whether a Linux program is for another processor: a shell would take it for a script. */
function isForeign(path) {
  const head = Buffer.alloc(20);
  const file = openSync(path);
  readSync(file, head);
  closeSync(file);
  if (process.platform !== 'linux' || head.toString('latin1', 0, 4) !== '\x7fELF') return false;
  return head.readUInt16LE(18) !== machines[process.arch];
}

/** A runtime as `{path, folder, source, electron, node}`, or `{reason}`. */
function look(path, source) {
  if (!existsSync(path)) return { reason: `${path} is not there` };
  if (isForeign(path)) return { reason: `${path} is not for ${process.arch}` };
  let versions = askVersions(path);
  if (versions.reason !== undefined && installLibraries(path)) versions = askVersions(path);
  return versions.reason === undefined
    ? { path, folder: dirname(path), source, ...versions }
    : { reason: `${path} does not start (${versions.reason})` };
}

/** Path of the executable that the `electron` package fetched, or null. */
function packagePath() {
  try {
    const path = `${npmPackage}dist/${readFileSync(`${npmPackage}path.txt`, 'utf8').trim()}`;
    return existsSync(path) ? path : null;
  } catch {
    return null;
  }
}

async function downloadPackage() {
  console.log('Fetching the Electron runtime (once) …');
  const { output } = await runDownload(process.execPath, [`${npmPackage}install.js`], {
    stallMs: 20_000,
  });
  return reasonIn(output);
}

/**
 * The first of these that starts: the Electron in `ELECTRON_OVERRIDE_DIST_PATH`, the `electron`
 * package's own (downloaded if possible) and, for tests only, the registry's older one. Returns
 * `{path, folder, source, electron, node}`, or `{reason}` in one line.
 */
export async function ensureRuntime({ forTests = false } = {}) {
  const override = process.env.ELECTRON_OVERRIDE_DIST_PATH;
  if (override) {
    const found = look(inFolder(override), 'override');
    return found.reason === undefined
      ? found
      : { reason: `ELECTRON_OVERRIDE_DIST_PATH is set, but ${found.reason}` };
  }
  const own = packagePath();
  if (own !== null) return look(own, 'package');
  // The registry answers in seconds; the other download may take long to fail.
  const kept = forTests ? testRuntimePath() : null;
  if (kept !== null) return look(kept, 'registry');
  const refused = await downloadPackage();
  const downloaded = packagePath();
  if (downloaded !== null) return look(downloaded, 'package');
  const reason = `the Electron runtime could not be downloaded (${refused})`;
  if (!forTests) return { reason };
  const fetched = await ensureTestRuntime();
  return fetched.reason === undefined
    ? look(fetched.path, 'registry')
    : { reason: `${reason}, and ${fetched.reason}` };
}
