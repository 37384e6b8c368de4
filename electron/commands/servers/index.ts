import { command, common, overCore, printing, type Command } from '../call/command.ts';

const list = command({
  flags: common,
  help: {
    summary: 'the configured servers',
    about: 'Lists the configured servers. Starts nothing and connects to nothing.',
  },
  run: overCore(async () => (await import('./servers.ts')).listServers),
});

const add = command({
  flags: {
    cwd: { without: 'url' },
    env: { without: 'url' },
    url: {},
    type: { with: 'url' },
    header: { with: 'url' },
    ...printing,
  },
  words: [{ name: 'LABEL' }, { name: '-- COMMAND ARG', optional: true, many: true }],
  help: {
    summary: 'a command, or a --url',
    about:
      'Adds a server: a command after --, or a --url. A command that you add here may start; ' +
      'what another program wrote into servers.json is started or contacted only after ' +
      '`servers allow`.',
  },
  run: overCore(async () => (await import('./servers.ts')).add),
});

const named = {
  flags: { server: { about: 'the same as LABEL' }, ...common },
  words: [{ name: 'LABEL', optional: true }],
} as const;

const remove = command({
  words: named.words,
  flags: { server: named.flags.server, ...printing },
  help: {
    summary: 'a server; its decisions are kept',
    about: 'Removes a server from the stored ones. Its decisions are kept.',
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

const serve = command({
  flags: { port: {}, 'no-open': {}, idle: {}, config: {} },
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
        'what the server must be: the identity that `servers list --json` gives; else no start',
    },
    config: {},
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
export const serverCommands: Readonly<Record<string, Command>> = {
  'servers list': list,
  'servers add': add,
  'servers remove': remove,
  'servers allow': allow,
  serve,
  gateway,
  'sample-server': sample,
};
