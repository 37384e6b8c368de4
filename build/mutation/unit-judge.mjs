import { dirname, join } from 'node:path';
import { createVitest } from 'vitest/node';

/** Test files that run before the next look at whether one has failed. */
const together = 24;

/**
 * The unit tests, kept ready: starting anew for each fault would take most of the time. `failing` gives the
 * first test that fails with a changed file, also at its second try, or null if all pass: of the tests
 * beside the file, then of all that import it.
 */
export async function openUnitTests(root) {
  let first = null;
  const note = ({ moduleId }, name) => {
    first ??= `${moduleId.slice(root.length)} › ${name}`;
  };
  const reporter = {
    onTestCaseResult(test) {
      if (test.result().state === 'failed') note(test.module, test.fullName);
    },
    onTestModuleEnd(module) {
      if (module.state() === 'failed') note(module, 'outside its tests');
    },
  };
  const vitest = await createVitest('test', {
    ...{ root, config: join(root, 'build/mutation/planted.vitest.ts') },
    // `bail` would end what runs beside the failing test, which can hold up the next fault's tests.
    ...{ watch: false, retry: 1, passWithNoTests: true, silent: true, reporters: [reporter] },
  });
  await vitest.standalone();

  const sequencer = new vitest.config.sequence.sequencer(vitest);

  const firstFailure = async (specifications) => {
    const sorted = await sequencer.sort(specifications);
    for (let from = 0; from < sorted.length; from += together) {
      first = null;
      const some = sorted.slice(from, from + together);
      const { testModules, unhandledErrors } = await vitest.runTestSpecifications(some);
      const [error] = unhandledErrors;
      if (first !== null) return first;
      if (error !== undefined) return `outside any test: ${error.message}`;
      // Else a fault would count as unnoticed that nobody looked for.
      const here = new Set(some.map(({ moduleId }) => moduleId));
      const unrun = testModules.find(
        (module) => here.has(module.moduleId) && !['passed', 'skipped'].includes(module.state()),
      );
      if (unrun !== undefined) throw new Error(`${unrun.moduleId} didn’t run`);
    }
    return null;
  };

  return {
    async failing(file) {
      const path = join(root, file);
      vitest.invalidateFile(path);
      vitest.config.related = [path];
      const related = await vitest.getRelevantTestSpecifications();
      const isBeside = ({ moduleId }) => dirname(moduleId) === dirname(path);
      return (
        (await firstFailure(related.filter(isBeside))) ??
        (await firstFailure(related.filter((one) => !isBeside(one))))
      );
    },
    /** The file is as it was. */
    restored: (file) => vitest.invalidateFile(join(root, file)),
    close: () => vitest.close(),
  };
}
