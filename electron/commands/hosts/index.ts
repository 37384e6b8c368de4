import { hostIds } from '../../../shared/model/plain.ts';
import { command, overCore, printing, type CliCommand } from '../call/command.ts';

const protect = command({
  flags: {
    server: { many: true, about: "only this server in the app's file" },
    expose: { many: true, without: 'undo' },
    'dry-run': {},
    undo: {},
    repair: { without: 'undo' },
    untested: { without: 'undo' },
    all: { about: 'every app that was protected' },
    yes: { without: 'dry-run' },
    ...printing,
  },
  words: [{ name: 'HOST', optional: true }],
  help: {
    summary: "route an app's servers through Skillgate",
    about:
      `Points the servers in an app's configuration file (HOST: ${hostIds.join(', ')}) ` +
      'at `skillgate gateway`, which gives the app only the skills you approved. ' +
      'First shows the changes and what Skillgate would start; ' +
      'confirming allows both. Adds each server to Skillgate, with its secrets. ' +
      'Keeps a backup of the original, unencrypted, in files only you can read. ' +
      'Before it writes, it starts each server through Skillgate and directly, and leaves an ' +
      'entry unchanged that works only directly; starts nothing where only --expose changes. ' +
      '--expose chooses how the app is shown skills, also for entries that go through ' +
      'Skillgate already. After Skillgate moved, --repair points the entries at it again.',
    exit:
      '0 done or nothing to do, 3 preview only, 1 something was left unchanged, 2 cannot ' +
      'be used.',
  },
  run: overCore(async () => (await import('./protect.ts')).protect),
});

const sync = command({
  flags: {
    'by-name': {},
    'dry-run': {},
    undo: { about: 'remove every rule that Skillgate wrote' },
    yes: { without: 'dry-run' },
    ...printing,
  },
  words: [{ name: 'HOST', optional: true }],
  help: {
    summary: "keep decisions in an app's own settings, too",
    about:
      "Writes your decisions into an app's own settings (HOST: claude-code) and keeps them in " +
      'step: an approved skill is allowed in exactly its version, a denied one is denied by ' +
      'name. Unconfirmed: no version of Claude Code has been seen to honor such a rule. First ' +
      'shows the lines. Only rules that Skillgate wrote are ever removed. With --by-name, turns ' +
      'local skills off (HOST: claude-code, codex, opencode) that you denied or that changed ' +
      'since you approved them, by their name alone. Without HOST, says how each app stands.',
    exit:
      '0 done, 3 preview only, 1 the rules and the decisions differ or cannot be compared, 2 ' +
      'cannot be used.',
  },
  run: overCore(async () => (await import('./sync.ts')).sync),
});

const doctor = command({
  flags: { start: {}, ...printing },
  help: {
    summary: 'check the connections between apps and Skillgate',
    about:
      'Checks the configuration files of all apps: which servers go through Skillgate, ' +
      "which don't, and which point to a program, server or identity that doesn't exist. " +
      'Also shows how secrets are stored, which are unencrypted, and in which folders the ' +
      'desktop app looks for programs, for which it asks your login shell. Changes nothing, ' +
      'and starts no server without --start.',
    exit: '0 no problems, 1 some problems, 2 cannot be used.',
  },
  run: overCore(async () => (await import('./doctor.ts')).doctor),
});

/** Commands that connect other apps to Skillgate. */
export const hostCommands: Readonly<Record<string, CliCommand>> = { protect, sync, doctor };
