import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { ensureRuntime } from './electron-runtime/index.mjs';
import { debianArchitecture, makeDeb } from './packages/debian.mjs';
import { editionOf } from './packages/edition.mjs';
import { makeExecutable } from './packages/executable.mjs';
import { addKeychain, keychainPart } from './packages/keychain.mjs';
import { demandMachine } from './packages/machine.mjs';
import { writePapers } from './packages/papers.mjs';
import { CannotMake, demandRoom, reasonOf } from './packages/reason.mjs';
import { writeSums } from './packages/sums.mjs';
import { runTool } from './packages/tool.mjs';
import { makeOther, makeUnpacked, platform } from './packages/unpacked.mjs';

/**
 * `npm run dist [-- --output FOLDER]`: builds (`--built`: was just done) and makes every package
 * that this machine can into `release/`. Ends with a summary of what it made, what it didn't and
 * why. Exits with 1 if something failed that should work here; missing tools don't count.
 */
const root = fileURLToPath(new URL('..', import.meta.url));
const { values } = parseArgs({
  options: { output: { type: 'string' }, built: { type: 'boolean' } },
});
const release = resolve(values.output ?? join(root, 'release'));
const work = join(root, '.cache/dist');
const product = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const made = [];
const notMade = [];
let failed = false;

/** The commit's time, so that builds are reproducible; a source archive has none. */
function commitTime() {
  const asked = spawnSync('git', ['log', '-1', '--format=%ct'], { cwd: root, encoding: 'utf8' });
  const seconds = Number(process.env.SOURCE_DATE_EPOCH ?? (asked.stdout || NaN));
  return new Date(Number.isFinite(seconds) ? seconds * 1000 : Date.UTC(1980, 0, 1));
}

/** Makes one package. False if it couldn't; the reason is kept for the report. */
async function attempt(name, make) {
  console.log(`making ${name} …`);
  try {
    made.push(...(await make()));
    return true;
  } catch (error) {
    notMade.push(`${name}: ${reasonOf(error, release)}`);
    if (!(error instanceof CannotMake)) failed = true;
    return false;
  }
}

async function findRuntime() {
  const named = process.env.ELECTRON_OVERRIDE_DIST_PATH;
  // Check this first, because a program for another processor only says that it doesn't start.
  if (named) demandMachine(join(named, 'electron'));
  const runtime = await ensureRuntime({ forTests: true });
  if (runtime.reason !== undefined)
    throw new CannotMake(
      `there is no Electron to pack: ${runtime.reason}; name a folder that has one with ELECTRON_OVERRIDE_DIST_PATH`,
    );
  demandMachine(runtime.path);
  return runtime;
}

async function main() {
  const runtime = await findRuntime();
  mkdirSync(release, { recursive: true });
  demandRoom(release);
  const own = JSON.parse(readFileSync(join(root, 'node_modules/electron/package.json'), 'utf8'));
  const edition = editionOf(runtime, own.version);
  if (!edition.ships)
    console.log(
      `Electron ${edition.electron} instead of ${own.version}: these packages are TEST-ONLY.`,
    );
  rmSync(release, { recursive: true, force: true });
  mkdirSync(release, { recursive: true });

  if (values.built !== true)
    await runTool(process.execPath, [join(root, 'build/build.mjs')], { cwd: root });
  const vite = join(root, 'node_modules/vite/bin/vite.js');
  const config = ['build', '--config', join(root, 'build/vite.command.ts'), '--logLevel', 'warn'];
  await runTool(process.execPath, [vite, ...config], { cwd: root });

  const extra = join(work, 'extra');
  rmSync(extra, { recursive: true, force: true });
  const builtAt = commitTime();
  const runtimes = [
    { name: 'Electron', version: edition.electron, license: 'MIT' },
    { name: 'Node.js', version: process.versions.node, license: 'MIT' },
  ];
  const stem = `skillgate-${product.version}${edition.mark}`;
  const sbom = join(release, `${stem}.cdx.json`);
  await makeAll({ extra, builtAt, runtimes, sbom, edition, runtime });
  rmSync(join(release, '.builder'), { recursive: true, force: true });
  if (made.length > 0)
    await writeSums(
      release,
      made.filter((name) => statSync(join(release, name)).isFile()),
    );
}

async function makeAll({ extra, builtAt, runtimes, sbom, edition, runtime }) {
  await attempt('notices and bill of materials', async () => {
    const { folders: beside } = keychainPart(root);
    writePapers({ root, folder: extra, sbom, product, runtimes, builtAt, beside });
    return [basename(sbom)];
  });
  await attempt('command', async () => {
    const name = process.platform === 'win32' ? 'skillgate.exe' : 'skillgate';
    const script = join(work, 'command/skillgate.cjs');
    const output = join(extra, 'command', name);
    await makeExecutable({ root, script, output, version: product.version });
    addKeychain({ file: keychainPart(root).file, command: output });
    // `skillgate serve` shows the same page and uses the same rules, but can't read the app's
    // archive.
    for (const part of ['renderer', 'findings'])
      cpSync(join(root, 'dist', part), join(extra, 'command', part), {
        recursive: true,
        filter: (path) => !path.endsWith('.map'),
      });
    return [];
  });
  // Stop here: without its notices a package may not be distributed.
  if (notMade.length > 0) throw new CannotMake('without those there is nothing to give away');
  let app;
  const unpacked = await attempt('unpacked app', async () => {
    app = await makeUnpacked({ root, work, release, edition, runtime, extra });
    return [basename(app.folder)];
  });
  if (!unpacked) throw new CannotMake('there is no app to pack');
  await attempt('.deb', async () => {
    if (platform !== 'linux') throw new CannotMake('only made on Linux: run it there');
    const name = `skillgate_${product.version}${edition.mark}_${debianArchitecture(process.arch)}.deb`;
    const parts = {
      root,
      unpacked: app.folder,
      work: join(work, 'deb'),
      product,
      edition,
      builtAt,
    };
    await makeDeb({ ...parts, output: join(release, name) });
    return [name];
  });
  for (const [target, where, system] of others)
    await attempt(target, () => other(target, where, system, app));
}

const others = [
  ['AppImage', 'linux', 'Linux'],
  ['dmg', 'mac', 'macOS'],
  ['nsis', 'win', 'Windows'],
];

async function other(target, where, system, app) {
  if (where !== platform)
    throw new CannotMake(`only made on ${system}: run \`npm run dist\` there`);
  return makeOther({ root, ...app, target, release });
}

try {
  await main();
} catch (error) {
  notMade.push(`packages: ${reasonOf(error, release)}`);
  failed = true;
}
for (const name of made) console.log(`made      ${join(release, name)}`);
for (const line of notMade) console.log(`not made  ${line}`);
process.exit(failed || made.length === 0 ? 1 : 0);
