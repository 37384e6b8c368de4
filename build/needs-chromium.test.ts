import { afterEach, expect, test, vi } from 'vitest';

afterEach(() => vi.unstubAllEnvs());

test('journeys can be listed without Chromium, and say so when they start', async () => {
  vi.stubEnv('CHROMIUM_PATH', '/nowhere/chromium');
  const { default: config } = await import('./playwright.config.ts');
  expect(config.projects).toHaveLength(2);
  const { default: setup } = await import('./needs-chromium.ts');
  expect(() => setup({ projects: [config] })).toThrow('no Chromium');
  expect(() =>
    setup({ projects: [{ use: { launchOptions: { executablePath: '/usr/bin/chromium' } } }] }),
  ).not.toThrow();
});
