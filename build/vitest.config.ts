import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';
import { defines, root } from './product.ts';
import { requestDefines } from './requests.ts';

const tests = (...folders: string[]): string[] =>
  folders.map((folder) => `${folder}/**/*.test.{ts,tsx}`);

/**
 * The test files of these folders share one copy of each module, which saves two fifths of their
 * processor time. A test that mocks a module, or leaves a global changed, doesn't belong here.
 */
const sharing = tests(
  ...['electron/core', 'electron/engine', 'electron/gateway', 'electron/integration'],
  ...['renderer/store', 'shared'],
);
const mocking = ['electron/integration/silent-answers.test.ts'];

export default defineConfig({
  root,
  define: { ...defines, ...requestDefines },
  plugins: [react()],
  test: {
    projects: [
      {
        extends: true,
        test: { name: 'sharing', include: sharing, exclude: mocking, isolate: false },
      },
      {
        extends: true,
        test: {
          name: 'isolated',
          include: tests('electron', 'renderer', 'build'),
          exclude: sharing,
        },
      },
      { extends: true, test: { name: 'mocking', include: mocking } },
    ],
    environment: 'node',
    globals: false,
    restoreMocks: true,
    // Real processes over real stdio on a shared machine: generous, so that load isn't a failure.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // There are two cores, and a third of the time is waiting for processes.
    maxWorkers: 3,
    globalSetup: [`${root}build/test-servers.ts`, `${root}build/test-folder.ts`],
    alias: { electron: `${root}electron/shell/testing/electron-double.ts` },
  },
});
