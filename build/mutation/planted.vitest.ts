import { defineConfig, mergeConfig } from 'vitest/config';
import base from '../vitest.config.ts';
import { QuickestFirst } from './quickest-first.ts';

/** All unit tests, the quickest first: the first that fails ends the run (`planted.mjs`). */
export default mergeConfig(
  base,
  defineConfig({ test: { sequence: { sequencer: QuickestFirst } } }),
);
