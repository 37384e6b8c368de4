/** What is mutated: the rules, what people do, what is stored, and what hosts import. */
const folders = ['electron/core', 'electron/usecases', 'electron/storage', 'shared/host'];

/** Tests and what only tests use are not mutated: nothing tests them. */
export const untouched = ['!**/*.test.ts', '!**/*.fixture.ts', '!**/testing/**'];

export const mutated = [...folders.map((folder) => `${folder}/**/*.ts`), ...untouched];
