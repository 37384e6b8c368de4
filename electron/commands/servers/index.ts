import { hostIds } from '../../../shared/model/plain.ts';
import { command, common, listing, overCore, printing, type CliCommand } from '../call/command.ts';

const list = command({
  flags: listing,
  help: {
    summary: 'list the configured servers',
    about: 'Lists the configured servers. Starts and contacts nothing.',
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
    summary: 'add a server: a command or a --url',
    about:
      'Adds a server: a command after --, or a --url. A command you add here may start; a ' +
      'server that another program wrote into servers.json needs `servers allow` first. ' +
      'Secrets are encrypted. Those that cannot be (no keychain, or in an argument or ' +
      'address) are saved only if you confirm or pass --in-the-clear.',
  },
  run: overCore(async () => (await import('./servers.ts')).add),
});

const edit = command({
  flags: {
    'start-in': {
      required: true,
      unless: 'off',
      without: 'off',
      about: 'the folder to start in when there is no cwd',
    },
    off: { about: 'start in the empty folder that Skillgate provides' },
    ...printing,
  },
  words: [{ name: 'LABEL' }],
  help: {
    summary: 'change where a saved command starts',
    about:
      'Sets the folder that a saved server starts in. Its approvals and its permission to ' +
      'start stay valid, because the folder is not part of its identity. Starts nothing.',
  },
  run: overCore(async () => (await import('./start-in.ts')).edit),
});

const importing = command({
  flags: {
    from: {},
    give: {},
    'dry-run': { about: 'show what would be added, but add nothing' },
    yes: { without: 'dry-run' },
    'in-the-clear': { without: 'dry-run' },
    ...printing,
  },
  words: [{ name: 'LABEL', optional: true, many: true }],
  help: {
    summary: 'import servers from another app',
    about:
      'Finds servers in other apps ' +
      `(${hostIds.join(', ')}), in your configuration and in this folder, and adds all new ` +
      'ones or those you name. For each, shows what it would start or contact, what you must ' +
      'provide first, which secrets come with it (never their values), and what is not imported. ' +
      'Reads no variables or files that an entry names, and starts and contacts nothing. Servers ' +
      'that are off there stay off here. ' +
      'Secrets that cannot be encrypted are saved only if you confirm or pass ' +
      '--in-the-clear.',
    exit:
      '0 done or nothing to do, 3 preview only, 1 something was not imported, 2 cannot be ' +
      'used.',
  },
  run: overCore(async () => (await import('./import.ts')).importServers),
});

const labelOptions = {
  flags: { server: { about: 'the same as LABEL' }, ...listing },
  words: [{ name: 'LABEL', optional: true }],
} as const;

const remove = command({
  words: labelOptions.words,
  flags: { server: labelOptions.flags.server, ...printing },
  help: {
    summary: 'remove a server, but keep its decisions',
    about:
      'Removes a saved server but keeps its decisions. Also deletes its sign-in from this ' +
      'machine, unless another server has the same address. To revoke its tokens, run ' +
      '`logout` first.',
  },
  run: overCore(async () => (await import('./servers.ts')).remove),
});

const allow = command({
  ...labelOptions,
  flags: { ...labelOptions.flags, fingerprint: {} },
  help: {
    summary: 'allow its command to start, or its address to be contacted',
    about:
      "Allows a server's current command or address. At a terminal it shows the command and " +
      'asks; elsewhere, give the --fingerprint of the command you were shown.',
  },
  run: overCore(async () => (await import('./servers.ts')).allow),
});

const login = command({
  words: labelOptions.words,
  flags: { server: labelOptions.flags.server, 'no-browser': {}, paste: {}, ...common },
  help: {
    summary: 'sign in to a server',
    about:
      'Shows where you sign in and for which scopes and resource, opens the browser, and ' +
      'waits for the result; then connects and lists skills. Without a terminal, only ' +
      'prints the address.',
    exit: '0 signed in or nothing to do, 1 not signed in, 2 another error.',
  },
  run: overCore(async () => (await import('./login.ts')).login),
});

const logout = command({
  ...labelOptions,
  help: {
    summary: 'sign out of a server',
    about:
      'Deletes the sign-in from this machine and revokes its tokens, if the authorization ' +
      'server supports it.',
    exit: '0 signed out, 1 the tokens could not be revoked, 2 another error.',
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
    summary: 'show or change how secrets are stored',
    about:
      'Shows how sign-ins and server secrets are stored, and which are unencrypted. ' +
      "Skillgate encrypts them with a key in the system's keychain. Without a keychain, " +
      'the key can be in a file, but then anyone who can read your files can read the ' +
      'secrets. Secrets in arguments and addresses are always unencrypted in servers.json; ' +
      'use --env or --header instead.',
    exit: '0 secrets can be read, 1 they cannot, 2 cannot be used.',
  },
  run: overCore(async () => (await import('./keychain.ts')).keychain),
});

const serve = command({
  flags: { port: {}, 'no-open': {}, idle: {}, config: {}, 'allow-start': {} },
  help: {
    summary: 'open the interface in a browser',
    about: 'Serves the interface on 127.0.0.1 and prints its address with a one-time token.',
  },
  run: async (here, given) => (await import('./serve.ts')).serveInterface(here, given),
});

const gateway = command({
  flags: {
    server: { required: true },
    http: {},
    expose: { many: true },
    identity: {
      about:
        "the expected identity: a command's fingerprint or an address, as `servers list " +
        '--json` shows or `protect` writes it; on a mismatch, nothing starts',
      value: 'FINGERPRINT',
    },
    config: {},
    'allow-start': {},
  },
  help: {
    summary: 'serve only approved skills to an app, in place of a server',
    about:
      'Speaks MCP over standard input and output in place of one server. Serves only ' +
      'approved skills, checking each file against its approval, and relays everything ' +
      "else. Starts nothing that you haven't allowed with `servers allow`.",
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
    summary: 'replace the keys of HTTP gateways',
    about:
      'Creates new keys for gateways over HTTP, and removes the key that all gateways ' +
      'shared. Give apps the new keys; running gateways use them within a second.',
  },
  run: async (here, given) => (await import('./gateway.ts')).rotateKeys(here, given),
});

const sample = command({
  flags: {},
  help: {
    summary: 'run a server with sample skills',
    about: 'Runs the sample MCP server over standard input and output.',
  },
  // A separate entry point of the build; importing it runs it.
  run: async () => {
    await import('../../sample/server.ts');
    return new Promise(() => {});
  },
});

/** Commands that manage servers, and Skillgate's own servers. */
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
