import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { printFigures, printSurvivors, survivorsAsSlice } from './mutation/figures.mjs';
import { sampled } from './mutation/sample.mjs';
import { judges, mutated, untouched } from './mutation/globs.mjs';

/**
 * `npm run mutate [-- GLOB …]`: changes the source in small ways, one at a time, and sees which
 * change no test notices (Stryker). Of everything in `mutation/globs.mjs`, or of a slice:
 * `npm run mutate -- 'electron/core/policy/*.ts'`. What is known from earlier slices is kept in
 * `.cache/mutation`; `npm run mutate -- --figures` prints it per folder, and `-- --survivors PREFIX`
 * each that nothing killed, of files whose path begins so; `-- --again PREFIX` tries only those again,
 * after new tests for them; `-- --sample 5 SEED FOLDER …` tries one line in five of folders. All
 * takes hours: not part of CI. `-- --planted [ID …]` tries faults that were written by hand instead.
 */
process.chdir(fileURLToPath(new URL('..', import.meta.url)));
const words = process.argv.slice(2);
if (words[0] === '--planted') {
  const { runPlanted } = await import('./mutation/plant.mjs');
  await runPlanted(words.slice(1));
} else if (words[0] === '--figures') {
  printFigures();
} else if (words[0] === '--survivors') {
  printSurvivors(words[1] ?? '');
} else {
  // A mutant may well write to the home folder or forget to clear up: it gets its own of both.
  const scratch = mkdtempSync(join(tmpdir(), 'skillgate-mutate-'));
  const slice = sliceOf(words);
  Object.assign(process.env, {
    HOME: scratch,
    XDG_CONFIG_HOME: scratch,
    TMPDIR: scratch,
    MUTATE_TESTS: JSON.stringify(judges(slice)),
  });
  mkdirSync('.cache/mutation', { recursive: true });
  try {
    const { Stryker } = await import('@stryker-mutator/core');
    await new Stryker({
      configFile: 'build/mutation/stryker.config.mjs',
      mutate: slice,
    }).runMutationTest();
  } finally {
    rmSync(scratch, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
  }
  printFigures();
}

/** What is mutated: everything, what survived so far, or what was named. */
function sliceOf([first, ...rest]) {
  if (first === undefined) return mutated;
  if (first === '--sample') {
    const [share, seed, ...folders] = rest;
    return folders.flatMap((folder) => sampled(Number(share), seed, folder));
  }
  if (first === '--again')
    return (rest.length === 0 ? [''] : rest).flatMap((prefix) => survivorsAsSlice(prefix));
  return [first, ...rest, ...untouched];
}
