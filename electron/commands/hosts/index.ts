import { hostIds } from '../../../shared/model/plain.ts';
import { command, overCore, printing, type CliCommand } from '../call/command.ts';

const protect = command({
  flags: {
    server: { many: true, about: "only this server of the host's file" },
    'dry-run': {},
    undo: {},
    all: { with: 'undo', about: 'every host' },
    yes: { without: 'dry-run' },
    ...printing,
  },
  words: [{ name: 'HOST', optional: true }],
  help: {
    summary: "let a host's servers go through Skillgate",
    about:
      `Points the servers in a host's own file (HOST: ${hostIds.join(', ')}) at \`skillgate ` +
      'gateway`, which gives the host what you approved and nothing else. Shows the difference ' +
      'first, and what Skillgate would start in its place; a yes is for both. Each server is ' +
      "added to Skillgate's own, with its secrets. What stood there before is kept, secrets " +
      'in the clear, in files that only you can read.',
    exit: '0 done or nothing to do, 3 shown only, 1 something was left as it is, 2 not usable.',
  },
  run: overCore(async () => (await import('./protect.ts')).protect),
});

const doctor = command({
  flags: printing,
  help: {
    summary: 'whether hosts reach what they are pointed at',
    about:
      'Looks into the files of all hosts: which servers go through Skillgate, which do not, and ' +
      'which are pointed at a program, a server or an identity that is not there. Says how secrets ' +
      'are kept, and which of them stand in the clear. Changes nothing.',
    exit: '0 nothing is wrong, 1 something is, 2 not usable.',
  },
  run: overCore(async () => (await import('./doctor.ts')).doctor),
});

/** Other programs' configuration, and Skillgate in it. */
export const hostCommands: Readonly<Record<string, CliCommand>> = { protect, doctor };
