import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';
import { defines, root } from './product.ts';
import { requestDefines } from './requests.ts';

export default defineConfig({
  root,
  define: { ...defines, ...requestDefines },
  plugins: [react()],
  test: {
    include: [
      'electron/**/*.test.{ts,tsx}',
      'renderer/**/*.test.{ts,tsx}',
      'shared/**/*.test.{ts,tsx}',
      'build/**/*.test.ts',
    ],
    environment: 'node',
    globals: false,
    restoreMocks: true,
    // Real processes over real stdio on a shared machine: generous, so that load is not a failure.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    maxWorkers: 2,
    globalSetup: [`${root}build/test-servers.ts`, `${root}build/test-folder.ts`],
    alias: { electron: `${root}electron/shell/testing/electron-double.ts` },
  },
});
