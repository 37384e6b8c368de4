import { spawn } from 'node:child_process';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { builtCli, startCli, type BuiltCli } from '../testing/cli.ts';
import { configured } from '../testing/gateway.ts';
import { makePlace, type Place } from '../testing/place.ts';
import { rawHostOf, type Era, type Json, type RawHost } from '../testing/raw-host.ts';
import { until } from '../testing/until.ts';

/**
 * One server, started twice by the same app: directly, and through the gateway. Whatever an app can
 * observe must be the same.
 */
const server = `
import { createInterface } from 'node:readline';
const send = (message) => process.stdout.write(JSON.stringify({ jsonrpc: '2.0', ...message }) + '\\n');
const asked = new Map();
const ask = (method, params = {}) =>
  new Promise((resolve) => {
    const id = 'server-' + (asked.size + 1);
    asked.set(id, resolve);
    send({ id, method, params });
  });
const text = (value) => ({ content: [{ type: 'text', text: JSON.stringify(value) }] });
const cancelled = [];
let roots;
const knownRoots = new Promise((resolve) => { roots = resolve; });
const tools = {
  environment: () => text(process.env),
  folder: () => text(process.cwd()),
  roots: async () => text(await knownRoots),
  large: ({ size }) => ({ content: [{ type: 'text', text: 'ä'.repeat(size) }] }),
  structured: () => ({ content: [], structuredContent: { a: [1, 2.5, null, 'é'] }, _meta: { 'x/y': 1 } }),
  progress: (_, { progressToken }) => {
    for (let progress = 1; progress <= 3; progress += 1)
      send({ method: 'notifications/progress', params: { progressToken, progress, total: 3, message: 'step ' + progress } });
    return text('done');
  },
  log: () => {
    for (let line = 1; line <= 20; line += 1)
      send({ method: 'notifications/message', params: { level: 'warning', logger: 'mirror', data: { line } } });
    return text('logged');
  },
  sampling: async () => text(await ask('sampling/createMessage', {
    messages: [{ role: 'user', content: { type: 'text', text: 'hello' } }],
    maxTokens: 7,
    systemPrompt: 'be brief',
  })),
  elicitation: async () => text(await ask('elicitation/create', {
    message: 'Which color?',
    requestedSchema: { type: 'object', properties: { color: { type: 'string' } } },
  })),
  changes: () => {
    for (const kind of ['tools', 'prompts', 'resources'])
      send({ method: 'notifications/' + kind + '/list_changed' });
    send({ method: 'notifications/resources/updated', params: { uri: 'file:///notes.txt' } });
    return text('changed');
  },
  fails: () => ({ isError: true, content: [{ type: 'text', text: 'no such city' }] }),
  refuses: () => Promise.reject({ code: -32042, message: 'not today', data: { retry: [1, 2] } }),
  asks: (_, __, { requestState, inputResponses }) => requestState === undefined
    ? {
        resultType: 'input_required',
        requestState: 'first',
        inputRequests: {
          color: { method: 'elicitation/create', params: { message: 'Which color?', requestedSchema: { type: 'object', properties: { color: { type: 'string' } } } } },
        },
      }
    : text([requestState, inputResponses]),
  hangs: () => new Promise(() => {}),
  cancelled: () => text(cancelled.length),
};
const requests = {
  initialize: ({ protocolVersion, capabilities, clientInfo }) => ({
    protocolVersion,
    capabilities: {
      tools: { listChanged: true },
      prompts: { listChanged: true },
      resources: { subscribe: true, listChanged: true },
      logging: {},
      completions: {},
    },
    serverInfo: { name: 'mirror', version: '1.0', title: 'A mirror' },
    instructions: 'Asked by ' + clientInfo.name + '.\\n  Offers: ' + Object.keys(capabilities).sort(),
  }),
  'server/discover': ({ _meta }) => ({
    supportedVersions: ['2026-07-28'],
    capabilities: { tools: {}, prompts: {}, resources: {}, logging: {}, completions: {} },
    serverInfo: { name: 'mirror', version: '1.0', title: 'A mirror' },
    instructions: 'Asked by ' + _meta['io.modelcontextprotocol/clientInfo'].name,
  }),
  ping: () => ({}),
  'tools/list': ({ cursor }) => cursor === undefined
    ? { tools: Object.keys(tools).slice(0, 4).map((name) => ({ name, title: name, inputSchema: { type: 'object' }, annotations: { readOnlyHint: true } })), nextCursor: 'more' }
    : { tools: Object.keys(tools).slice(4).map((name) => ({ name, inputSchema: { type: 'object' } })) },
  'tools/call': ({ name, arguments: given, _meta, ...others }) => Object.hasOwn(tools, name)
    ? tools[name](given ?? {}, _meta ?? {}, others)
    : Promise.reject({ code: -32602, message: 'Unknown tool: ' + name }),
  'prompts/list': () => ({ prompts: [{ name: 'greet', description: 'Greets', arguments: [{ name: 'who', required: true }] }] }),
  'prompts/get': ({ arguments: given }) => ({ messages: [{ role: 'user', content: { type: 'text', text: 'Hello ' + given.who } }] }),
  'resources/list': () => ({ resources: [{ uri: 'file:///notes.txt', name: 'notes', mimeType: 'text/plain', size: 5 }] }),
  'resources/templates/list': () => ({ resourceTemplates: [{ uriTemplate: 'file:///{name}.txt', name: 'texts' }] }),
  'resources/read': ({ uri }) => uri === 'file:///notes.txt'
    ? { contents: [{ uri, mimeType: 'text/plain', text: 'notes', _meta: { a: 1 } }, { uri: uri + '#2', blob: 'AAEC' }] }
    : Promise.reject({ code: -32002, message: 'Resource not found', data: { uri } }),
  'resources/subscribe': () => ({}),
  'resources/unsubscribe': () => ({}),
  'completion/complete': ({ argument }) => ({ completion: { values: [argument.value + '!'], total: 1, hasMore: false } }),
  'logging/setLevel': () => ({}),
};
createInterface({ input: process.stdin }).on('line', async (line) => {
  const { id, method, params = {}, result, error } = JSON.parse(line);
  if (method === undefined) return asked.get(id)?.(result ?? { error });
  if (method === 'notifications/initialized') return roots(await ask('roots/list'));
  if (method === 'notifications/cancelled') return void cancelled.push(params.requestId);
  if (id === undefined) return;
  // Such servers exist: they list nothing before they know where they may look.
  if (process.argv[2] === 'roots first' && method.endsWith('/list')) await knownRoots;
  try {
    const isOther = method === (process.argv[2] === 'modern' ? 'initialize' : 'server/discover');
    if (requests[method] === undefined || isOther) throw { code: -32601, message: 'Method not found' };
    const answer = await requests[method](params);
    if (process.argv[2] !== 'modern') return send({ id, result: answer });
    const cached = /list$|discover$|read$/.test(method) ? { ttlMs: 60000, cacheScope: 'public' } : {};
    send({ id, result: { resultType: 'complete', ...answer, ...cached } });
  } catch (error) {
    send({ id, error: { code: error.code ?? -32603, message: error.message, data: error.data } });
  }
});
`;

