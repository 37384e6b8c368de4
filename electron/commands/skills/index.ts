import { command, common, onSkill, overCore, type CliCommand } from '../call/command.ts';

const one = { about: 'only this server' } as const;
const standings =
  '0 approved, 3 undecided, 4 denied, 5 changed, 6 refused, 7 blocked by policy, 8 expired, ' +
  '2 cannot tell (treat as no).';

const list = command({
  flags: { server: one, ...common },
  help: {
    summary: 'skills of every server, with their standing',
    about: 'Lists the skills of every configured server, with where each stands.',
    exit: '0 every server answered and gave all of its listing, 1 otherwise.',
  },
  run: overCore(async () => (await import('./list.ts')).list),
});

const show = command({
  flags: { ...onSkill, content: {} },
  help: {
    summary: "one skill's entry, standing and record",
    about: "Shows one skill's entry, standing and record; also a skill that no listing has.",
  },
  run: overCore(async () => (await import('./show.ts')).show),
});

const read = command({
  flags: { ...onSkill, file: {} },
  help: {
    summary: 'one file, checked',
    about:
      'Reads one file and checks it against the entry. Prints nothing of it when a check fails.',
    exit: '0 read, 1 a check failed.',
  },
  run: overCore(async () => (await import('./read.ts')).read),
});

const verify = command({
  flags: {
    server: one,
    uri: { with: 'server', about: 'only this skill' },
    lock: {
      without: 'uri',
      about: 'hold what is served against what `export --as lock` wrote, servers by their labels',
    },
    ...common,
  },
  help: {
    summary: 'read and check every file',
    about:
      'Reads and checks every file of the skills chosen. With a lock file it fails, too, where a ' +
      'skill differs from it, is gone, is not in it, or has an approval in it that has run out.',
    exit:
      '0 everything matches, 1 something failed, could not be read, was refused or is not as the ' +
      'lock file has it, or a listing did not come whole, 3 only content that cannot be verified ' +
      'remains.',
  },
  run: overCore(async () => (await import('./verify.ts')).verify, 'of-changed'),
});

const check = command({
  flags: {
    server: { required: true, unless: 'identity' },
    uri: { required: true },
    resources: {},
    read: {},
    identity: { with: 'resources' },
    ...common,
  },
  help: {
    summary: 'the standing, as an exit code',
    about:
      'Says where a skill stands, as an exit code. With --resources no connection is made: the ' +
      'caller holds the entry, and its own server is what is asked about. Where a server publishes ' +
      'no digests its word proves nothing: that cannot be told without --read.',
    exit: standings,
  },
  run: async (here, given) =>
    given.resources === undefined
      ? overCore(async () => (await import('./check.ts')).check)(here, {
          ...given,
          server: given.server ?? '',
        })
      : (await import('../check/check-resources.ts')).checkResources(here, {
          ...given,
          resources: given.resources,
        }),
});

const load = command({
  flags: onSkill,
  help: {
    summary: 'SKILL.md, when approved and matching',
    about:
      'What a host would do: when approved, reads SKILL.md, checks it and prints it tagged with ' +
      'its server. Every line of its content begins with "| ", so that none can pass for the ' +
      'line that ends it; --json gives the text as it is.',
    exit: standings,
  },
  run: overCore(async () => (await import('./load.ts')).load),
});

const templates = command({
  flags: {
    server: { required: true },
    expand: {},
    uri: { with: 'expand', about: 'which template, when several have these variables' },
    ...common,
  },
  help: {
    summary: 'skills behind a template',
    about:
      'Lists the templates whose expansion can be a skill, with the values that the server ' +
      'suggests.',
  },
  run: overCore(async () => (await import('./templates.ts')).templates),
});

const diff = command({
  flags: onSkill,
  help: {
    summary: 'what changed since the approval',
    about: 'What changed since you approved a skill, as Markdown. Reads the files that changed.',
    exit: '0 nothing changed, 5 changed.',
  },
  run: overCore(async () => (await import('./diff.ts')).diff),
});

/** What servers serve. */
export const skillCommands: Readonly<Record<string, CliCommand>> = {
  list,
  show,
  read,
  verify,
  check,
  load,
  templates,
  diff,
};
