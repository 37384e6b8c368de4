/**
 * What is mutated (the rules, what people do, what is stored, what hosts import), and the tests that
 * judge it: those of the same layer, since a layer must be held by the tests beside it. A survivor
 * costs the time of every test that reaches it.
 */
const judged = {
  'electron/core': ['electron/core/**/*.test.ts'],
  'electron/usecases': ['electron/usecases/**/*.test.ts', 'electron/integration/*.test.ts'],
  'electron/storage': ['electron/storage/**/*.test.ts'],
  'shared/host': ['shared/host/**/*.test.ts', 'electron/core/decisions/vectors.test.ts'],
};

/** Tests and what only tests use are not mutated: nothing tests them. */
export const untouched = ['!**/*.test.ts', '!**/*.fixture.ts', '!**/testing/**'];

export const mutated = [...Object.keys(judged).map((folder) => `${folder}/**/*.ts`), ...untouched];

/** The tests that judge a slice. */
export const judges = (slice) =>
  Object.entries(judged).flatMap(([folder, tests]) =>
    slice.some((glob) => glob.startsWith(folder)) ? tests : [],
  );
