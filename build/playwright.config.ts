import { defineConfig, type ReporterDescription } from '@playwright/test';
import type { ShellOptions } from '../e2e/fixtures/app.ts';
import { findChromium, findHeadlessShell } from './chromium.mjs';
import { journeyLane } from './journeys.mjs';
import { root } from './product.ts';
import { requestFamilies } from './request-families.ts';

// Where there is none, `globalSetup` says so: knip reads this file on machines that have none yet.
const executablePath = findHeadlessShell() ?? findChromium();

// Chromium's sandbox doesn't work for root, the usual user in containers.
const args = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
const reporter: ReporterDescription[] = [['list']];

/**
 * Which journeys run where, by tag. `@window` and `@browser` need what only one shell has. In the
 * normal lane every other journey runs in a browser alone, as the page is the same; `@both` ones run in
 * Electron, too, and together cross every family of requests. With `both`, every journey runs in every
 * shell that it can, and with `full` `@full` ones, too.
 */
const lane = journeyLane(process.env);
const shells = {
  normal: {
    browser: { grepInvert: /@window|@full/ },
    electron: { grep: /@window|@both/, grepInvert: /@browser|@full/ },
  },
  both: {
    browser: { grepInvert: /@window|@full/ },
    electron: { grepInvert: /@browser|@full/ },
  },
  full: { browser: { grepInvert: /@window/ }, electron: { grepInvert: /@browser/ } },
}[lane];

export default defineConfig<object, ShellOptions>({
  globalSetup: [`${root}build/needs-chromium.ts`, `${root}build/test-servers.ts`],
  metadata: { lane, requestFamilies: [...new Set(Object.values(requestFamilies))] },
  testDir: `${root}e2e/journeys`,
  outputDir: `${root}test-results`,
  timeout: 120_000,
  expect: { timeout: 45_000 },
  // There are two cores, and more than half of a journey is waiting.
  workers: 3,
  // `npm test` allows a second try and names the journey: it has a race, or the product does.
  retries: 0,
  forbidOnly: process.env['CI'] !== undefined,
  reporter,
  use: {
    // Screencasts cost a fifth of a journey's processor time; the trace has the page at each step
    // without them.
    trace: { mode: 'retain-on-failure', screenshots: false },
    viewport: { width: 1280, height: 800 },
    // Animations cost another tenth; the window's journeys keep them.
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: { ...(executablePath === null ? {} : { executablePath }), args },
  },
  projects: [
    { name: 'browser', use: { shell: 'browser' }, ...shells.browser },
    {
      name: 'electron',
      use: { shell: 'electron' },
      ...shells.electron,
      // Journeys without a window run once.
      testIgnore: /(?:\/host|-package)\.spec\.ts$/,
    },
  ],
});