const given = {
  ACME_TOKEN: 'the-token-of-acme',
  LANG: 'de_DE.UTF-8',
  HTTPS_PROXY: 'http://proxy.example:3128',
  EMPTY: '',
  'BASH_FUNC_f%%': '() { echo run; }',
};

/** The app's side: what it answers a server that asks. */
const answerer = (method: string, params: Json): Json =>
  method === 'roots/list'
    ? { roots: [{ uri: 'file:///work', name: 'work' }] }
    : method === 'sampling/createMessage'
      ? { role: 'assistant', model: 'm', content: { type: 'text', text: JSON.stringify(params) } }
      : { action: 'accept', content: { color: JSON.stringify(params) } };

/** Of its older host; one of the newer revision has no session to speak of. */
const eraOf = (kind: string): Era => (kind === 'modern' ? 'modern' : 'legacy');

type Pair = readonly [direct: RawHost, protectedOne: RawHost];

async function startBoth(cli: BuiltCli, place: Place, kind: string): Promise<Pair> {
  const script = place.write('mirror.mjs', server);
  const entry = { command: process.execPath, args: [script, kind], env: { OWN: 'of the entry' } };
  await configured(cli, place, 'mirror', entry);
  const gateway = startCli(cli, place, ['gateway', '--server', 'mirror'], given, 'pipe', 'pipe');
  const direct = spawn(entry.command, entry.args, {
    cwd: place.root,
    stdio: 'pipe',
    env: {
      ...{ PATH: process.env['PATH'], HOME: place.home, USERPROFILE: place.home },
      ...given,
      ...entry.env,
    },
  });
  return [
    await rawHostOf(direct, eraOf(kind), answerer),
    await rawHostOf(gateway, eraOf(kind), answerer),
  ];
}

let cli: BuiltCli;
beforeAll(async () => {
  cli = await builtCli();
}, 120_000);

const call =
  (name: string, more: Json = {}) =>
  (host: RawHost): Promise<unknown> =>
    host.ask('tools/call', { name, ...more });
const ask =
  (method: string, params: Json = {}) =>
  (host: RawHost): Promise<unknown> =>
    host.ask(method, params);
/** The answer, and what was heard until it came. */
const heardWith =
  (run: (host: RawHost) => Promise<unknown>, count: number) =>
  async (host: RawHost): Promise<unknown> => {
    const before = host.heard.length;
    const answer = await run(host);
    await until(`${count} messages`, () => (host.heard.length >= before + count ? true : null));
    const heard = host.heard.slice(before).map(({ method, params }) => ({ method, params }));
    return [heard, answer];
  };

