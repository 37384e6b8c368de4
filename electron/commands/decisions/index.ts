import {
  awaiting,
  command,
  folderWords,
  listing,
  onSkillOrFolder,
  overCore,
  overOneSkill,
  printing,
  type CliCommand,
} from '../call/command.ts';

const approve = command({
  flags: {
    server: { required: true, unless: ['lock', 'folder'], without: ['lock', 'folder'] },
    uri: { required: true, unless: ['lock', 'folder'], without: 'lock' },
    'set-digest': { without: 'lock' },
    'metadata-digest': { without: 'lock' },
    lock: {},
    folder: { without: ['config', 'lock', 'timeout'] },
    'read-all': {},
    'accept-risk': {},
    note: {},
    expires: {},
    grant: { without: 'lock' },
    ...awaiting,
  },
  words: folderWords,
  help: {
    summary: 'approve exactly these files',
    about:
      'Approves exactly the files you reviewed. At a terminal, it prints what the server ' +
      'serves now and asks you. Elsewhere, pass the set and metadata digests you reviewed; ' +
      'if either is missing or no longer current, it writes nothing and prints what the ' +
      "server serves now. High and critical findings, and files that weren't checked, need " +
      "--accept-risk. Loads no file without --read-all. Allows no tool you don't name.",
    exit:
      '0 approved, 6 invalid or dynamic content, 9 nothing written because you have not ' +
      'reviewed what the server serves now, 1 (with --lock) some skills were not approved.',
  },
  run: async (here, given) => {
    const { lock } = given;
    return lock === undefined
      ? overOneSkill(async () => (await import('./approve.ts')).approve, 'with-findings')(
          here,
          given,
        )
      : overCore(async () => (await import('./lock-file.ts')).approveLock, 'with-findings')(here, {
          ...given,
          lock,
        });
  },
});

const deny = command({
  flags: { ...onSkillOrFolder, note: {} },
  words: folderWords,
  help: {
    summary: 'deny a skill',
    about: 'Denies a skill, no matter what it serves now or later.',
  },
  run: overOneSkill(async () => (await import('./deny.ts')).deny),
});

const revoke = command({
  flags: {
    server: { required: true, unless: 'folder', without: 'folder' },
    uri: { required: true, unless: 'folder' },
    folder: { without: 'config' },
    ...listing,
  },
  words: folderWords,
  help: {
    summary: 'undo a decision',
    about: 'Undoes a decision. Needs no connection.',
  },
  run: overOneSkill(async () => (await import('./deny.ts')).revoke),
});

const forget = command({
  flags: { all: { required: true }, yes: {}, ...printing },
  help: {
    summary: 'delete every decision',
    about:
      'Deletes every decision, also about folders, and all stored file content. The audit logs ' +
      'keep their history.',
  },
  run: overCore(async () => (await import('./forget.ts')).forget),
});

const restore = command({
  flags: { list: {}, empty: {}, ...printing },
  words: [{ name: 'COPY', optional: true }],
  help: {
    summary: 'restore your decisions if their file is damaged',
    about:
      'If approvals.json is damaged or missing, restores the newest copy, or the one named COPY. ' +
      'Skillgate makes a copy after each decision. Approvals that ended after the copy was made ' +
      "aren't restored; if the audit log can't tell, you confirm each. Keeps the damaged file.",
  },
  run: overCore(async () => (await import('./restore.ts')).restore),
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
      'Checks the hash chains of audit.jsonl and folder-audit.jsonl and prints the ' +
      'first broken line. Detects accidental edits, but not a program that runs as you.',
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
  restore,
  mirror,
  'audit verify': audit,
};
