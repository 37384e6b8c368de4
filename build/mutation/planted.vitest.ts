import { defineConfig, mergeConfig } from 'vitest/config';
import base from '../vitest.config.ts';
import { QuickestFirst } from './quickest-first.ts';

/** All unit tests, the quickest first: the first that fails ends the run (`unit-judge.mjs`). */
export default mergeConfig(
  base,
  defineConfig({
    test: {
      sequence: { sequencer: QuickestFirst },
      // A fault that has a test wait for ever costs this twice.
      testTimeout: 45_000,
    },
  }),
);
