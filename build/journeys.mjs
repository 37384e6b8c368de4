import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { run } from './processes.mjs';

/**
 * What a run of the journeys must achieve besides no failures: a journey that silently vanishes is
 * a failure.
 */

const lanes = ['normal', 'both', 'full'];

/** The lane that `SKILLGATE_LANE` names, else `normal`. */
export function journeyLane(env) {
  const lane = env.SKILLGATE_LANE || 'normal';
  if (!lanes.includes(lane))
    throw new Error(`SKILLGATE_LANE is ${lane}. Set it to normal, both or full.`);
  return lane;
}

/** The fixtures' annotations of a test in the report (e2e/fixtures/annotations.ts). */
const describe = ({ annotations }, type) =>
  annotations.filter((one) => one.type === type).map(({ description }) => description ?? '');

/** Every journey in a Playwright report, at any describe depth. */
function journeysIn(suite) {
  return [
    ...(suite.suites ?? []).flatMap(journeysIn),
    ...(suite.specs ?? []).flatMap((spec) =>
      spec.tests.map((test) => ({
        name: `${spec.file} › ${spec.title}`,
        tags: spec.tags ?? [],
        shell: test.projectName,
        skipped: test.status === 'skipped',
        reason: describe(test, 'skip')[0],
        startedAgain: describe(test, 'started again'),
        families: describe(test, 'request families').flatMap((words) => words.split(' ')),
        counts: describe(test, 'count'),
        tries: test.results?.length ?? 1,
      })),
    ),
  ];
}

const has = ({ tags }, tag) => tags.some((one) => `@${one.replace(/^@/, '')}` === tag);

/** Files whose journeys have no window and so no second shell. */
const windowless = /^(?:host|[a-z]+-package)\.spec\.ts /;

/**
 * Judges a report against `least`, the number of journeys that each shell must have run in each
 * lane (the report names its lane). Returns `lines` to print and `problems`, one line each. A shell
 * or Chromium's developer tools that this machine lacks are only mentioned; any other skipped
 * journey is a problem.
 */
export function judgeJourneys(report, least) {
  const { lane = 'normal', requestFamilies = [] } = report.config?.metadata ?? {};
  const all = journeysIn(report);
  const lines = [];
  const problems = [];
  const ran = {};
  for (const shell of Object.keys(least)) {
    const here = all.filter((one) => one.shell === shell);
    const skipped = here.filter((one) => one.skipped);
    ran[shell] = here.filter((one) => !one.skipped);
    const reasons = [...new Set(skipped.map(({ reason }) => reason ?? 'no reason given'))];
    if (here.length > 0 && skipped.length === here.length && reasons.length === 1) {
      lines.push(`no journey ran in ${shell}: ${reasons[0]}`);
      ran[shell] = null;
      continue;
    }
    lines.push(`${ran[shell].length} journeys ran in ${shell}, ${skipped.length} were skipped`);
    const excused = skipped.filter((one) => has(one, '@developer-tools'));
    for (const one of skipped)
      (excused.includes(one) ? lines : problems).push(
        `skipped in ${shell}: ${one.name} (${one.reason ?? 'no reason given'})`,
      );
    if (ran[shell].length + excused.length < least[shell][lane])
      problems.push(
        `${shell} ran ${ran[shell].length} journeys, and there were ${least[shell][lane]}`,
      );
  }
  if (lane !== 'normal')
    problems.push(...findMissing(ran, 'browser', 'electron', (one) => !has(one, '@browser')));
  else problems.push(...findMissing(ran, 'browser', 'electron', (one) => has(one, '@both')));
  problems.push(...findMissing(ran, 'electron', 'browser', (one) => !has(one, '@window')));
  problems.push(...findUncrossed(ran.browser, requestFamilies));
  lines.push(...describeSecondStarts(all));
  problems.push(...judgeEndings(all));
  const tried = all
    .filter(({ tries }) => tries > 1)
    .map(({ name, shell }) => `tried again in ${shell}: ${name}`);
  lines.push(...tried);
  problems.push(...judgeTries(tried));
  return { lines, problems };
}

/**
 * A test that passes only at its second try has a race, or the product does. The closing line names
 * it; more of them than this fail the run.
 */
const mostTriedAgain = 2;

export const judgeTries = (tried) =>
  tried.length > mostTriedAgain
    ? [`${tried.length} tests needed a second try, and at most ${mostTriedAgain} may`]
    : [];

