import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, loadavg } from 'node:os';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { comparedWith, git, lastFullRun, pathsSince } from './changed.mjs';
import { ensureChromium, findHeadlessShell } from './chromium.mjs';
import { ensureTestElectron } from './electron-runtime/index.mjs';
import { judgeJourneys, judgeTries } from './journeys.mjs';
import { fullParts, partsFor, withOthers } from './lanes.mjs';
import { describeOldPictures } from './picture-sources.mjs';
import { childSeconds, run, runQuietly } from './processes.mjs';

/**
 * `npm test [-- --only STEP,STEP…]`: the steps of the normal lane, stopping at the first that fails; with
 * `--only` the named ones, and what they stand on. `--full` goes on with every part of the full lane,
 * `--changed` with those that the changed paths ask for (`lanes.mjs`). The last line is the sum of unit
 * tests and journeys. `docs/testing.md` says what each step proves.
 */
const root = fileURLToPath(new URL('..', import.meta.url));
const bin = (path) => `${root}node_modules/${path}`;
/** The last known number of journeys per shell; it may only grow. */
const least = JSON.parse(readFileSync(`${root}build/journeys.json`, 'utf8'));
const report = (name) => `${root}.cache/${name}.json`;
const total = { passed: 0, failed: 0, skipped: 0 };
/** What didn't pass, or start, the first time. */
const again = [];

function readReport(name) {
  try {
    return JSON.parse(readFileSync(report(name), 'utf8'));
  } catch {
    return null;
  }
}

const node =
  (script, ...args) =>
  (env = {}) =>
    run(process.execPath, [script, ...args], { cwd: root, env: { ...process.env, ...env } });

const sources = '{electron,renderer,shared,e2e,build}/**/*.{ts,tsx,mts,mjs,css}';
/** Each of them reads the sources and changes nothing, so they run side by side. */
const staticChecks = {
  'lint and import layers': [
    'oxlint/bin/oxlint',
    ...['--config', 'build/oxlint.json', '--deny-warnings'],
  ],
  format: ['oxfmt/bin/oxfmt', '--config', 'build/oxfmt.json', '--check', sources],
  types: ['typescript/bin/tsc'],
  'unused code': ['knip/bin/knip.js', '--config', 'build/knip.json'],
  'code that only its tests use': [
    'knip/bin/knip.js',
    ...['--config', 'build/knip.production.json'],
  ],
};
const staticGroups = {
  lint: ['lint and import layers', 'format'],
  types: ['types'],
  knip: ['unused code', 'code that only its tests use'],
};

/** Runs the checks of the named groups side by side; each one's output is printed as a whole. */
async function runStatic(groups) {
  const waiting = groups.flatMap((group) => staticGroups[group]);
  let worst = 0;
  const worker = async () => {
    for (let name = waiting.shift(); name !== undefined; name = waiting.shift()) {
      const [script, ...args] = staticChecks[name];
      const { code, output } = await runQuietly(process.execPath, [bin(script), ...args], root);
      console.log(`${code === 0 ? 'ok' : 'FAILED'}  ${name}`);
      if (code !== 0) console.log(output.trimEnd());
      worst = Math.max(worst, code);
    }
  };
  await Promise.all(Array.from({ length: Math.max(2, availableParallelism()) }, worker));
  return worst;
}

async function runUnit() {
  const code = await node(
    bin('vitest/vitest.mjs'),
    ...['--config', 'build/vitest.config.ts', '--run'],
    ...['--reporter=default', '--reporter=json', `--outputFile.json=${report('unit')}`],
    ...['--retry=1', '--reporter=./build/second-tries.ts'],
  )({ SKILLGATE_TRIES_FILE: report('unit-tries') });
  const tried = readReport('unit-tries') ?? [];
  again.push(...tried);
  const problems = judgeTries(tried);
  for (const problem of problems) console.error(`npm test: ${problem}`);
  total.failed += problems.length;
  const counted = readReport('unit');
  total.passed += counted?.numPassedTests ?? 0;
  total.failed += counted?.numFailedTests ?? 0;
  // A file that doesn't load has no tests to count, but is still a failure.
  total.failed +=
    counted?.testResults.filter(
      (file) => file.status === 'failed' && file.assertionResults.length === 0,
    ).length ?? 0;
  total.skipped += (counted?.numPendingTests ?? 0) + (counted?.numTodoTests ?? 0);
  return counted === null || problems.length > 0 ? 1 : code;
}

