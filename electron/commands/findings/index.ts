import {
  awaiting,
  command,
  folderWords,
  orFolder,
  overCoreOrFolders,
  type CliCommand,
} from '../call/command.ts';

const findings = command({
  flags: {
    server: { about: 'only this server', ...orFolder },
    uri: { with: 'server', about: 'only this skill' },
    format: { about: 'text (default), json, sarif, junit or github', without: 'json' },
    'fail-on': {},
    'since-approval': {},
    'allow-unseen': {},
    folder: { without: ['config', 'timeout'] },
    ...awaiting,
  },
  words: folderWords,
  help: {
    summary: 'scan files for risky content',
    about:
      'Reads every file of the selected skills and shows what the rules find and where: ' +
      'places to review, not a judgment. Also counts what could not be inspected.',
    exit:
      '0 no findings at or above --fail-on, 1 some findings, or a server did not answer, ' +
      "3 the rules didn't see every skill or file (0 with --allow-unseen).",
  },
  run: overCoreOrFolders(async () => (await import('./findings.ts')).findings, 'with-findings'),
});

/** Commands that scan what servers serve. */
export const findingCommands: Readonly<Record<string, CliCommand>> = { findings };
