import { command, common, printing, overCore, type CliCommand } from '../call/command.ts';

const format = {
  about: 'text (when absent), json, sarif, junit, github or markdown',
  without: 'json',
} as const;

const conformance = command({
  flags: {
    server: { required: true },
    format,
    baseline: {},
    watch: { without: 'json' },
    'watch-path': { with: 'watch' },
    ...common,
  },
  help: {
    summary: "the specification's rules over a server, with evidence",
    about:
      'For authors of servers: asks one server for what the checks look at, over any transport, and ' +
      'says which rules of the specification it breaks, with request and answer. Checks of the official suite have its ids, others begin with skillgate/. Only reads; nothing is called.',
    exit: '0 nothing to mend, 1 a MUST is broken, 3 only warnings, or not everything was looked at.',
  },
  run: overCore(async () => (await import('./conformance.ts')).conformance),
});

const lint = command({
  flags: { format, baseline: {}, watch: { without: 'json' }, ...printing },
  words: [{ name: 'DIR|FILE', many: true }],
  help: {
    summary: 'rules over skills on disk, before they are served',
    about:
      'For authors: looks at the folder of a skill, or at every one below, and says what breaks ' +
      'Agent Skills or the limits of the extension, with file and line. Asks no server, and ' +
      'follows no links.',
    exit: '0 nothing to mend, 1 a MUST is broken, 3 only warnings, or not everything was looked at.',
  },
  run: async (here, given) => (await import('./lint.ts')).lint(here, given),
});

/** For authors of what is served. */
export const checkingCommands: Readonly<Record<string, CliCommand>> = { conformance, lint };
