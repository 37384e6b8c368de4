import { defineConfig, mergeConfig } from 'vitest/config';
import base from '../vitest.config.ts';
import { QuickestFirst } from './quickest-first.ts';

/** The tests that judge mutants: those of the slice (`build/mutate.mjs` sets `MUTATE_TESTS`). */
const judges = JSON.parse(process.env.MUTATE_TESTS ?? '[]') as string[];

export default mergeConfig(
  { ...base, test: { ...base.test, include: [] } },
  defineConfig({
    test: {
      // At the lowest priority a test waits for everything else; Stryker ends endless ones.
      testTimeout: 300_000,
      // One module graph for all test files: reloading it took most of a mutant's time.
      isolate: false,
      sequence: { sequencer: QuickestFirst },
      include: judges,
      exclude: [
        // Seeded fuzz that takes minutes; `npm test` and `npm run soak` run it.
        'electron/core/archive/archive.fuzz.test.ts',
        'electron/core/frontmatter/{cost,other-readers}.test.ts',
        'electron/storage/approvals/{endurance,former,processes}.test.ts',
        'shared/host/reference.test.ts',
      ],
    },
  }),
);
