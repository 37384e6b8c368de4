import { readFileSync, rmSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { createVitest } from 'vitest/node';

/** Test files that run before the next look at whether one has failed. */
const together = 24;

/**
 * The unit tests, kept ready: starting them for each fault would take most of the time. `beside` and
 * `related` give the first test that fails with a changed file, also at its second try, or null if all
 * pass: of the tests in its folder, that import it themselves or are named, and of all that reach it.
 */
export async function openUnitTests(root) {
  let first = null;
  const ended = new Set();
  const note = ({ moduleId }, name) => {
    first ??= `${moduleId.slice(root.length)} › ${name}`;
  };
  const reporter = {
    onTestCaseResult(test) {
      if (test.result().state === 'failed') note(test.module, test.fullName);
    },
    onTestModuleEnd(module) {
      if (module.state() !== 'pending') ended.add(module.moduleId);
      if (module.state() === 'failed') note(module, 'outside its tests');
    },
  };
  const vitest = await createVitest('test', {
    ...{ root, config: join(root, 'build/mutation/planted.vitest.ts') },
    // `bail` would end what runs beside the failing test, which can hold up the next fault's tests.
    ...{ watch: false, retry: 1, passWithNoTests: true, silent: true, reporters: [reporter] },
  });
  await vitest.standalone();

  const changed = (file) => {
    const path = join(root, file);
    vitest.invalidateFile(path);
    // What tests build once a run of this file, they build again (`build/test-folder.ts`).
    const folder = process.env.SKILLGATE_TEST_FOLDER;
    if (folder !== undefined) rmSync(join(folder, 'cli'), { recursive: true, force: true });
    return path;
  };
  const sequencer = new vitest.config.sequence.sequencer(vitest);

  const firstFailure = async (specifications) => {
    const sorted = await sequencer.sort(specifications);
    for (let from = 0; from < sorted.length; from += together) {
      first = null;
      const some = sorted.slice(from, from + together);
      ended.clear();
      const { unhandledErrors } = await vitest.runTestSpecifications(some);
      const [error] = unhandledErrors;
      if (first !== null) return first;
      if (error !== undefined) return `outside any test: ${error.message}`;
      // Else a fault would count as unnoticed that nobody looked for.
      const unrun = some.find(({ moduleId }) => !ended.has(moduleId));
      if (unrun !== undefined) throw new Error(`${unrun.moduleId} didn’t run`);
    }
    return null;
  };

  return {
    async beside({ file, tests = [] }) {
      const path = changed(file);
      const named = new Set(tests.map((test) => join(root, test)));
      vitest.config.related = undefined;
      const all = await vitest.getRelevantTestSpecifications();
      return firstFailure(
        all.filter(
          ({ moduleId }) =>
            named.has(moduleId) ||
            dirname(moduleId) === dirname(path) ||
            doesImport(moduleId, path),
        ),
      );
    },
    async related({ file }) {
      vitest.config.related = [changed(file)];
      return firstFailure(await vitest.getRelevantTestSpecifications());
    },
    /** The file is as it was. */
    restored: (file) => void changed(file),
    close: () => vitest.close(),
  };
}

const doesImport = (test, path) =>
  [...readFileSync(test, 'utf8').matchAll(/(?:from|import\() ?'(\.[^']+)'/g)].some(
    ([, other]) => resolve(dirname(test), other) === path,
  );
