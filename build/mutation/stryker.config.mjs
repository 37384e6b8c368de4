import { mutated } from './globs.mjs';

/**
 * Stryker's settings for `npm run mutate` (`build/mutate.mjs`, which narrows `mutate` to a slice).
 * Every mutator is on, and no line is excused by a comment.
 */
export default {
  mutate: mutated,
  testRunner: 'vitest',
  plugins: ['@stryker-mutator/vitest-runner'],
  vitest: { configFile: 'build/mutation/vitest.config.ts' },
  coverageAnalysis: 'perTest',
  // One at a time: a test that waits for a lock or a process would fail for lack of CPU, not
  // because of a mutant.
  concurrency: Number(process.env.MUTATE_AT_ONCE ?? 1),
  // A slice keeps other slices' results and reruns only what changed.
  incremental: true,
  incrementalFile: '.cache/mutation/incremental.json',
  tempDirName: '.cache/stryker',
  ignorePatterns: ['/dist', '/release', '/test-results', '/docs', '/e2e/fixtures/pictures'],
  // What runs when a file is loaded (tables, patterns) meets every test that loads it, most of the
  // time of a run: `MUTATE_STATIC=0` leaves it out, and the figures say how much that is.
  ignoreStatic: process.env.MUTATE_STATIC === '0',
  dryRunTimeoutMinutes: 20,
  timeoutMS: 10_000,
  timeoutFactor: 3,
  reporters: ['progress-append-only', 'clear-text', 'json'],
  clearTextReporter: { allowColor: false, logTests: false, reportTests: false },
  jsonReporter: { fileName: '.cache/mutation/report.json' },
  // The figures are in docs/mutation.md for people to read; a run isn't a test.
  thresholds: { high: 85, low: 80, break: null },
  disableTypeChecks: true,
  // Nothing here extends a tsconfig outside of the copy; rewriting one needs TypeScript below 7.
  tsconfigFile: 'no-tsconfig.json',
};
