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
      'Approves exactly the files you reviewed. At a terminal, it prints what the server ' +
      'serves now and asks you. Elsewhere, pass the set and metadata digests you reviewed; ' +
      'if either is missing or no longer current, it writes nothing and prints what the ' +
      "server serves now. Loads no file without --read-all. Allows no tool you don't name.",
    exit:
      '0 approved, 6 invalid or dynamic content, 9 nothing written because you have not ' +
      'reviewed what the server serves now, 1 (with --lock) some skills were not approved.',
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
  help: {
    summary: 'deny a skill',
    about: 'Denies a skill, no matter what it serves now or later.',
  },
  run: overCore(async () => (await import('./deny.ts')).deny),
});

const revoke = command({
  flags: { server: { required: true }, uri: { required: true }, ...listing },
  help: {
    summary: 'undo a decision',
    about: 'Undoes a decision. Needs no connection.',
  },
  run: overCore(async () => (await import('./deny.ts')).revoke),
});

const forget = command({
  flags: { all: { required: true }, yes: {}, ...printing },
  help: {
    summary: 'delete every decision',
    about: 'Deletes every decision and all stored file content. The audit log keeps its history.',
  },
  run: overCore(async () => (await import('./forget.ts')).forget),
});

const mirror = command({
  flags: { off: {}, ...printing },
  words: [{ name: 'PATH', optional: true }],
  help: {
    summary: 'keep a second copy of your decisions',
    about:
      'Keeps a second copy of approvals.json at PATH and rewrites it after each decision. ' +
      'Without PATH, prints where the copy is.',
  },
  run: overCore(async () => (await import('./mirror.ts')).mirror),
});

const audit = command({
  flags: printing,
  help: {
    summary: 'check that the audit log is intact',
    about:
      'Checks the hash chain of audit.jsonl and prints the first broken line. Detects ' +
      'accidental edits, but not a program that runs as you.',
    exit: '0 intact, 1 broken.',
  },
  run: async (here) => (await import('./audit.ts')).verifyAuditFile(here),
});

/** Commands that make decisions and maintain their records. */
export const decisionCommands: Readonly<Record<string, CliCommand>> = {
  approve,
  deny,
  revoke,
  forget,
  mirror,
  'audit verify': audit,
};
