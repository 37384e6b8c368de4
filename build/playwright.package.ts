import { defineConfig } from '@playwright/test';
import { root } from './product.ts';

/** Drives the installed package from outside: one program at a time, no browser of its own. */
export default defineConfig({
  testDir: `${root}e2e/package`,
  outputDir: `${root}test-results/package`,
  timeout: 120_000,
  expect: { timeout: 45_000 },
  workers: 1,
  retries: 0,
  forbidOnly: process.env['CI'] !== undefined,
  reporter: [['list']],
  projects: [{ name: 'package' }],
});
