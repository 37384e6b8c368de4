import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';
import { defines, root } from './product.ts';
import { requestDefines } from './requests.ts';

/** Renders parts of the page; sharing needs files of one environment after each other. */
const page = ['renderer/**/*.test.tsx', 'renderer/components/CodeView/theme.test.ts'];
/** Mock a module, or need a process that no other test has used. */
const alone = [
  'electron/integration/silent-answers.test.ts',
  'renderer/components/CodeView/code-tokens.test.ts',
];
/** Mock a module of the page. */
const pageAlone = ['renderer/features/approval/ChangesTab.test.tsx'];
const onPage = {
  environment: 'happy-dom',
  setupFiles: [`${root}renderer/store/testing/clean-page.ts`],
};

export default defineConfig({
  root,
  define: { ...defines, ...requestDefines },
  plugins: [react()],
  test: {
    /**
     * Test files share one copy of each module, which saves two fifths of their processor time. A test
     * that mocks a module, or leaves a global changed, belongs to `alone`.
     */
    projects: [
      {
        extends: true,
        test: {
          name: 'page',
          include: page,
          exclude: pageAlone,
          ...onPage,
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          name: 'shared',
          include: ['{electron,renderer,shared,build}/**/*.test.{ts,tsx}'],
          exclude: [...page, ...alone, ...pageAlone],
          isolate: false,
        },
      },
      { extends: true, test: { name: 'alone', include: alone } },
      { extends: true, test: { name: 'page-alone', include: pageAlone, ...onPage } },
    ],
    environment: 'node',
    globals: false,
    restoreMocks: true,
    // Real processes over real stdio on a shared machine: generous, so that load is not a failure.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 60_000 } },
    maxWorkers: 5,
    // A worker collects garbage a twentieth faster when what is new has more room.
    execArgv: ['--max-semi-space-size=64'],
    globalSetup: [`${root}build/test-servers.ts`, `${root}build/test-folder.ts`],
    alias: { electron: `${root}electron/shell/testing/electron-double.ts` },
  },
});
