import { programIds } from '../../core/import/foreign/program.ts';
import { command, common, listing, overCore, printing, type CliCommand } from '../call/command.ts';

const list = command({
  flags: listing,
  help: {
    summary: 'the configured servers',
    about: 'Lists the configured servers. Starts nothing and connects to nothing.',
  },
  run: overCore(async () => (await import('./servers.ts')).listServers),
});

const add = command({
  flags: {
    cwd: { without: 'url' },
    'start-in': { without: 'url' },
    env: { without: 'url' },
    url: {},
    type: { with: 'url' },
    header: { with: 'url' },
    'start-timeout': {},
    'in-the-clear': {},
    ...printing,
  },
  words: [
    { name: 'LABEL' },
    { name: '-- COMMAND ARG', optional: true, many: true, mayBeEmpty: true },
  ],
  help: {
    summary: 'a command, or a --url',
    about:
      'Adds a server: a command after --, or a --url. A command that you add here may start; ' +
      'what another program wrote into servers.json is started or contacted only after ' +
      '`servers allow`. Its secrets are encrypted; those that cannot be (no keychain, or in an ' +
      'argument or the address) are written only after a yes, or with --in-the-clear.',
  },
  run: overCore(async () => (await import('./servers.ts')).add),
});

const edit = command({
  flags: {
    'start-in': {
      required: true,
      unless: 'off',
      without: 'off',
      about: 'where it starts for want of a cwd',
    },
    off: { about: 'in the empty folder that Skillgate keeps' },
    ...printing,
  },
  words: [{ name: 'LABEL' }],
  help: {
    summary: 'where a stored command starts',
    about:
      'Sets the folder that a stored server starts in. Its approvals stay: the folder is no part of ' +
      'who the server is. A server that was allowed to start stays so. Starts nothing.',
  },
  run: overCore(async () => (await import('./start-in.ts')).edit),
});

const importing = command({
  flags: {
    from: {},
    give: {},
    'dry-run': { about: 'show what would be added, and add nothing' },
    yes: { without: 'dry-run' },
    'in-the-clear': { without: 'dry-run' },
    ...printing,
  },
  words: [{ name: 'LABEL', optional: true, many: true }],
  help: {
    summary: "from another program's configuration",
    about:
      'Finds the servers of other programs ' +
      `(${programIds.join(', ')}), of yours and of this folder, and adds them: all that are new, or ` +
      'those that are named. Says of each what it would start or contact, what has to be given ' +
      'first, which secrets come with it (never their values), and what of its entry is not taken ' +
      'over. Reads no variable and no file that an entry names, and starts and contacts nothing; what ' +
      'was switched off there is so here. ' +
      'Secrets that cannot be encrypted here are written only after a yes, or with --in-the-clear.',
    exit: '0 done or nothing to do, 3 shown only, 1 something was not taken over, 2 not usable.',
  },
  run: overCore(async () => (await import('./import.ts')).importServers),
});

const named = {
  flags: { server: { about: 'the same as LABEL' }, ...listing },
  words: [{ name: 'LABEL', optional: true }],
} as const;

const remove = command({
  words: named.words,
  flags: { server: named.flags.server, ...printing },
  help: {
    summary: 'a server; its decisions are kept',
    about:
      'Removes a server from the stored ones. Its decisions are kept; its sign-in is forgotten here, ' +
      'unless another server has the same address (`logout` first also ends the tokens).',
  },
  run: overCore(async () => (await import('./servers.ts')).remove),
});

const allow = command({
  ...named,
  help: {
    summary: 'let its command start, or its address be contacted',
    about:
      "Says yes to a server's command or address as it is now. Look at it with `servers list` first.",
  },
  run: overCore(async () => (await import('./servers.ts')).allow),
});

const login = command({
  words: named.words,
  flags: { server: named.flags.server, 'no-browser': {}, paste: {}, ...common },
  help: {
    summary: 'sign in to a server that asks for it',
    about:
      'Says where a sign-in goes, for which scopes and which resource, opens it in the browser and ' +
      'waits for it to come back to this machine; then connects and lists. Without a terminal the ' +
      'address is only printed.',
    exit: '0 signed in, or nothing to do; 1 not signed in; 2 otherwise.',
  },
  run: overCore(async () => (await import('./login.ts')).login),
});

const logout = command({
  ...named,
  help: {
    summary: 'forget a sign-in, here and where it was given',
    about:
      'Forgets what is kept of signing in to a server, and tells the authorization server that the ' +
      'tokens are over, where it listens.',
    exit: '0 nothing is kept any more; 1 the authorization server could not be told; 2 otherwise.',
  },
  run: overCore(async () => (await import('./login.ts')).logout),
});

const keychain = command({
  flags: {
    'use-file': { without: 'use-keychain' },
    'use-keychain': { without: 'use-file' },
    ...printing,
  },
  help: {
    summary: 'where secrets are kept, and under which key',
    about:
      'Says how sign-ins and the secrets of servers are kept, and which of them stand in the clear. ' +
      "They are encrypted, under a key in the system's keychain. Where there is none they can be " +
      'under a key in a file, from which anybody who can read your files can read them. Secrets in ' +
      'arguments and addresses always stand in servers.json: give them as --env or --header.',
    exit: '0 they can be read, 1 they cannot, 2 not usable.',
  },
  run: overCore(async () => (await import('./keychain.ts')).keychain),
});

const serve = command({
  flags: { port: {}, 'no-open': {}, idle: {}, config: {}, 'allow-start': {} },
  help: {
    summary: 'the interface in a browser',
    about: 'Serves the interface on 127.0.0.1 and prints its address with a one-time token.',
  },
  run: async (here, given) => (await import('./serve.ts')).serveInterface(here, given),
});

const gateway = command({
  flags: {
    server: { required: true },
    http: {},
    expose: {},
    identity: {
      about:
        'who the server must be: the fingerprint of a command, or the address, as ' +
        '`servers list --json` has it, or what `protect` writes; else no start',
      value: 'FINGERPRINT',
    },
    config: {},
    'allow-start': {},
  },
  help: {
    summary: 'what a host connects to instead of a server',
    about:
      'Speaks MCP over standard input and output in place of one server: its skills are those that ' +
      'were approved, each file held against its approval; everything else is relayed. Starts ' +
      'nothing that `servers allow` has not been said to.',
  },
  run: async (here, given) => (await import('./gateway.ts')).runGateway(here, given),
});

const rotate = command({
  flags: {
    server: { about: 'only keys of this server' },
    http: { about: 'only keys of this port' },
    ...printing,
  },
  help: {
    summary: "new keys for gateways' ports",
    about:
      'Gives gateways over HTTP new keys, which hosts have to be given, and ends the key that all ' +
      'gateways shared. Running gateways take the new ones within a second.',
  },
  run: async (here, given) => (await import('./gateway-keys.ts')).rotateKeys(here, given),
});

const sample = command({
  flags: {},
  help: {
    summary: 'made-up skills to try things on',
    about: 'Runs the sample MCP server over standard input and output.',
  },
  // An entry of its own in the build; importing it runs it.
  run: async () => {
    await import('../../sample/server.ts');
    return new Promise(() => {});
  },
});

/** The servers themselves, and Skillgate as one. */
export const serverCommands: Readonly<Record<string, CliCommand>> = {
  'servers list': list,
  'servers add': add,
  'servers edit': edit,
  'servers import': importing,
  'servers remove': remove,
  'servers allow': allow,
  login,
  logout,
  keychain,
  serve,
  gateway,
  'gateway key rotate': rotate,
  'sample-server': sample,
};
