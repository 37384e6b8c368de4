import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findChromium } from '../chromium.mjs';
import { plantedFaults, withFault } from './planted.mjs';
import { openUnitTests } from './unit-judge.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const kept = join(root, '.cache/mutation');
const results = join(kept, 'planted.json');
/** The file that holds a fault now, as it was: a run that was killed is put right by the next. */
const opened = join(kept, 'planted-now.json');

/** Who noticed a fault first. Both lanes run the unit tests. */
const lanes = ['unit', 'npm test', 'full lane'];
/**
 * Who is asked, in this order: the unit tests beside the file, all that reach it, the journeys of
 * `npm test` near the fault, all of them, and every journey in both shells with every picture.
 */
const judges = {
  beside: { lane: 'unit', failing: (fault, { units }) => units.beside(fault) },
  unit: { lane: 'unit', failing: (fault, { units }) => units.related(fault) },
  near: {
    lane: 'npm test',
    failing: ({ journeys = [] }, { scratch }) =>
      journeys.length === 0 ? null : journeyTests(scratch, journeys, 'normal'),
  },
  test: { lane: 'npm test', failing: (_, { scratch }) => journeyTests(scratch, [], 'normal') },
  full: { lane: 'full lane', failing: (_, { scratch }) => journeyTests(scratch, [], 'full') },
};

/**
 * `npm run mutate -- --planted [--by JUDGE,…] [ID…]`: plants the named faults, or all, one at a time, and
 * says who notices. Results accumulate in `.cache/mutation/planted.json`; `--figures` prints them.
 */
export async function runPlanted(words) {
  mkdirSync(kept, { recursive: true });
  putBack();
  const { ids, by } = readWords(words);
  const all = plantedFaults();
  const unknown = ids.find((id) => !all.some((one) => one.id === id));
  if (unknown !== undefined) throw new Error(`there is no planted fault ${unknown}`);
  if (!words.includes('--figures'))
    await tryAll(ids.length === 0 ? all : ids.map((id) => all.find((one) => one.id === id)), by);
  printPlanted(all);
}

function readWords(words) {
  const at = words.indexOf('--by');
  const by = at === -1 ? Object.keys(judges) : (words[at + 1] ?? '').split(',');
  if (by.some((name) => !Object.hasOwn(judges, name)))
    throw new Error(`--by takes ${Object.keys(judges).join(', ')}`);
  const rest = at === -1 ? words : words.toSpliced(at, 2);
  return { ids: rest.filter((word) => word !== '--figures'), by };
}

async function tryAll(faults, by) {
  const scratch = mkdtempSync(join(tmpdir(), 'skillgate-planted-'));
  // A fault may write to the home folder or leave files: it gets its own. Electron's stays.
  const cache = process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache');
  const chromium = findChromium();
  Object.assign(process.env, {
    ...{ HOME: scratch, XDG_CONFIG_HOME: scratch, TMPDIR: scratch, XDG_CACHE_HOME: cache },
    ...(chromium === null ? {} : { CHROMIUM_PATH: chromium }),
  });
  const stop = putBackAtTheEnd();
  const asksUnits = by.some((name) => judges[name].lane === 'unit');
  const units = asksUnits ? await openUnitTests(root) : null;
  try {
    for (const fault of faults) await tryFault(fault, { by, scratch, units });
  } finally {
    await units?.close();
    stop();
    rmSync(scratch, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
  }
}

async function tryFault(fault, parts) {
  const began = performance.now();
  const path = join(root, fault.file);
  const text = readFileSync(path, 'utf8');
  writeFileSync(opened, JSON.stringify({ path, text }));
  writeFileSync(path, withFault(text, fault));
  try {
    const noticed = await judge(fault, parts);
    const seconds = Math.round((performance.now() - began) / 1_000);
    keep(fault.id, { ...noticed, seconds });
    const said = noticed.by === null ? 'SURVIVED' : `${noticed.by}: ${noticed.test}`;
    console.log(`${fault.id}  ${seconds} s  ${said}`);
  } catch (error) {
    // The other faults can be judged all the same.
    console.error(`${fault.id}  not judged: ${error.message}`);
    process.exitCode = 1;
  } finally {
    putBack();
    parts.units?.restored(fault.file);
  }
}

/** The first test that notices; `asked`: whose tests passed. */
async function judge(fault, parts) {
  const asked = [];
  for (const name of parts.by) {
    if (judges[name].lane !== 'unit' && asked.every((one) => judges[one].lane === 'unit')) {
      const { code } = await runIn(['build/build.mjs']);
      if (code !== 0) return { by: 'npm test', test: 'the build', asked };
    }
    const test = await judges[name].failing(fault, parts);
    if (test !== null) return { by: judges[name].lane, test, asked };
    asked.push(name);
  }
  return { by: null, asked };
}

/** The first journey that fails, also at its second try; null if all pass. */
async function journeyTests(scratch, names, lane) {
  const report = join(scratch, 'journeys.json');
  rmSync(report, { force: true });
  const { code, output } = await runIn(
    [
      ...['node_modules/@playwright/test/cli.js', 'test', ...names, '--retries=1', '-x'],
      ...['--config', 'build/playwright.config.ts', '--reporter=json'],
    ],
    { PLAYWRIGHT_JSON_OUTPUT_FILE: report, SKILLGATE_LANE: lane },
  );
  if (code === 0) return null;
  const failed = failedIn(readReport(report)?.suites ?? [])[0];
  if (failed === undefined) throw new Error(`the journeys couldn't run:\n${output.slice(-2_000)}`);
  return failed;
}

const failedIn = (suites) =>
  suites.flatMap((suite) => [
    ...failedIn(suite.suites ?? []),
    ...(suite.specs ?? []).flatMap(({ file, title, tests }) =>
      tests
        .filter(({ status }) => status === 'unexpected')
        .map(({ projectName }) => `${projectName}: ${file} › ${title}`),
    ),
  ]);

function readReport(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return null;
  }
}

