import { dirname, join } from 'node:path';
import { createVitest } from 'vitest/node';

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
    ...{
      watch: false,
      bail: 1,
      retry: 1,
      passWithNoTests: true,
      silent: true,
      reporters: [reporter],
    },
  });
  await vitest.standalone();

  const firstFailure = async (specifications) => {
    first = null;
    if (specifications.length === 0) return null;
    const { unhandledErrors } = await vitest.runTestSpecifications(specifications);
    const [error] = unhandledErrors;
    return first ?? (error === undefined ? null : `outside any test: ${error.message}`);
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
