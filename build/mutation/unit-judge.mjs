import { dirname, join } from 'node:path';
import { createVitest } from 'vitest/node';

/**
 * The unit tests, kept ready: starting anew for each fault would take most of the time. `failing` gives the
 * first test that fails with a changed file, also at its second try, or null if all pass: of the tests
 * beside the file, then of all that import it.
 */
export async function openUnitTests(root) {
  const vitest = await createVitest('test', {
    ...{ root, config: join(root, 'build/mutation/planted.vitest.ts') },
    ...{ watch: false, bail: 1, retry: 1, passWithNoTests: true, reporters: [{}] },
  });
  await vitest.standalone();

  const firstFailure = async (specifications) => {
    if (specifications.length === 0) return null;
    const { testModules, unhandledErrors } = await vitest.runTestSpecifications(specifications);
    for (const module of testModules) {
      const [test] = module.children.allTests('failed');
      const name = module.moduleId.slice(root.length);
      if (test !== undefined) return `${name} › ${test.fullName}`;
      if (module.state() === 'failed') return `${name} › the file itself`;
    }
    const [error] = unhandledErrors;
    return error === undefined ? null : `outside any test: ${error.message}`;
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
