import { defineConfig } from '@playwright/test';
import type { ShellOptions } from '../e2e/fixtures/app.ts';
import journeys from './playwright.config.ts';
import { root } from './product.ts';

/** Drives people's tasks in a browser and counts what each takes: `npm run journeys -- --count`. */
export default defineConfig<object, ShellOptions>({
  ...journeys,
  testDir: `${root}e2e/tasks`,
  outputDir: `${root}test-results/tasks`,
  timeout: 60_000,
  projects: [{ name: 'browser', use: { shell: 'browser' } }],
});
