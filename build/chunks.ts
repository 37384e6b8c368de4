/**
 * What the command line loads before it knows the command is one file: `check --resources`,
 * which a host runs once per skill, needs no other, and each file more is a wait.
 */
const first = [
  'shared/(?:host/.+|result|assert-never|invisible|url)',
  // Asking before a start comes with the servers.
  'electron/commands/(?:run|commands|bundle-file|[a-z]+/index|call/(?!start-permission).+)',
  'electron/commands/check/check-resources',
  'electron/core/(?:text|policy/target|import/(?:placeholder|server-entry|server-map))',
  'electron/storage/(?:disk/(?:bounded-read|data-folder|disk|file-stamp)|policy-path|credentials/keychain)',
].map((path) => new RegExp(`/${path}\\.ts$`));

/** Which chunks the command line is cut into, in `dist` and in the tests that run it: for rolldown. */
export const chunksOfCommand = {
  groups: [
    { name: 'first', test: (id: string) => first.some((path) => path.test(id)), priority: 2 },
    // What `check` needs beside it where it is given a whole entry.
    {
      name: 'entry',
      test: /\/electron\/core\/(?:frontmatter\/differences|json)\.ts$/,
      priority: 2,
    },
    // With everything that it imports.
    { name: 'core', test: /\/electron\/compose-core\.ts$/, priority: 1 },
  ],
};
