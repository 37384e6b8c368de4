import { command, listing, overCore, printing, type CliCommand } from '../call/command.ts';

const exporting = command({
  flags: {
    as: {
      without: 'bundle',
      about:
        'agenticx: approvals in force as {"label::uri": {uri: digest}}; lock: approvals in force ' +
        'by server identity, sorted, the same decisions give the same bytes; csv: every ' +
        'decision, one per line; markdown: every decision, as a summary for a pull request',
    },
    bundle: { without: 'as' },
    server: { about: 'only this server' },
    uri: { with: 'bundle', about: 'only this skill' },
    output: { with: 'as' },
    ...listing,
  },
  words: [{ name: 'LABEL', optional: true, many: true }],
  help: {
    summary: 'decisions for other programs',
    about:
      "Writes the decisions in another program's shape (--as), or signed for a colleague " +
      '(--bundle, of the servers LABEL or of all). Makes no connection.',
  },
  run: overCore(async () => (await import('./export.ts')).exportDecisions),
});

const importing = command({
  flags: { yes: { about: 'take the decisions over' }, 'trust-key': {}, ...listing },
  words: [{ name: 'FILE' }],
  help: {
    summary: "a colleague's decisions",
    about: 'Shows who signed a bundle and what it would change. Changes nothing without a yes.',
    exit: '0 taken over, 3 shown only, 1 something was not taken over, 2 not usable.',
  },
  run: overCore(async () => (await import('./import.ts')).importBundle),
});

const keysList = command({
  flags: printing,
  help: {
    summary: 'whose bundles are taken over',
    about: "Shows this machine's own key, and whose bundles you take over.",
  },
  run: overCore(async () => (await import('./keys.ts')).listKeys),
});

const keysTrust = command({
  flags: { name: {}, ...printing },
  words: [{ name: 'FINGERPRINT' }],
  help: {
    summary: 'take over what this key signed',
    about: 'Trusts a key; compare the fingerprint with its owner first.',
  },
  run: overCore(async () => (await import('./keys.ts')).trustKey),
});

const keysRemove = command({
  flags: printing,
  words: [{ name: 'FINGERPRINT' }],
  help: {
    summary: 'trust a key no more',
    about: 'Trusts a key no more. What was taken over from it stays decided.',
  },
  run: overCore(async () => (await import('./keys.ts')).removeKey),
});

/** Decisions to and from other programs and people. */
export const exchangeCommands: Readonly<Record<string, CliCommand>> = {
  export: exporting,
  import: importing,
  'keys list': keysList,
  'keys trust': keysTrust,
  'keys remove': keysRemove,
};
