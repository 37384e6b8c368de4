/**
 * What is mutated (the rules, what people do, what's stored, what apps import), and the tests that
 * judge it: those of the same layer, which the tests beside it must cover. A survivor costs the
 * time of every test that reaches it.
 */
const judged = {
  'electron/core': ['electron/core/**/*.test.ts'],
  // Not `electron/integration`: each survivor would start every server there.
  'electron/engine': ['electron/engine/**/*.test.ts'],
  'electron/storage': ['electron/storage/**/*.test.ts'],
  // The policy's requirements for an approval, which the page shows in the same words.
  'shared/model/approval-limits.ts': [
    'shared/model/approval-limits.test.ts',
    'electron/core/policy/*.test.ts',
  ],
  'shared/host': ['shared/host/**/*.test.ts', 'electron/core/decisions/vectors.test.ts'],
};

/** Tests and test helpers aren't mutated: nothing tests them. */
export const untouched = ['!**/*.test.ts', '!**/*.fixture.ts', '!**/testing/**'];

export const mutated = [
  ...Object.keys(judged).map((at) => (at.endsWith('.ts') ? at : `${at}/**/*.ts`)),
  ...untouched,
];

/**
 * The tests that judge a slice; `MUTATE_BY=GLOB,…` selects fewer, which gives only a lower bound.
 */
export const judges = (slice) =>
  process.env.MUTATE_BY?.split(',') ??
  Object.entries(judged).flatMap(([folder, tests]) =>
    slice.some((glob) => glob.startsWith(folder)) ? tests : [],
  );
