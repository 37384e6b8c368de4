/**
 * What the command line loads before it knows the command is one file: an app runs `check
 * --resources` once per skill and needs no other, and each further file takes time.
 */
const first = [
  'shared/(?:host/.+|result|assert-never|invisible|url)',
  // The permission question belongs to the servers chunk.
  'electron/commands/(?:run|commands|bundle-file|[a-z]+/index|call/(?!start-permission).+)',
  'electron/commands/check/check-resources',
  'electron/core/(?:text|policy/target|import/(?:placeholder|server-entry|server-map))',
  'electron/storage/(?:disk/(?:bounded-read|data-folder|disk|file-stamp)|policy-path|credentials/keychain)',
].map((path) => new RegExp(`/${path}\\.ts$`));

/**
 * How the command line is split into chunks, in `dist` and in the tests that run it, for rolldown.
 */
export const chunksOfCommand = {
  groups: [
    { name: 'first', test: (id: string) => first.some((path) => path.test(id)), priority: 2 },
    // What `check` also needs if it gets a whole entry.
    {
      name: 'entry',
      test: /\/electron\/core\/(?:frontmatter\/differences|json)\.ts$/,
      priority: 2,
    },
    // With all its imports.
    { name: 'core', test: /\/electron\/compose-core\.ts$/, priority: 1 },
  ],
};
