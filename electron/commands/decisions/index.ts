import { command, common, listing, onSkill, overCore, printing } from '../call/command.ts';
import type { CliCommand } from '../call/command.ts';

const approve = command({
  flags: {
    server: { required: true, unless: 'lock', without: 'lock' },
    uri: { required: true, unless: 'lock', without: 'lock' },
    'set-digest': { without: 'lock' },
    'metadata-digest': { without: 'lock' },
    lock: {},
    'read-all': {},
    note: {},
    expires: {},
    grant: { without: 'lock' },
    ...common,
  },
  help: {
    summary: 'approve exactly these files',
    about:
      'Approves exactly the set of files that was seen. At a terminal it prints what is served ' +
      'now, and asks. Anywhere else it needs the digests of the set and of the metadata that ' +
      'were looked at; without them, or when either is another by then, it writes nothing and ' +
      'says what is served. ' +
      'Fetches nothing without --read-all. No tool is granted unless named.',
    exit:
      '0 approved, 6 refused or dynamic content, 9 nothing was written because what is served ' +
      'was not seen, or is not what was seen, 1 (with --lock) some were not approved.',
  },
  run: async (here, given) => {
    const { lock } = given;
    return lock === undefined
      ? overCore(async () => (await import('./approve.ts')).approve, 'with-findings')(here, {
          ...given,
          server: given.server ?? '',
          uri: given.uri ?? '',
        })
      : overCore(async () => (await import('./approve-lock.ts')).approveLock, 'with-findings')(
          here,
          {
            ...given,
            lock,
          },
        );
  },
});

const deny = command({
  flags: { ...onSkill, note: {} },
  help: { summary: 'deny a skill', about: 'Denies a skill, whatever it serves.' },
  run: overCore(async () => (await import('./deny.ts')).deny),
});

const revoke = command({
  flags: { server: { required: true }, uri: { required: true }, ...listing },
  help: {
    summary: 'take a decision back',
    about: 'Takes a decision back. Needs no connection.',
  },
  run: overCore(async () => (await import('./deny.ts')).revoke),
});

const forget = command({
  flags: { all: { required: true }, yes: {}, ...printing },
  help: {
    summary: 'take every decision back',
    about: 'Takes every decision back and drops every kept byte. The audit keeps what was.',
  },
  run: overCore(async () => (await import('./forget.ts')).forget),
});

const mirror = command({
  flags: { off: {}, ...printing },
  words: [{ name: 'PATH', optional: true }],
  help: {
    summary: 'a second copy of the decisions',
    about:
      'Keeps a second copy of approvals.json at PATH, written whole after each decision. ' +
      'Without an argument: says where it is.',
  },
  run: overCore(async () => (await import('./mirror.ts')).mirror),
});

const audit = command({
  flags: printing,
  help: {
    summary: 'whether the audit is whole',
    about:
      'Checks the chain of audit.jsonl and names the first broken line. Shows careless edits; ' +
      'it is no defence against a program that runs as the same user.',
    exit: '0 intact, 1 broken.',
  },
  run: async (here) => (await import('./audit.ts')).verifyAuditFile(here),
});

/** What was decided, and what is kept of it. */
export const decisionCommands: Readonly<Record<string, CliCommand>> = {
  approve,
  deny,
  revoke,
  forget,
  mirror,
  'audit verify': audit,
};
