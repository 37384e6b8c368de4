/**
 * What is mutated (the rules, what people do, what is stored, what hosts import), and the tests that
 * judge it: those of the same layer, since a layer must be held by the tests beside it. A survivor
 * costs the time of every test that reaches it.
 */
const judged = {
  'electron/core': ['electron/core/**/*.test.ts'],
  // Not those of `electron/integration`: a survivor would cost the start of every server there.
  'electron/engine': ['electron/engine/**/*.test.ts'],
  'electron/storage': ['electron/storage/**/*.test.ts'],
  // What the policy asks of an approval, which the page tells in the same words.
  'shared/model/approval-limits.ts': [
    'shared/model/approval-limits.test.ts',
    'electron/core/policy/*.test.ts',
  ],
  'shared/host': ['shared/host/**/*.test.ts', 'electron/core/decisions/vectors.test.ts'],
};

/** Tests and what only tests use are not mutated: nothing tests them. */
export const untouched = ['!**/*.test.ts', '!**/*.fixture.ts', '!**/testing/**'];

export const mutated = [
  ...Object.keys(judged).map((at) => (at.endsWith('.ts') ? at : `${at}/**/*.ts`)),
  ...untouched,
];

/** The tests that judge a slice; `MUTATE_BY=GLOB,…` names fewer, which gives no more than a floor. */
export const judges = (slice) =>
  process.env.MUTATE_BY?.split(',') ??
  Object.entries(judged).flatMap(([folder, tests]) =>
    slice.some((glob) => glob.startsWith(folder)) ? tests : [],
  );