/** Journeys that ran in only one shell but needed both. */
function findMissing(ran, here, there, shouldRun) {
  if (!ran[here] || !ran[there]) return [];
  const others = new Set(ran[there].map(({ name }) => name));
  return ran[here]
    .filter((one) => shouldRun(one) && !windowless.test(one.name) && !others.has(one.name))
    .map(({ name }) => `ran in ${here} and not in ${there}: ${name}`);
}

/** Request families that no journey of both shells used, according to the browser's sockets. */
function findUncrossed(inBrowser, families) {
  if (!inBrowser) return [];
  const crossed = new Set(
    inBrowser.filter((one) => has(one, '@both')).flatMap((one) => one.families),
  );
  return families
    .filter((family) => !crossed.has(family))
    .map(
      (family) =>
        `no journey tagged @both makes a request of the family ${family}: tag one that does`,
    );
}

/** How often a program didn't answer its driver, and in which journeys. */
function describeSecondStarts(all) {
  const again = all.flatMap(({ name, shell, startedAgain }) =>
    startedAgain.map((reason) => `started again in ${shell}: ${name} (${reason})`),
  );
  return again.length === 0
    ? ['no journey needed a second start']
    : [`${again.length} second starts were needed`, ...again];
}

/** Electrons that had to be killed after quitting. More of them are the product's, and fail the run. */
const mostKilled = 3;

function judgeEndings(all) {
  const killed = all.flatMap(({ startedAgain }) =>
    startedAgain.filter((reason) => reason.endsWith('and was killed')),
  ).length;
  return killed > mostKilled
    ? [`${killed} Electrons didn’t end after quitting, and at most ${mostKilled} may`]
    : [];
}

/**
 * The counted tasks of a report (e2e/tasks) as rows of the table in docs/figures.md, and those that
 * take more clicks or keys than the table says.
 */
export function countTasks(report, document) {
  const known = new Map(
    [...document.matchAll(taskRow)].map(([, name, ...figures]) => [name, figures.map(Number)]),
  );
  const rows = [];
  const problems = [];
  for (const { name, counts } of (report.suites ?? []).flatMap(journeysIn)) {
    const task = name.replace(/^.* › /, '');
    if (counts[0] === undefined) {
      problems.push(`${task}: it wasn't counted`);
      continue;
    }
    const { clicks, keys, buttons, words } = JSON.parse(counts[0]);
    const figures = [clicks, keys, buttons, words];
    rows.push(`| ${task} | ${figures.join(' | ')} |`);
    const before = known.get(task);
    // What is in view varies a little, such as with a notice; what a person does doesn't.
    if (before !== undefined && [0, 1].some((at) => figures[at] > before[at]))
      problems.push(
        `${task}: ${clicks} clicks and ${keys} keys; docs/figures.md has ${before[0]} and ${before[1]}`,
      );
  }
  return { rows, problems };
}

const taskRow = /^\| ([^|]+) \| (\d+) \| (\d+) \| (\d+) \| (\d+) \|$/gm;

/** `npm run journeys -- --count`: drives the tasks in the built page and prints the table. */
async function count() {
  const folder = mkdtempSync(join(tmpdir(), 'skillgate-tasks-'));
  const file = join(folder, 'report.json');
  try {
    const cli = fileURLToPath(new URL('../node_modules/@playwright/test/cli.js', import.meta.url));
    const args = [cli, 'test', '--config', 'build/playwright.tasks.ts', '--reporter=list,json'];
    const env = { ...process.env, PLAYWRIGHT_JSON_OUTPUT_FILE: file };
    const code = await run(process.execPath, args, { env });
    const { rows, problems } = countTasks(
      JSON.parse(readFileSync(file, 'utf8')),
      readFileSync('docs/figures.md', 'utf8'),
    );
    console.log(`\n| task | clicks | keys | buttons | words |\n|---|---|---|---|---|`);
    for (const row of rows) console.log(row);
    for (const problem of problems) console.error(`journeys: ${problem}`);
    return code === 0 && problems.length === 0 ? 0 : 1;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  if (process.argv[2] === '--count') void count().then((code) => (process.exitCode = code));
  else {
    console.error('journeys: use --count. To run journeys, use npm run e2e.');
    process.exitCode = 2;
  }
}