/** Runs journeys and counts them. `must` is how many each shell must have run. */
async function runJourneys(name, config, must, args = [], env = {}) {
  const code = await node(
    bin('@playwright/test/cli.js'),
    // A trace costs every journey a twentieth, and a failed one gets its own at the second try.
    ...['test', '--config', config, '--retries=1', '--trace=on-first-retry'],
    ...['--reporter=list,json', ...args],
  )({ ...env, PLAYWRIGHT_JSON_OUTPUT_FILE: report(name) });
  const counted = readReport(name);
  if (counted === null) {
    console.error(`npm test: the ${name} journeys ended before they could report`);
    total.failed += 1;
    return 1;
  }
  total.passed += counted.stats.expected + counted.stats.flaky;
  total.failed += counted.stats.unexpected;
  total.skipped += counted.stats.skipped;
  const { lines, problems } = judgeJourneys(counted, must);
  again.push(...lines.filter((line) => /^(?:started|tried) again/.test(line)));
  for (const line of lines) console.log(line);
  for (const problem of problems) console.error(`npm test: ${problem}`);
  total.failed += problems.length;
  return code === 0 && problems.length === 0 ? 0 : 1;
}

/** Reports the available browser and Electron; false without a browser. */
async function shells() {
  const browser = await ensureChromium();
  if (browser.path === undefined) {
    console.error(`npm test: ${browser.reason}`);
    return false;
  }
  console.log(`in ${findHeadlessShell() ?? browser.path}`);
  const window = await ensureTestElectron();
  console.log(
    window.reason === undefined
      ? `in Electron ${window.electron} (${window.source}, Node ${window.node})`
      : `not in Electron: ${window.reason}`,
  );
  return true;
}

async function runPackage() {
  const folder = `${root}.cache/packages`;
  rmSync(folder, { recursive: true, force: true });
  const electron = await ensureTestElectron();
  if (electron.reason === undefined) {
    const made = await node('build/dist.mjs', '--built', '--output', folder)();
    if (made !== 0) return made;
  }
  const env = electron.reason === undefined ? {} : { SKILLGATE_NO_PACKAGE: electron.reason };
  return runJourneys('package', 'build/playwright.package.ts', { package: least.package }, [], env);
}

/** Without the npm registry, they count as skipped: their packages come from there. */
async function runFew() {
  const code = await node('e2e/conformance/run.mjs', '--only', 'few')();
  if (code === 3) total.skipped += fewServers;
  return code === 3 ? 0 : code;
}
const fewServers = 5;

const journeys = 'build/playwright.config.ts';
const bothShells = { browser: least.browser, electron: least.electron };
const steps = {
  build: ['build', node('build/build.mjs')],
  unit: ['unit tests', runUnit],
  e2e: [
    'journeys, each in one shell',
    async () => ((await shells()) ? runJourneys('e2e', journeys, bothShells) : 1),
  ],
  few: ['five real servers', runFew],
};
const fullSteps = {
  electron: [
    'every journey in both shells',
    async () =>
      (await shells())
        ? runJourneys('e2e-both', journeys, bothShells, [], { SKILLGATE_LANE: 'both' })
        : 1,
  ],
  pictures: [
    'every picture',
    async () =>
      (await shells())
        ? runJourneys('pictures', journeys, {}, ['29-pictures'], { SKILLGATE_LANE: 'full' })
        : 1,
  ],
  package: ['the package, installed', runPackage],
};
/** Both shells and the pictures in one run. */
const everyJourney = [
  'every journey in both shells, every picture',
  async () =>
    (await shells())
      ? runJourneys('e2e-full', journeys, bothShells, [], { SKILLGATE_LANE: 'full' })
      : 1,
];