const cases: Readonly<Record<string, (host: RawHost) => Promise<unknown>>> = {
  folder: call('folder'),
  roots: call('roots'),
  'instructions, capabilities and names': async (host) => {
    const { result } = JSON.parse(host.raw().split('\n', 1)[0] ?? '') as { result: Json };
    const { tools, prompts, logging, completions } = result['capabilities'] as Json;
    // The gateway speaks more revisions than the server, and says who answers in `_meta`, too.
    const { supportedVersions: _, _meta, ...others } = result;
    return { ...others, capabilities: { tools, prompts, logging, completions } };
  },
  'what comes first': async (host) => {
    const [first, second] = host
      .raw()
      .split('\n')
      .slice(0, 2)
      .map((line) => JSON.parse(line) as Json);
    return [Object.keys(first ?? {}), second?.['method']];
  },
  'tools, first page': ask('tools/list'),
  'tools, second page': ask('tools/list', { cursor: 'more' }),
  prompts: ask('prompts/list'),
  'a prompt': ask('prompts/get', { name: 'greet', arguments: { who: 'Ada' } }),
  resources: ask('resources/list'),
  templates: ask('resources/templates/list'),
  'a resource': ask('resources/read', { uri: 'file:///notes.txt' }),
  'a resource that isn’t there': ask('resources/read', { uri: 'file:///none.txt' }),
  completion: ask('completion/complete', {
    ref: { type: 'ref/prompt', name: 'greet' },
    argument: { name: 'who', value: 'A' },
  }),
  'the level of log messages': ask('logging/setLevel', { level: 'debug' }),
  'a subscription': ask('resources/subscribe', { uri: 'file:///notes.txt' }),
  'an unknown method': ask('acme/unknown'),
  'an unknown tool': call('nothing'),
  'structured content': call('structured'),
  'a tool that fails': call('fails'),
  'an error with data': call('refuses'),
  'an answer of 8 MiB': call('large', { arguments: { size: 4 * 1_048_576 } }),
  progress: heardWith(call('progress', { _meta: { progressToken: 'p-1' } }), 3),
  'log messages, in order': heardWith(call('log'), 20),
  sampling: heardWith(call('sampling'), 1),
  elicitation: heardWith(call('elicitation'), 1),
  cancel: async (host) => {
    const { id } = host.put('tools/call', { name: 'hangs' });
    host.say('notifications/cancelled', { requestId: id, reason: 'enough' });
    return until('the cancellation', async () => {
      const answer = JSON.stringify(await host.ask('tools/call', { name: 'cancelled' }));
      return answer.includes('"1"') ? 'canceled' : null;
    });
  },
};

/** What only the older era has, or does in another way. */
const legacyOnly: ReadonlySet<string> = new Set([
  ...['roots', 'what comes first', 'the level of log messages', 'a subscription'],
  ...['log messages, in order', 'sampling', 'elicitation'],
]);
const modernOnly: typeof cases = {
  'log messages of a request, in order': heardWith(
    call('log', { _meta: { 'io.modelcontextprotocol/logLevel': 'debug' } }),
    20,
  ),
  'a question': call('asks'),
  'its answer': async (host) => {
    const { result } = await host.ask('tools/call', { name: 'asks' });
    return host.ask('tools/call', {
      name: 'asks',
      requestState: result?.['requestState'],
      inputResponses: { color: { action: 'accept', content: { color: 'red' } } },
    });
  },
};
const casesOf = (kind: string): typeof cases =>
  kind === 'modern'
    ? {
        ...Object.fromEntries(Object.entries(cases).filter(([name]) => !legacyOnly.has(name))),
        ...modernOnly,
      }
    : cases;

describe.each(['at once', 'roots first', 'modern'])('a server of the kind "%s"', (kind) => {
  let place: Place;
  let pair: Pair;
  beforeAll(async () => {
    place = makePlace();
    pair = await startBoth(cli, place, kind);
  }, 60_000);
  afterAll(async () => {
    await Promise.all(pair.map((host) => host.close()));
    place.remove();
  });

  it.each(Object.keys(casesOf(kind)))('gives a protected app the same: %s', async (name) => {
    const [direct, through] = pair;
    const plain = async (host: RawHost): Promise<unknown> => {
      const answer = (await casesOf(kind)[name]?.(host)) as Json;
      // The counter of each host's own requests, and that what may carry skills mustn't be kept: a
      // decision holds from the next request on.
      return JSON.parse(
        JSON.stringify(answer, (key, value: unknown) =>
          key === 'id' ? 0 : ['ttlMs', 'cacheScope'].includes(key) ? undefined : value,
        ),
      );
    };
    expect(await plain(through)).toEqual(await plain(direct));
  });

  it('has the environment of its app, without Skillgate’s own variables and functions', async () => {
    const [direct, through] = await Promise.all(
      pair.map(async (host) => {
        const { result } = await host.ask('tools/call', { name: 'environment' });
        const [{ text }] = (result as { content: [{ text: string }] }).content;
        return JSON.parse(text) as Record<string, string>;
      }),
    );
    const { 'BASH_FUNC_f%%': own, ...rest } = direct ?? {};
    expect(own).toBeDefined();
    expect(rest).toMatchObject({ ACME_TOKEN: given.ACME_TOKEN, EMPTY: '', OWN: 'of the entry' });
    expect(through).toEqual(rest);
  });
});
