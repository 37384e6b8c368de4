import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * `npm run pictures`, after a build: retakes the pictures of every view in three themes and three
 * widths. `e2e/pictures` and `build/pictures` (the README's) hold the committed ones, which the
 * journey `29-pictures` compares; `.cache/pictures` has them at full size.
 */
const playwright = join(
  dirname(createRequire(import.meta.url).resolve('@playwright/test/package.json')),
  'cli.js',
);
const { status } = spawnSync(
  process.execPath,
  [playwright, 'test', '--config', 'build/playwright.config.ts', '--project=browser', '29-'],
  {
    cwd: fileURLToPath(new URL('..', import.meta.url)),
    env: { ...process.env, SKILLGATE_LANE: 'full', SKILLGATE_PICTURES: 'take' },
    stdio: 'inherit',
  },
);
process.exitCode = status ?? 1;
