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
    summary: 'what is worth a look in the files, with places',
    about:
      'Reads every file of the skills chosen and shows what rules find in them: places to look at, ' +
      'never a verdict. What no rule could look at is counted beside it.',
    exit: '0 none at or over --fail-on, 1 some, or a server could not be asked.',
  },
  run: async (here, given) => {
    const [{ findings: run }, ctx] = await Promise.all([
      import('./findings.ts'),
      here.core(given.config, 'with-findings'),
    ]);
    return run(ctx, given, here);
  },
});

/** What rules find in what servers serve. */
export const findingCommands: Readonly<Record<string, CliCommand>> = { findings };
