import { defineConfig, type ReporterDescription } from '@playwright/test';
import type { ShellOptions } from '../e2e/fixtures/app.ts';
import { findChromium } from './chromium.mjs';
import { root } from './product.ts';

// Where there is none, `globalSetup` says so: knip reads this file on machines that have none yet.
const executablePath = findChromium();

// Chromium's sandbox does not work for root, which is who runs in most containers.
const args = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
const reporter: ReporterDescription[] = [['list']];

export default defineConfig<object, ShellOptions>({
  globalSetup: [`${root}build/needs-chromium.ts`, `${root}build/test-servers.ts`],
  testDir: `${root}e2e/journeys`,
  outputDir: `${root}test-results`,
  timeout: 120_000,
  expect: { timeout: 20_000 },
  workers: 2,
  // A busy machine may be slower than a person's patience, and about one Electron in a hundred does
  // not start under the driver; such a journey is called flaky.
  retries: process.env['CI'] === undefined ? 0 : 2,
  forbidOnly: process.env['CI'] !== undefined,
  reporter,
  use: {
    trace: 'retain-on-failure',
    viewport: { width: 1280, height: 800 },
    launchOptions: { ...(executablePath === null ? {} : { executablePath }), args },
  },
  projects: [
    { name: 'browser', use: { shell: 'browser' }, grepInvert: /@window/ },
    {
      name: 'electron',
      use: { shell: 'electron' },
      grepInvert: /@browser/,
      // What has no window is run once.
      testIgnore: /(?:\/host|-package)\.spec\.ts$/,
    },
  ],
});
