import { awaiting, command, printing, overCore, type CliCommand } from '../call/command.ts';

const format = {
  about: 'text (default), json, sarif, junit, github or markdown',
  without: 'json',
} as const;

const conformance = command({
  flags: {
    server: { required: true },
    format,
    baseline: {},
    'write-baseline': { without: 'watch' },
    expect: {},
    skills: { without: 'watch' },
    thorough: { without: 'watch' },
    watch: { without: 'json' },
    'watch-path': { with: 'watch' },
    ...awaiting,
    timeout: {
      without: 'watch',
      about: 'stop after this long and report what was checked by then; 1 to 600',
    },
  },
  help: {
    summary: 'test a server against the specification',
    about:
      'For server authors: tests one server against the rules of the specification, over ' +
      'any transport, and shows the request and answer for each failure. Checks from the ' +
      'official suite keep their ids; ours begin with skillgate/. Sends read-only requests ' +
      'and never calls tools.',
    exit:
      '0 nothing to fix, 1 a MUST failed, 3 only warnings, or some checks did not run, ' +
      '4 a skill that --expect names is not listed.',
  },
  run: overCore(async () => (await import('./conformance.ts')).conformance),
});

const lint = command({
  flags: {
    format,
    baseline: {},
    'write-baseline': { without: 'watch' },
    watch: { without: 'json' },
    ...printing,
  },
  words: [{ name: 'DIR|FILE', many: true }],
  help: {
    summary: 'check skills on disk before you serve them',
    about:
      'For skill authors: checks a skill folder, or every skill folder below DIR, against ' +
      'Agent Skills and the limits of the extension, and gives the file and line of each ' +
      'problem. Contacts no server and follows no links.',
    exit: '0 nothing to fix, 1 a MUST failed, 3 only warnings, or some checks did not run.',
  },
  run: async (here, given) => (await import('./lint.ts')).lint(here, given),
});

/** Commands for authors of servers and skills. */
export const checkingCommands: Readonly<Record<string, CliCommand>> = { conformance, lint };
