import { command, listing, overCore, printing, type CliCommand } from '../call/command.ts';

const exporting = command({
  flags: {
    as: {
      without: 'bundle',
      about:
        'agenticx: valid approvals as {"label::uri": {uri: digest}}; lock: valid approvals ' +
        'by server identity, sorted so that the same decisions give the same bytes; csv: ' +
        'every decision, one per line; markdown: a summary of every decision for a pull ' +
        'request; claude-code: permission rules for its settings (unconfirmed: no version has ' +
        'been seen to honor them)',
    },
    bundle: { without: 'as' },
    server: { about: 'only this server' },
    uri: { with: 'bundle', about: 'only this skill' },
    output: { with: 'as' },
    ...listing,
  },
  words: [{ name: 'LABEL', optional: true, many: true }],
  help: {
    summary: 'export decisions for other programs or people',
    about:
      'Writes decisions in a format for other programs (--as) or in a signed bundle for a ' +
      'colleague (--bundle; servers LABEL, or all). Makes no connection.',
  },
  run: overCore(async () => (await import('./export.ts')).exportDecisions),
});

const importing = command({
  flags: {
    yes: { about: 'import without asking' },
    'trust-key': {},
    'accept-risk': { about: 'also approvals with high or critical findings' },
    ...listing,
  },
  words: [{ name: 'FILE' }],
  help: {
    summary: "import a colleague's decisions",
    about: 'Shows who signed a bundle and what it would change. Changes nothing until you confirm.',
    exit: '0 imported, 3 preview only, 1 some decisions were not imported, 2 cannot be used.',
  },
  run: overCore(async () => (await import('./import.ts')).importBundle),
});

const keysList = command({
  flags: printing,
  help: {
    summary: 'list the keys you trust',
    about: "Shows this machine's own key and the keys whose bundles you accept.",
  },
  run: overCore(async () => (await import('./keys.ts')).listKeys),
});

const keysTrust = command({
  flags: { name: {}, ...printing },
  words: [{ name: 'FINGERPRINT' }],
  help: {
    summary: 'trust a key',
    about: 'Accepts bundles signed with this key. Compare the fingerprint with its owner first.',
  },
  run: overCore(async () => (await import('./keys.ts')).trustKey),
});

const keysRemove = command({
  flags: printing,
  words: [{ name: 'FINGERPRINT' }],
  help: {
    summary: 'stop trusting a key',
    about: 'Stops accepting bundles signed with this key. Decisions already imported stay.',
  },
  run: overCore(async () => (await import('./keys.ts')).removeKey),
});

/** Commands that exchange decisions with other programs and people. */
export const exchangeCommands: Readonly<Record<string, CliCommand>> = {
  export: exporting,
  import: importing,
  'keys list': keysList,
  'keys trust': keysTrust,
  'keys remove': keysRemove,
};