/** The wanted parts of the full lane, and a line with the reason. */
function chosenParts({ full, changed }) {
  if (full) return { parts: fullParts };
  if (!changed) return { parts: [] };
  const base = comparedWith();
  const paths = base === null ? null : pathsSince(base);
  if (paths === null)
    return {
      parts: fullParts,
      why: 'No commit to compare with, so every part of the full lane runs.',
    };
  const parts = partsFor(paths);
  const which = parts.length === 0 ? 'no part of the full lane' : parts.join(', ');
  return { parts, why: `${paths.length} paths changed since ${base.slice(0, 8)}: ${which}.` };
}

function readArguments() {
  const { values } = parseArgs({
    options: {
      only: { type: 'string', multiple: true },
      full: { type: 'boolean', default: false },
      changed: { type: 'boolean', default: false },
    },
  });
  const known = [...Object.keys(staticGroups), ...Object.keys(steps), ...fullParts];
  const only = (values.only ?? []).flatMap((words) => words.split(','));
  if (only.some((word) => !known.includes(word)) || only.length !== new Set(only).size) {
    console.error(`npm test: --only takes of ${known.join(', ')}, each once`);
    process.exit(2);
  }
  // These use the build.
  const driving = ['e2e', 'few', ...fullParts];
  const built = only.some((word) => driving.includes(word)) ? ['build', ...only] : only;
  return { ...values, only: [...new Set(built)] };
}

const given = readArguments();
const { parts, why } = given.only.length > 0 ? { parts: [] } : chosenParts(given);
if (why !== undefined) console.log(why);
// The run in both shells includes each journey in one shell.
const covered = parts.includes('electron') ? ['e2e'] : [];
const wanted = (name) =>
  given.only.length > 0
    ? given.only.includes(name)
    : !covered.includes(name) && (!fullParts.includes(name) || parts.includes(name));
const groups = Object.keys(staticGroups).filter(wanted);
const others = withOthers.filter(wanted);
const journeySteps =
  wanted('electron') && wanted('pictures')
    ? { everyJourney, package: fullSteps.package }
    : fullSteps;
const plan = [
  ...(groups.length > 0 ? [['static checks', () => runStatic(groups)]] : []),
  ...Object.entries({ ...steps, ...journeySteps })
    .filter(([name]) => name === 'everyJourney' || wanted(name))
    .map(([, step]) => step),
  ...(others.length > 0
    ? [
        [
          `with programs of others: ${others.join(', ')}`,
          node('e2e/conformance/run.mjs', '--only', others.toReversed().join(',')),
        ],
      ]
    : []),
];

mkdirSync(`${root}.cache`, { recursive: true });
for (const name of ['unit', 'unit-tries', 'e2e', 'e2e-both', 'e2e-full', 'pictures', 'package'])
  rmSync(report(name), { force: true });

const began = performance.now();
const took = [];
let failedStep = null;
for (const [name, check] of plan) {
  console.log(`\n── ${name}`);
  const [since, spent] = [performance.now(), childSeconds()];
  const code = await check();
  took.push([name, (performance.now() - since) / 1_000, childSeconds() - spent]);
  if (code !== 0) {
    failedStep = name;
    break;
  }
}

console.log('\n   wall s   processor s');
for (const [name, wall, processor] of [
  ...took,
  ['in all', (performance.now() - began) / 1_000, childSeconds()],
])
  console.log(`${wall.toFixed(0).padStart(9)}${processor.toFixed(0).padStart(14)}  ${name}`);
console.log(`load ${loadavg()[0].toFixed(1)} on ${availableParallelism()} cores`);
console.log(again.length === 0 ? 'No test needed a second try or start.' : again.join('\n'));
const oldPictures = describeOldPictures();
if (oldPictures !== null) console.log(oldPictures);
const head = git('rev-parse', 'HEAD');
if (
  given.full &&
  failedStep === null &&
  given.only.length === 0 &&
  git('status', '--porcelain') === ''
)
  writeFileSync(lastFullRun, `${head}\n`);
console.log(
  failedStep === null
    ? `\nEverything${given.only.length > 0 ? ` of ${given.only.join(', ')}` : ''} passed.`
    : `\nStopped at: ${failedStep}.`,
);
console.log(`${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped`);
process.exit(failedStep === null ? 0 : 1);
