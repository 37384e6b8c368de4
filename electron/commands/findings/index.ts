import { command, common, type CliCommand } from '../call/command.ts';

const findings = command({
  flags: {
    server: { about: 'only this server' },
    uri: { with: 'server', about: 'only this skill' },
    format: { without: 'json' },
    'fail-on': {},
    'since-approval': {},
    ...common,
  },
  help: {
    summary: 'scan files for risky content',
    about:
      'Reads every file of the selected skills and shows what the rules find and where: ' +
      'places to review, not a judgment. Also counts what could not be inspected.',
    exit: '0 no findings at or above --fail-on, 1 some findings, or a server did not answer.',
  },
  run: async (here, given) => {
    const [{ findings: run }, ctx] = await Promise.all([
      import('./findings.ts'),
      here.core(given.config, 'with-findings'),
    ]);
    return run(ctx, given, here);
  },
});

/** Commands that scan what servers serve. */
export const findingCommands: Readonly<Record<string, CliCommand>> = { findings };
