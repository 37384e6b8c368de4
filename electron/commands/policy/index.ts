import { command, common, overCore, type CliCommand } from '../call/command.ts';

const test = command({
  flags: {
    server: { about: 'only this server' },
    uri: { many: true, about: 'another skill to test, besides those with a decision' },
    ...common,
  },
  words: [{ name: 'FILE' }],
  help: {
    summary: 'test a policy file',
    about:
      'Shows which rule of a policy file decides about each configured server and each of ' +
      "its skills that has a decision. The file doesn't have to be in force. Starts and " +
      'contacts nothing.',
    exit: '0 the file is valid, 2 it is not.',
  },
  run: overCore(async () => (await import('./test-policy.ts')).testPolicy),
});

/** For administrators who write a managed policy. */
export const policyCommands: Readonly<Record<string, CliCommand>> = { 'policy test': test };
