import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { ensureChromium } from './chromium.mjs';
import { ensureTestElectron } from './electron-runtime/index.mjs';
import { judgeJourneys } from './journeys.mjs';
import { run } from './processes.mjs';

/**
 * `npm test [-- --only STEP,STEP…]`: every check in order, stopping at the first that fails; with
 * `--only` the named ones, and what they stand on. The last line is the sum of unit tests and
 * journeys. This is exactly what CI runs.
 */
const root = fileURLToPath(new URL('..', import.meta.url));
const bin = (path) => `${root}node_modules/${path}`;
/** How many journeys each shell had when somebody last looked; there may only be more. */
const least = JSON.parse(readFileSync(`${root}build/journeys.json`, 'utf8'));
const reports = {
  unit: `${root}.cache/unit.json`,
  e2e: `${root}.cache/e2e.json`,
  package: `${root}.cache/package.json`,
};
const total = { passed: 0, failed: 0, skipped: 0 };

function readReport(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return null;
  }
}

function countUnit() {
  const report = readReport(reports.unit);
  total.passed += report?.numPassedTests ?? 0;
  total.failed += report?.numFailedTests ?? 0;
  // A file that does not even load has no tests to count; it is a failure all the same.
  total.failed +=
    report?.testResults.filter(
      (file) => file.status === 'failed' && file.assertionResults.length === 0,
    ).length ?? 0;
  total.skipped += (report?.numPendingTests ?? 0) + (report?.numTodoTests ?? 0);
}

/** Counts the journeys of a report; gives 1 when one is missing that must have run. */
function countJourneys(path, shells) {
  const report = readReport(path);
  if (report === null) return 1;
  total.passed += report.stats.expected + report.stats.flaky;
  total.failed += report.stats.unexpected;
  total.skipped += report.stats.skipped;
  const must = Object.fromEntries(shells.map((shell) => [shell, least[shell]]));
  const { lines, problems } = judgeJourneys(report, must);
  for (const line of lines) console.log(line);
  for (const problem of problems) console.error(`npm test: ${problem}`);
  total.failed += problems.length;
  return problems.length === 0 ? 0 : 1;
}

const node =
  (script, ...args) =>
  (env = {}) =>
    run(process.execPath, [script, ...args], { cwd: root, env: { ...process.env, ...env } });

const steps = [
  [
    'lint',
    'lint and import layers',
    node(bin('oxlint/bin/oxlint'), '--config', 'build/oxlint.json', '--deny-warnings'),
  ],
  [
    'lint',
    'format',
    node(
      bin('prettier/bin/prettier.cjs'),
      ...['--config', 'build/prettier.json', '--log-level', 'warn', '--check'],
      '{electron,renderer,shared,e2e,build}/**/*.{ts,tsx,mts,mjs,css}',
    ),
  ],
  ['types', 'types', node(bin('typescript/bin/tsc'))],
  ['knip', 'unused code', node(bin('knip/bin/knip.js'), '--config', 'build/knip.json')],
  [
    'unit',
    'unit tests',
    node(
      bin('vitest/vitest.mjs'),
      '--config',
      'build/vitest.config.ts',
      '--run',
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${reports.unit}`,
    ),
    countUnit,
  ],
  ['build', 'build', node('build/build.mjs')],
  [
    'e2e',
    'journeys',
    async () => {
      const browser = await ensureChromium();
      if (browser.path === undefined) {
        console.error(`npm test: ${browser.reason}`);
        return 1;
      }
      console.log(`in ${browser.path}`);
      const window = await ensureTestElectron();
      console.log(
        window.reason === undefined
          ? `in Electron ${window.electron} (${window.source}, Node ${window.node})`
          : `not in Electron: ${window.reason}`,
      );
      const playwright = node(
        bin('@playwright/test/cli.js'),
        'test',
        '--config',
        'build/playwright.config.ts',
        '--reporter=list,json',
      );
      return playwright({ CHROMIUM_PATH: browser.path, PLAYWRIGHT_JSON_OUTPUT_FILE: reports.e2e });
    },
    () => countJourneys(reports.e2e, ['browser', 'electron']),
  ],
  [
    'package',
    'the package, installed',
    async () => {
      const folder = `${root}.cache/packages`;
      rmSync(folder, { recursive: true, force: true });
      const electron = await ensureTestElectron();
      const reason = electron.reason === undefined ? {} : { SKILLGATE_NO_PACKAGE: electron.reason };
      const made =
        electron.reason === undefined
          ? await node('build/dist.mjs', '--built', '--output', folder)()
          : 0;
      if (made !== 0) return made;
      const config = ['--config', 'build/playwright.package.ts', '--reporter=list,json'];
      const playwright = node(bin('@playwright/test/cli.js'), 'test', ...config);
      return playwright({ ...reason, PLAYWRIGHT_JSON_OUTPUT_FILE: reports.package });
    },
    () => countJourneys(reports.package, ['package']),
  ],
];

const named = [...new Set(steps.map(([step]) => step))];
/** The steps that were asked for; an empty list means all of them. */
function asked() {
  const { values } = parseArgs({ options: { only: { type: 'string', multiple: true } } });
  const only = (values.only ?? []).flatMap((words) => words.split(','));
  const unknown = only.filter((word) => !named.includes(word));
  if (unknown.length > 0 || only.length !== new Set(only).size) {
    console.error(`npm test: --only takes of ${named.join(', ')}, each once`);
    process.exit(2);
  }
  // Both drive what was built.
  return only.includes('e2e') || only.includes('package') ? ['build', ...only] : only;
}
const only = asked();

mkdirSync(`${root}.cache`, { recursive: true });
for (const report of Object.values(reports)) rmSync(report, { force: true });

let failedStep = null;
for (const [step, name, check, count] of steps) {
  if (only.length > 0 && !only.includes(step)) continue;
  console.log(`\n── ${name}`);
  const code = await check();
  const missing = count?.() ?? 0;
  if (code !== 0 || missing !== 0) {
    failedStep = name;
    break;
  }
}
console.log(
  failedStep === null
    ? `\nEverything${only.length > 0 ? ` of ${only.join(', ')}` : ''} passed.`
    : `\nStopped at: ${failedStep}.`,
);
console.log(`${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped`);
process.exit(failedStep === null ? 0 : 1);
