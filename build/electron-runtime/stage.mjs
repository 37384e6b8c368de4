import { copyFileSync, cpSync, linkSync, mkdirSync, mkdtempSync, readdirSync } from 'node:fs';
import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { sandboxed } from './unprivileged.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** The files of the desktop app, from the build's folder. */
const parts = ['main.cjs', 'preload.cjs', 'renderer', 'findings'];

/** A hard link if the file system supports it, for 300 MB that nobody changes; otherwise a copy. */
function link(from, to) {
  try {
    linkSync(from, to);
  } catch {
    copyFileSync(from, to);
  }
}

function linkFolder(from, to) {
  mkdirSync(to, { recursive: true });
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    // A runtime contains its own start page, or another program.
    if (entry.name === 'resources') continue;
    if (entry.isDirectory()) linkFolder(join(from, entry.name), join(to, entry.name));
    else link(join(from, entry.name), join(to, entry.name));
  }
}

/** The command beside the window; in a package it's a separate program. */
function putCommand(folder) {
  mkdirSync(folder, { recursive: true });
  const cli = join(root, 'dist', 'cli.js');
  writeFileSync(
    join(folder, 'skillgate'),
    `#!/bin/sh\nexec '${process.execPath}' '${cli}' "$@"\n`,
    { mode: 0o755 },
  );
}

/** The built app as in a package; an older runtime first loads what it lacks. */
function putApp(folder, runtime) {
  mkdirSync(join(folder, 'dist'), { recursive: true });
  for (const name of parts)
    cpSync(join(root, 'dist', name), join(folder, 'dist', name), { recursive: true });
  const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const { name, version, description, author, license, main } = manifest;
  const old = Number.parseInt(runtime.node, 10) < 20;
  if (old) copyFileSync(join(import.meta.dirname, 'preamble.cjs'), join(folder, 'preamble.cjs'));
  writeFileSync(
    join(folder, 'package.json'),
    JSON.stringify({
      ...{ name, version, description, author, license },
      main: old ? 'preamble.cjs' : main,
    }),
  );
}

/**
 * Puts the built app into a copy of a runtime (of `ensureRuntime`) in a separate folder, like an
 * installed app. Returns `{path, args, folder, remove}`: what to start, and the arguments before
 * the app's own.
 */
export function stageApp(runtime) {
  if (process.platform !== 'linux')
    return { path: runtime.path, args: [root], folder: null, remove() {} };
  const folder = mkdtempSync(join(tmpdir(), 'skillgate-electron-'));
  try {
    linkFolder(runtime.folder, folder);
    const executable = join(folder, 'skillgate');
    renameSync(join(folder, 'electron'), executable);
    putApp(join(folder, 'resources', 'app'), runtime);
    putCommand(join(folder, 'resources', 'command'));
    return {
      path: sandboxed(executable, join(folder, 'start')),
      args: ['--disable-gpu'],
      folder,
      remove: () => rmSync(folder, { recursive: true, force: true }),
    };
  } catch (error) {
    rmSync(folder, { recursive: true, force: true });
    throw error;
  }
}
