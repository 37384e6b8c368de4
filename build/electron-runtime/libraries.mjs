import { spawnSync } from 'node:child_process';
import { installDebian } from '../debian.mjs';

/**
 * Libraries that Electron links to and Debian may lack; a transition may have added a suffix to a
 * name.
 */
const packages = [
  'libasound2',
  'libatk-bridge2.0-0',
  'libatk1.0-0',
  'libatspi2.0-0',
  'libcairo2',
  'libcups2',
  'libdbus-1-3',
  'libdrm2',
  'libexpat1',
  'libgbm1',
  'libglib2.0-0',
  'libgtk-3-0',
  'libnspr4',
  'libnss3',
  'libpango-1.0-0',
  'libx11-6',
  'libxcb1',
  'libxcomposite1',
  'libxdamage1',
  'libxext6',
  'libxfixes3',
  'libxkbcommon0',
  'libxrandr2',
];

/** Names of the libraries that a program links to and that this machine lacks. */
export function missingLibraries(path) {
  if (process.platform !== 'linux') return [];
  const { stdout } = spawnSync('ldd', [path], { encoding: 'utf8' });
  return [...(stdout ?? '').matchAll(/^\s*(\S+) => not found/gm)].map(([, name]) => name);
}

/** Installs what's missing if possible. Returns whether it did. */
export function installLibraries(path) {
  const missing = missingLibraries(path);
  if (missing.length === 0) return false;
  console.log(`Electron needs ${missing.join(', ')}; installing Debian's …`);
  return installDebian(packages);
}