let running = null;

/** Runs a script of Node's in a group of its own, so that what it started ends with it. */
function runIn(args, env = {}) {
  return new Promise((resolve, reject) => {
    running = spawn(process.execPath, args, {
      cwd: root,
      detached: process.platform !== 'win32',
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, ...env },
    });
    let output = '';
    running.stdout.on('data', (data) => (output += data));
    running.stderr.on('data', (data) => (output += data));
    running.once('error', reject);
    running.once('close', (code) => {
      running = null;
      resolve({ code: code ?? 1, output });
    });
  });
}

/** Restores the file that holds a fault, if any does. */
function putBack() {
  const file = readReport(opened);
  if (file !== null) writeFileSync(file.path, file.text);
  rmSync(opened, { force: true });
}

/** Restores it whatever ends this process, and ends what runs. Gives the way to stop. */
function putBackAtTheEnd() {
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];
  const end = () => {
    putBack();
    try {
      if (running !== null) process.kill(-running.pid, 'SIGKILL');
    } catch {
      // It has ended on its own.
    }
    process.exit(130);
  };
  process.on('exit', putBack);
  for (const signal of signals) process.on(signal, end);
  return () => {
    process.off('exit', putBack);
    for (const signal of signals) process.off(signal, end);
  };
}

/** Whoever was asked before has passed it, too. */
function keep(id, result) {
  const before = readReport(results) ?? {};
  const asked = [...new Set([...(before[id]?.asked ?? []), ...result.asked])];
  writeFileSync(results, `${JSON.stringify({ ...before, [id]: { ...result, asked } }, null, 2)}\n`);
}

/** Prints who noticed how many of the tried faults, per area, and each that nothing noticed. */
function printPlanted(all) {
  const known = readReport(results) ?? {};
  const tried = all.filter(({ id }) => known[id] !== undefined);
  const areas = [...new Set(tried.map(({ area }) => area)), 'all'];
  console.log(`\n${'area'.padEnd(10)}${['of', ...lanes].map((one) => one.padStart(11)).join('')}`);
  for (const area of areas) {
    const here = tried.filter((one) => area === 'all' || one.area === area);
    // Whoever comes later in the list ran what came before, too.
    const sums = lanes.map(
      (_, last) => here.filter(({ id }) => lanes.slice(0, last + 1).includes(known[id].by)).length,
    );
    console.log(
      `${area.padEnd(10)}${[here.length, ...sums].map((n) => String(n).padStart(11)).join('')}`,
    );
  }
  for (const { id, file, fault } of tried)
    if (known[id].by === null)
      console.log(`survived (${known[id].asked.join(', ')}): ${id}, ${file}: ${fault}`);
}
