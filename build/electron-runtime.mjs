import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { reasonIn, runDownload } from './processes.mjs';

const folder = fileURLToPath(new URL('../node_modules/electron/', import.meta.url));

/**
 * Path of the Electron executable when its runtime is on this machine, else null. Fetches nothing.
 */
export function electronPath() {
  const base = process.env.ELECTRON_OVERRIDE_DIST_PATH ?? `${folder}dist`;
  try {
    const path = `${base}/${readFileSync(`${folder}path.txt`, 'utf8').trim()}`;
    return existsSync(path) ? path : null;
  } catch {
    return null;
  }
}

/** Why a native window cannot be shown here at all, or null. */
export function noWindowReason(
  env = process.env,
  platform = process.platform,
  uid = process.getuid?.(),
) {
  if (platform !== 'linux') return null;
  if (!env.DISPLAY && !env.WAYLAND_DISPLAY) return 'there is no display';
  // Chromium's sandbox does not work for root, and this app never runs without it.
  if (uid === 0) return 'Electron keeps its sandbox on, which root cannot use';
  return null;
}

/**
 * Gives `{path}`, or `{reason}` when the runtime is neither here nor to be had within a bounded
 * wait.
 */
export async function ensureElectron() {
  const here = electronPath();
  if (here !== null) return { path: here };
  console.log('Fetching the Electron runtime (once) …');
  const { output } = await runDownload(process.execPath, [`${folder}install.js`], {
    stallMs: 20_000,
  });
  const path = electronPath();
  return path === null
    ? { reason: `the Electron runtime could not be downloaded (${reasonIn(output)})` }
    : { path };
}
