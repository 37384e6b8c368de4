import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { digestOfPictureSources, keepPictureSources } from './picture-sources.mjs';
import { run } from './processes.mjs';

/**
 * `npm run pictures`: builds, and retakes the pictures of every view in three themes and three widths.
 * `e2e/pictures` and `build/pictures` (the README's) hold the committed ones, which the journey
 * `29-pictures` compares; `.cache/pictures` has them at full size. `e2e/pictures/drawn-from` says what
 * they show, so that `npm run check` notices when somebody forgot to retake them.
 */
const cwd = fileURLToPath(new URL('..', import.meta.url));
const playwright = join(
  dirname(createRequire(import.meta.url).resolve('@playwright/test/package.json')),
  'cli.js',
);
// Before the build: a file that's saved while pictures are taken makes them old.
const digest = digestOfPictureSources();
// Each view is drawn until it stands still, which takes longer than comparing it.
const journey = [
  ...['--config', 'build/playwright.config.ts', '--project=browser', '--timeout=300000', '29-'],
];
const env = { ...process.env, SKILLGATE_LANE: 'full', SKILLGATE_PICTURES: 'take' };
const code =
  (await run(process.execPath, ['build/build.mjs'], { cwd })) ||
  (await run(process.execPath, [playwright, 'test', ...journey], { cwd, env }));
if (code === 0) keepPictureSources(digest);
process.exitCode = code;
