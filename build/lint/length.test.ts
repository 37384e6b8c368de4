import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, expect, it } from 'vitest';
import { root } from '../product.ts';

/** Functions that are longer and haven't been split yet. This number only falls. */
const tooLong = 0;
const maxLines = 80;

const folder = mkdtempSync(join(tmpdir(), 'skillgate-length-'));
const config = join(folder, 'oxlint.json');
writeFileSync(
  config,
  JSON.stringify({
    plugins: ['eslint'],
    categories: { correctness: 'off' },
    rules: { 'eslint/max-lines-per-function': ['error', { max: maxLines }] },
  }),
);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The functions below these paths that are too long, without those of tests. */
async function longFunctions(paths: readonly string[]): Promise<readonly string[]> {
  const run = promisify(execFile)(
    process.execPath,
    [
      join(root, 'node_modules/oxlint/bin/oxlint'),
      '--config',
      config,
      '--format',
      'json',
      ...paths,
    ],
    { cwd: root, maxBuffer: 64 * 1024 * 1024 },
  );
  const { stdout } = await run.catch((failure: { stdout: string }) => failure);
  const { diagnostics } = JSON.parse(stdout) as {
    diagnostics: { message: string; filename: string }[];
  };
  return diagnostics
    .filter(
      ({ filename }) =>
        !/\.(?:test|spec|fixture)\.|[\\/](?:testing|integration)[\\/]/.test(filename),
    )
    .map(({ message, filename }) => `${filename}: ${message}`);
}

it('counts a function of 81 lines, and none of 80', { timeout: 60_000 }, async () => {
  const lines = (count: number): string => `${'  void 0;\n'.repeat(count - 2)}`;
  writeFileSync(join(folder, 'long.ts'), `export function long() {\n${lines(81)}}\n`);
  writeFileSync(join(folder, 'fits.ts'), `export const fits = () => {\n${lines(80)}};\n`);
  const found = await longFunctions([folder]);
  expect(found).toHaveLength(1);
  expect(found[0]).toContain('long');
});

it(
  'no function gets longer than a screen: fewer are than before',
  { timeout: 60_000 },
  async () => {
    const found = await longFunctions(['electron', 'renderer', 'shared']);
    expect(found.length, `correct tooLong if they are fewer:\n${found.join('\n')}`).toBe(tooLong);
  },
);
