import {
  awaiting,
  command,
  folderWords,
  onSkill,
  onSkillOrFolder,
  orFolder,
  overCore,
  overCoreOrFolders,
  overOneSkill,
  type CliCommand,
} from '../call/command.ts';

const one = { about: 'only this server' } as const;
const standings =
  '0 approved, 3 not decided, 4 denied, 5 changed, 6 invalid, 7 blocked by policy, 8 ' +
  "expired, 2 can't tell (treat as no).";

const list = command({
  flags: { server: one, ...awaiting },
  help: {
    summary: 'list skills and their status',
    about:
      'Lists the skills of every configured server, with their status. Prints a server that is ' +
      'ready while others are still awaited.',
    exit: '0 every server gave its complete listing, 1 otherwise.',
  },
  run: overCore(async () => (await import('./list.ts')).list),
});

const show = command({
  flags: { ...onSkillOrFolder, content: {} },
  words: folderWords,
  help: {
    summary: "show a skill's entry, status and record",
    about: "Shows one skill's entry, status and record, even if the server doesn't list it.",
  },
  run: overOneSkill(async () => (await import('./show.ts')).show),
});

const read = command({
  flags: { ...onSkill, file: {} },
  help: {
    summary: 'read and check one file',
    about: 'Reads one file and checks it against the entry. If a check fails, prints none of it.',
    exit: '0 read, 1 a check failed.',
  },
  run: overCore(async () => (await import('./read.ts')).read),
});

const verify = command({
  flags: {
    server: { ...one, ...orFolder },
    uri: { with: 'server', about: 'only this skill' },
    lock: {
      without: 'uri',
      about: 'compare with a file from `export --as lock`; finds servers by label',
    },
    folder: { without: ['config', 'lock', 'timeout'] },
    ...awaiting,
  },
  words: folderWords,
  help: {
    summary: 'read and check every file',
    about:
      'Reads and checks every file of the selected skills. With a lock file, also fails if ' +
      "a skill differs, is missing, isn't in the lock file, or has an approval there that " +
      'expired.',
    exit:
      "0 everything matches; 1 something failed, couldn't be read, is invalid or differs " +
      'from the lock file, or a listing is incomplete; 3 only content that cannot be ' +
      'checked remains.',
  },
  run: overCoreOrFolders(async () => (await import('./verify.ts')).verify, 'of-changed'),
});

const check = command({
  flags: {
    server: { required: true, unless: 'identity' },
    uri: { required: true },
    resources: {},
    read: {},
    identity: { with: 'resources' },
    ...awaiting,
    timeout: { without: 'resources' },
  },
  help: {
    summary: 'return the status as an exit code',
    about:
      "Returns a skill's status as an exit code. With --resources, makes no connection: " +
      'you supply the entry. If a server publishes no digests, its word proves nothing, so ' +
      'the answer is "can\'t tell" without --read.',
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
    summary: 'print SKILL.md if approved and matching',
    about:
      'Acts like an app: if the skill is approved, reads SKILL.md, checks it and prints it ' +
      'with its server\'s name. Every line of content begins with "| ", so that none can ' +
      'pass for the end marker; --json gives the text unchanged.',
    exit: standings,
  },
  run: overCore(async () => (await import('./load.ts')).load),
});

const templates = command({
  flags: {
    server: { required: true },
    expand: {},
    uri: { with: 'expand', about: 'the template to use, if several have these variables' },
    ...awaiting,
  },
  help: {
    summary: 'list and open skills from templates',
    about: 'Lists the templates that can produce skills, with the values the server suggests.',
  },
  run: overCore(async () => (await import('./templates.ts')).templates),
});

const diff = command({
  flags: onSkillOrFolder,
  words: folderWords,
  help: {
    summary: 'show changes since approval',
    about: 'Shows what changed since you approved a skill, as Markdown. Reads only changed files.',
    exit: '0 nothing changed, 5 changed.',
  },
  run: overOneSkill(async () => (await import('./diff.ts')).diff, 'of-changed'),
});

/** Commands about the skills that servers serve. */
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
