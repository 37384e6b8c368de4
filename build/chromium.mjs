import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { chromium } from '@playwright/test';
import { canInstall, installDebian } from './debian.mjs';
import { reasonIn, runDownload } from './processes.mjs';

const names = [
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'chrome',
  'microsoft-edge',
];
const usualPlaces = {
  darwin: [
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    '/Applications/Chromium.app/Contents/MacOS/Chromium',
  ],
  win32: [
    'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
    'C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe',
  ],
};

/**
 * An existing file that starts: some distributions ship a stub, and some downloads lack libraries.
 */
function works(path) {
  if (!path || !existsSync(path)) return false;
  // On Windows `--version` opens a window instead of answering.
  return (
    process.platform === 'win32' ||
    spawnSync(path, ['--version'], { timeout: 20_000, stdio: 'ignore' }).status === 0
  );
}

function playwrightsOwn() {
  try {
    return chromium.executablePath();
  } catch {
    return '';
  }
}

/** Chromium without a window's parts: the same page for a tenth less processor time. */
const headlessNames = ['chromium-headless-shell', 'chrome-headless-shell'];

const findOnPath = (wanted, env) => {
  const suffix = process.platform === 'win32' ? '.exe' : '';
  return (env.PATH ?? '')
    .split(delimiter)
    .filter(Boolean)
    .flatMap((folder) => wanted.map((name) => join(folder, name + suffix)));
};

/**
 * Path of a headless shell that starts, or null. Its native controls differ by some pixels, so pictures
 * need `findChromium`. CHROMIUM_PATH goes first: whoever names a browser means that one.
 */
export function findHeadlessShell(env = process.env) {
  return env.CHROMIUM_PATH ? null : (findOnPath(headlessNames, env).find(works) ?? null);
}

/**
 * Path of a Chromium that starts: CHROMIUM_PATH, the usual names on PATH, the usual locations, then
 * Playwright's own; null if there's none.
 */
export function findChromium(env = process.env) {
  if (env.CHROMIUM_PATH) return works(env.CHROMIUM_PATH) ? env.CHROMIUM_PATH : null;
  return (
    [...findOnPath(names, env), ...(usualPlaces[process.platform] ?? []), playwrightsOwn()].find(
      works,
    ) ?? null
  );
}

/** Finds or installs Chromium. Returns `{path}`, or `{reason}` in one line. */
export async function ensureChromium() {
  const found = findChromium();
  if (found !== null) return { path: found };
  if (process.env.CHROMIUM_PATH)
    return { reason: `CHROMIUM_PATH is ${process.env.CHROMIUM_PATH}, which does not start` };

  console.log('Chromium is not here; installing it with Playwright …');
  const cli = join(import.meta.dirname, '../node_modules/@playwright/test/cli.js');
  const download = await runDownload(process.execPath, [cli, 'install', 'chromium'], {
    stallMs: 30_000,
    env: { PLAYWRIGHT_DOWNLOAD_CONNECTION_TIMEOUT: '15000' },
  });
  const downloaded = findChromium();
  if (downloaded !== null) return { path: downloaded };

  if (canInstall()) {
    console.log("Playwright could not provide it; installing Debian's chromium …");
    installDebian(['chromium', headlessNames[0]], { recommended: true });
    const installed = findChromium();
    if (installed !== null) return { path: installed };
  }
  return {
    reason: `no Chromium: set CHROMIUM_PATH or install one (Playwright: ${download.ok ? 'installed one that does not start' : reasonIn(download.output)})`,
  };
}
