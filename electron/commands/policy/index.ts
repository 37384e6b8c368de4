import { command, common, overCore, type CliCommand } from '../call/command.ts';

const test = command({
  flags: {
    server: { about: 'only this server' },
    uri: { many: true, about: 'a skill beside those that have a decision' },
    ...common,
  },
  words: [{ name: 'FILE' }],
  help: {
    summary: 'which rule of a policy file decides',
    about:
      'Says for each configured server, and each of its skills that has a decision, which rule of ' +
      'a policy file decides. The file need not be in force. Starts and contacts nothing.',
    exit: '0 the file can be used, 2 it cannot.',
  },
  run: overCore(async () => (await import('./test-policy.ts')).testPolicy),
});

/** For administrators who write a managed policy. */
export const policyCommands: Readonly<Record<string, CliCommand>> = { 'policy test': test };
