import { defineConfig, mergeConfig } from 'vitest/config';
import base from '../vitest.config.ts';
import { QuickestFirst } from './quickest-first.ts';

/**
 * The tests that judge mutants: those beside the code, and those of whole use cases in this process
 * where use cases are mutated (`MUTATE_USECASES`, set by `build/mutate.mjs`): rules must be held by the
 * tests beside them.
 */
const wholeUseCases = process.env.MUTATE_USECASES === '1' ? ['electron/integration/*.test.ts'] : [];

export default mergeConfig(
  { ...base, test: { ...base.test, include: [] } },
  defineConfig({
    test: {
      sequence: { sequencer: QuickestFirst },
      include: [
        'electron/{core,storage,usecases}/**/*.test.ts',
        'shared/**/*.test.ts',
        ...wholeUseCases,
      ],
      exclude: [
        // Seeded fuzz over minutes: kept for `npm test` and `npm run soak`.
        'electron/core/archive/archive.fuzz.test.ts',
        'electron/core/frontmatter/{cost,other-readers}.test.ts',
        'electron/storage/approvals/{endurance,former,processes}.test.ts',
        'shared/host/reference.test.ts',
        // Commands and shells as processes of their own, which no mutant reaches.
        'electron/integration/{approving,command-line,dialects-cli,managing,port,shell}.test.ts',
        // Mounts a file system that a mutant would leave mounted.
        'electron/integration/unreadable-store.test.ts',
      ],
    },
  }),
);
