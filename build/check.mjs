import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { git, pathsSince } from './changed.mjs';
import { describeOldPictures } from './picture-sources.mjs';
import { runQuietly } from './processes.mjs';

/**
 * `npm run check`: format, lint and types, and the unit tests beside the changed files and of those that
 * import them. Changed is what differs from the last commit, or, in a clean checkout, what the last commit
 * changed. For while you work; `npm test` proves it.
 */
const root = fileURLToPath(new URL('..', import.meta.url));
const bin = (path) => `${root}node_modules/${path}`;

const paths = () => {
  const now = pathsSince('HEAD') ?? [];
  return now.length > 0 ? now : (pathsSince('HEAD~1') ?? []);
};
const isSource = (path) => /\.(?:tsx?|mts|mjs|css)$/.test(path) && existsSync(join(root, path));
const isTest = (path) => /\.test\.tsx?$/.test(path);

/** Tests in the folders of the changed files, and tests that import one of them. */
function testsOf(changed) {
  const folders = new Set(changed.map((path) => dirname(path)));
  const files = new Set(changed.map((path) => resolve(root, path)));
  const tests = (git('ls-files', '*.test.ts', '*.test.tsx') ?? '').split('\n').filter(Boolean);
  const imports = (test) =>
    [...readFileSync(join(root, test), 'utf8').matchAll(/from '(\.[^']+)'/g)].some(([, path]) =>
      files.has(resolve(root, dirname(test), path)),
    );
  // Tests that start whole programs take minutes: `npm test` runs them.
  const quick = (test) => !test.startsWith('electron/integration/') || changed.includes(test);
  // They read all sources: the doors of folders, and how long functions may get.
  const ofAll = (test) => test.startsWith('build/lint/') && changed.some(isSource);
  return tests.filter(
    (test) =>
      existsSync(join(root, test)) &&
      (ofAll(test) || (quick(test) && (folders.has(dirname(test)) || imports(test)))),
  );
}

const began = performance.now();
const changed = paths();
const sources = changed.filter(isSource);
const own = sources.filter((path) => !isTest(path));
const tests = [...new Set([...sources.filter(isTest), ...testsOf(own)])];
const scripts = sources.filter((path) => !path.endsWith('.css'));
const oxfmt = ['--config', 'build/oxfmt.json', '--check', ...sources];
const oxlint = ['--config', 'build/oxlint.json', '--deny-warnings', ...scripts];
const vitest = ['--config', 'build/vitest.config.ts', '--run', '--reporter=dot', ...tests];
const jobs = [
  ['types', 'typescript/bin/tsc', []],
  ...(sources.length === 0 ? [] : [['format', 'oxfmt/bin/oxfmt', oxfmt]]),
  ...(scripts.length === 0 ? [] : [['lint', 'oxlint/bin/oxlint', oxlint]]),
  ...(tests.length === 0 ? [] : [[`${tests.length} test files`, 'vitest/vitest.mjs', vitest]]),
];
const codes = await Promise.all(
  jobs.map(async ([name, script, args]) => {
    const { code, output } = await runQuietly(process.execPath, [bin(script), ...args], root);
    console.log(`${code === 0 ? 'ok' : 'FAILED'}  ${name}`);
    if (code !== 0) console.log(output.trimEnd());
    return code;
  }),
);
const oldPictures = describeOldPictures();
if (oldPictures !== null) console.log(oldPictures);
const seconds = ((performance.now() - began) / 1_000).toFixed(1);
const where = relative(process.cwd(), root) || '.';
console.log(`${changed.length} changed files in ${where}, ${seconds} s`);
process.exitCode = Math.max(0, ...codes) === 0 ? 0 : 1;
