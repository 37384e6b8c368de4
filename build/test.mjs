import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { ensureChromium } from './chromium.mjs';
import { ensureTestElectron } from './electron-runtime/index.mjs';
import { run } from './processes.mjs';

/**
 * `npm test`: every check in order, stopping at the first that fails. The last line is the
 * sum of unit tests and journeys. This is exactly what CI runs.
 */
const root = fileURLToPath(new URL('..', import.meta.url));
const bin = (path) => `${root}node_modules/${path}`;
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

/** Every result of a Playwright report, however deep its describe blocks go. */
const results = (suite) => [
  ...(suite.suites ?? []).flatMap(results),
  ...(suite.specs ?? []).flatMap((spec) => spec.tests),
];

function countJourneys(path = reports.e2e) {
  const report = readReport(path);
  const stats = report?.stats;
  const reasons = new Map();
  for (const test of report === null ? [] : results(report)) {
    if (test.status !== 'skipped') continue;
    const reason = `${test.projectName}: ${test.annotations.find((one) => one.type === 'skip')?.description ?? 'no reason given'}`;
    reasons.set(reason, (reasons.get(reason) ?? 0) + 1);
  }
  for (const [reason, count] of reasons) console.log(`${count} skipped in ${reason}`);
  total.passed += (stats?.expected ?? 0) + (stats?.flaky ?? 0);
  total.failed += stats?.unexpected ?? 0;
  total.skipped += stats?.skipped ?? 0;
}

const node =
  (script, ...args) =>
  (env = {}) =>
    run(process.execPath, [script, ...args], { cwd: root, env: { ...process.env, ...env } });

const steps = [
  [
    'lint and import layers',
    node(bin('oxlint/bin/oxlint'), '--config', 'build/oxlint.json', '--deny-warnings'),
  ],
  [
    'format',
    node(
      bin('prettier/bin/prettier.cjs'),
      ...['--config', 'build/prettier.json', '--log-level', 'warn', '--check'],
      '{electron,renderer,shared,e2e,build}/**/*.{ts,tsx,mts,mjs,css}',
    ),
  ],
  ['types', node(bin('typescript/bin/tsc'))],
  ['unused code', node(bin('knip/bin/knip.js'), '--config', 'build/knip.json')],
  [
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
  ['build', node('build/build.mjs')],
  [
    'journeys',
    async () => {
      const browser = await ensureChromium();
      if (browser.path === undefined) {
        console.error(`npm test: ${browser.reason}`);
        return 1;
      }
      console.log(`in ${browser.path}`);
      const playwright = node(
        bin('@playwright/test/cli.js'),
        'test',
        '--config',
        'build/playwright.config.ts',
        // Until the journeys in Electron are all green.
        '--project=browser',
        '--reporter=list,json',
      );
      return playwright({ CHROMIUM_PATH: browser.path, PLAYWRIGHT_JSON_OUTPUT_FILE: reports.e2e });
    },
    countJourneys,
  ],
  [
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
    () => countJourneys(reports.package),
  ],
];

mkdirSync(`${root}.cache`, { recursive: true });
for (const report of Object.values(reports)) rmSync(report, { force: true });

let failedStep = null;
for (const [name, step, count] of steps) {
  console.log(`\n── ${name}`);
  const code = await step();
  count?.();
  if (code !== 0) {
    failedStep = name;
    break;
  }
}
console.log(failedStep === null ? '\nEverything passed.' : `\nStopped at: ${failedStep}.`);
console.log(`${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped`);
process.exit(failedStep === null ? 0 : 1);
