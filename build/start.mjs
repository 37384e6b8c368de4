import { readdirSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { ensureRuntime, noWindowReason } from './electron-runtime/index.mjs';
import { run } from './processes.mjs';

/**
 * `npm start [-- --browser] [-- arguments]`: builds if `dist/` is missing or older than the
 * sources, then opens the Electron shell, or the browser shell if Electron can't run.
 */
const root = fileURLToPath(new URL('..', import.meta.url));
const outputs = [
  'dist/cli.js',
  'dist/findings/worker.cjs',
  'dist/main.cjs',
  'dist/preload.cjs',
  'dist/sample-server.js',
  'dist/renderer/index.html',
];
const sources = [
  'electron',
  'renderer',
  'shared',
  'package.json',
  'package-lock.json',
  'build/vite.findings.ts',
  'build/vite.main.ts',
  'build/vite.node.ts',
  'build/vite.preload.ts',
  'build/vite.renderer.ts',
];

function changedAt(path) {
  const stat = statSync(path);
  if (!stat.isDirectory()) return stat.mtimeMs;
  let newest = 0;
  for (const entry of readdirSync(path, { withFileTypes: true })) {
    if (/\.test\.tsx?$/.test(entry.name)) continue;
    newest = Math.max(newest, changedAt(`${path}/${entry.name}`));
  }
  return newest;
}

function isBuilt() {
  try {
    const builtAt = Math.min(...outputs.map((path) => statSync(root + path).mtimeMs));
    return sources.every((path) => changedAt(root + path) <= builtAt);
  } catch {
    return false;
  }
}

const args = process.argv.slice(2).filter((argument) => argument !== '--browser');

async function whyBrowser() {
  if (process.argv.includes('--browser')) return 'asked for with --browser';
  if (process.env.ELECTRON_SKIP) return 'ELECTRON_SKIP is set';
  const reason = noWindowReason();
  if (reason !== null) return reason;
  const runtime = await ensureRuntime();
  if (runtime.reason !== undefined) return runtime.reason;

  const startedAt = Date.now();
  const code = await run(runtime.path, [root, ...args]);
  if (code === 0 || Date.now() - startedAt > 5000) process.exit(code);
  return `Electron ended at once with code ${code}`;
}

if (!isBuilt()) {
  console.log('Building Skillgate …');
  const code = await run(process.execPath, [`${root}build/build.mjs`]);
  if (code !== 0) process.exit(code);
}
console.log(`Using the browser shell: ${await whyBrowser()}.`);
process.exit(await run(process.execPath, [`${root}dist/cli.js`, 'serve', ...args]));
