import { AsyncLocalStorage } from 'node:async_hooks';
import { createHash, randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import { createInterface } from 'node:readline';
import { setTimeout } from 'node:timers/promises';

/**
 * `mirror-server.mjs WIRE ERA MANNER`: a server that shows an app everything it can see of
 * its app, over stdio, http or sse. The remote ones print their address.
 */
const [, , wire, era, manner] = process.argv;
const isModern = era === 'modern';

const skillFiles = Object.fromEntries(
  ['good', 'secret'].map((name) => [
    `skill://${name}/SKILL.md`,
    `---\nname: ${name}\ndescription: A ${name} skill.\n---\nHow to be ${name}.\n`,
  ]),
);
const skills = Object.entries(skillFiles).map(([uri, text]) => ({
  uri,
  frontmatter: { name: uri.split('/')[2], description: `A ${uri.split('/')[2]} skill.` },
  resources: [
    {
      uri,
      digest: `sha256:${createHash('sha256').update(text).digest('hex')}`,
      size: Buffer.byteLength(text),
    },
  ],
}));
/** Listed three a page; the second page has a skill that nobody approved. */
const resources = [
  { uri: 'file:///notes.txt', name: 'notes', mimeType: 'text/plain', size: 5 },
  ...['a', 'b', 'c'].map((name) => ({ uri: `docs://${name}`, name, _meta: { 'x/n': name } })),
  { uri: 'skill://secret/SKILL.md', name: 'secret' },
  ...['d', 'e', 'f'].map((name) => ({ uri: `docs://${name}`, name, description: 'é' })),
];

const failure = (code, message, data) => ({ code, message, data });
const text = (value) => ({ content: [{ type: 'text', text: JSON.stringify(value) }] });

/** Where messages go that belong to the request under way. */
const related = new AsyncLocalStorage();

/** One app's connection. `push` takes what belongs to no request. */
function connection(push) {
  const asked = new Map();
  const running = new Map();
  const subscribed = new Set();
  const listens = new Map();
  const counts = { cancelled: 0, progress: 0, rootsChanged: 0 };
  let level = null;
  let roots;
  const knownRoots = new Promise((resolve) => {
    roots = resolve;
  });
  const send = (message) => (related.getStore() ?? push)({ jsonrpc: '2.0', ...message });
  const ask = (method, params = {}) =>
    new Promise((resolve) => {
      const id = `server-${asked.size + 1}`;
      asked.set(id, resolve);
      send({ id, method, params });
    });
  /** What an app hears unasked: a subscriber of the newer era hears it on its own stream. */
  const announce = (method, key, params) => {
    if (!isModern) return push({ jsonrpc: '2.0', method, ...(params && { params }) });
    for (const [id, { wanted, out }] of listens)
      if (wanted[key] === true || wanted[key]?.includes(params?.uri))
        out({
          jsonrpc: '2.0',
          method,
          params: { ...params, _meta: { 'io.modelcontextprotocol/subscriptionId': id } },
        });
  };
  const touch = (uri) => {
    if (isModern || subscribed.has(uri))
      announce('notifications/resources/updated', 'resourceSubscriptions', { uri });
  };

  const tools = {
    environment: () => text(process.env),
    folder: () => text(process.cwd()),
    roots: async () => text(await knownRoots),
    large: ({ size }) => ({ content: [{ type: 'text', text: 'ä'.repeat(size) }] }),
    structured: () => ({
      content: [],
      structuredContent: { a: [1, 2.5, null, 'é'] },
      _meta: { 'x/y': 1 },
    }),
    echo: (given, _meta) => ({ content: [], structuredContent: { given, _meta } }),
    progress: (_, { progressToken }) => {
      for (let progress = 1; progress <= 3; progress += 1)
        send({
          method: 'notifications/progress',
          params: { progressToken, progress, total: 3, message: `step ${progress}` },
        });
      return text('done');
    },
    log: () => {
      for (let line = 1; line <= 20; line += 1)
        send({
          method: 'notifications/message',
          params: { level: 'warning', logger: 'mirror', data: { line } },
        });
      return text('logged');
    },
    sampling: async () =>
      text(
        await ask('sampling/createMessage', {
          messages: [{ role: 'user', content: { type: 'text', text: 'hello' } }],
          maxTokens: 7,
          systemPrompt: 'be brief',
        }),
      ),
    elicitation: async () =>
      text(
        await ask('elicitation/create', {
          message: 'Which color?',
          requestedSchema: { type: 'object', properties: { color: { type: 'string' } } },
        }),
      ),
    changes: () => {
      for (const kind of ['tools', 'prompts', 'resources'])
        announce(`notifications/${kind}/list_changed`, `${kind}ListChanged`);
      return text('changed');
    },
    touch: ({ uri }) => {
      touch(uri);
      return text('touched');
    },
    fails: () => ({ isError: true, content: [{ type: 'text', text: 'no such city' }] }),
    refuses: () => Promise.reject(failure(-32_042, 'not today', { retry: [1, 2] })),
    asks: (_, __, { requestState, inputResponses }) =>
      requestState === undefined
        ? {
            resultType: 'input_required',
            requestState: 'first',
            inputRequests: {
              color: {
                method: 'elicitation/create',
                params: {
                  message: 'Which color?',
                  requestedSchema: { type: 'object', properties: { color: { type: 'string' } } },
                },
              },
            },
          }
        : text([requestState, inputResponses]),
    hangs: () => new Promise(() => {}),
    counts: () => {
      const calls = [...running.values()].filter((method) => method === 'tools/call');
      return text({ ...counts, level, running: calls.length - 1 });
    },
  };
  const toolNames = Object.keys(tools);

  /** Three a page; its cursors are texts that mean nothing to others. */
  const paged = (items, name, { cursor }) => {
    const at = cursor === undefined ? 0 : Number(/^after (\d+)$/.exec(cursor)?.[1] ?? Number.NaN);
    if (!(at >= 0 && at < items.length)) throw failure(-32_602, 'Invalid cursor', { cursor });
    const next = at + 3;
    return {
      [name]: items.slice(at, next),
      ...(next < items.length ? { nextCursor: `after ${next}` } : {}),
    };
  };

  const capabilities = {
    tools: { listChanged: true },
    prompts: { listChanged: true },
    resources: { subscribe: true, listChanged: true },
    logging: {},
    completions: {},
    extensions: { 'io.modelcontextprotocol/skills': {} },
  };
  const serverInfo = { name: 'mirror', version: '1.0', title: 'A mirror' };
  const older = {
    initialize: ({ protocolVersion, capabilities: offered, clientInfo }) => ({
      protocolVersion,
      capabilities,
      serverInfo,
      instructions: `Asked by ${clientInfo.name}.\n  Offers: ${Object.keys(offered).sort()}`,
    }),
    ping: () => ({}),
    'resources/subscribe': async ({ uri }) => {
      if (uri === 'docs://none') throw failure(-32_002, 'Resource not found', { uri });
      // Who doesn't wait for the answer is overtaken by its own next request.
      await setTimeout(5);
      subscribed.add(uri);
      return {};
    },
    'resources/unsubscribe': async ({ uri }) => {
      await setTimeout(5);
      subscribed.delete(uri);
      return {};
    },
    'logging/setLevel': ({ level: wanted }) => {
      if (!['debug', 'info', 'warning', 'error'].includes(wanted))
        throw failure(-32_602, 'Invalid log level');
      level = wanted;
      return {};
    },
  };
  const newer = {
    'server/discover': ({ _meta }) => ({
      supportedVersions: ['2026-07-28'],
      capabilities,
      serverInfo,
      instructions: `Asked by ${_meta['io.modelcontextprotocol/clientInfo'].name}`,
    }),
    'subscriptions/listen': ({ notifications }, id) =>
      new Promise(() => {
        const out = related.getStore() ?? push;
        listens.set(id, { wanted: notifications, out });
        out({
          jsonrpc: '2.0',
          method: 'notifications/subscriptions/acknowledged',
          params: { notifications, _meta: { 'io.modelcontextprotocol/subscriptionId': id } },
        });
      }),
  };
  const requests = {
    ...(isModern ? newer : older),
    'tools/list': (params) =>
      paged(
        toolNames.map((name) => ({
          name,
          title: name,
          inputSchema: { type: 'object' },
          annotations: { readOnlyHint: true },
        })),
        'tools',
        params,
      ),
    'tools/call': ({ name, arguments: given, _meta, ...others }) => {
      if (!Object.hasOwn(tools, name)) throw failure(-32_602, `Unknown tool: ${name}`);
      return tools[name](given ?? {}, _meta ?? {}, others);
    },
    'prompts/list': () => ({
      prompts: [
        {
          name: 'greet',
          description: 'Greets',
          arguments: [{ name: 'who', required: true }],
        },
      ],
    }),
    'prompts/get': ({ name, arguments: given }) => {
      if (name !== 'greet') throw failure(-32_602, `Unknown prompt: ${name}`);
      return {
        messages: [{ role: 'user', content: { type: 'text', text: `Hello ${given?.who}` } }],
      };
    },
    'resources/list': (params) => paged(resources, 'resources', params),
    'resources/templates/list': () => ({
      resourceTemplates: [{ uriTemplate: 'file:///{name}.txt', name: 'texts' }],
    }),
    'resources/read': ({ uri }) => {
      if (uri === 'file:///notes.txt')
        return {
          contents: [
            { uri, mimeType: 'text/plain', text: 'notes', _meta: { a: 1 } },
            { uri: `${uri}#2`, blob: 'AAEC' },
          ],
        };
      if (uri?.startsWith('docs://')) return { contents: [{ uri, text: `About ${uri}\n` }] };
      if (Object.hasOwn(skillFiles, uri))
        return { contents: [{ uri, mimeType: 'text/markdown', text: skillFiles[uri] }] };
      throw failure(isModern ? -32_602 : -32_002, 'Resource not found', { uri });
    },
    'completion/complete': ({ argument }) => ({
      completion: { values: [`${argument.value}!`], total: 1, hasMore: false },
    }),
    'skills/list': () => ({ skills }),
    'skills/get': ({ uri }) => {
      const skill = skills.find((one) => one.uri === uri);
      if (skill === undefined) throw failure(-32_602, 'Unknown skill', { uri });
      return { skill };
    },
  };

  const notifications = {
    'notifications/initialized': async () => roots(await ask('roots/list')),
    'notifications/cancelled': ({ requestId }) => cancel(requestId),
    'notifications/progress': () => void (counts.progress += 1),
    'notifications/roots/list_changed': () => void (counts.rootsChanged += 1),
  };
  const cancel = (id) => {
    if (running.delete(id) && !listens.delete(id)) counts.cancelled += 1;
  };

  return {
    cancel,
    /** `out` takes what belongs to this message; without one, the connection does. */
    receive(message, out) {
      const { id, method, params = {}, result, error } = message;
      if (method === undefined) return asked.get(id)?.(result ?? { error });
      if (id === undefined) return notifications[method]?.(params);
      return related.run(out, async () => {
        running.set(id, method);
        // Such servers exist: they list nothing before they know where they may look.
        if (manner === 'roots-first' && method.endsWith('/list')) await knownRoots;
        try {
          if (!Object.hasOwn(requests, method)) throw failure(-32_601, 'Method not found');
          const answer = await requests[method](params, id);
          const isCached = isModern && /list$|discover$|read$|get$/.test(method);
          if (running.has(id))
            send({
              id,
              result: {
                ...(isModern && { resultType: 'complete' }),
                ...answer,
                ...(isCached && { ttlMs: 60_000, cacheScope: 'public' }),
              },
            });
        } catch (error) {
          const { code = -32_603, message: why, data } = error;
          send({ id, error: { code, message: why, data } });
        } finally {
          running.delete(id);
        }
      });
    },
  };
}

function overStdio() {
  const one = connection((message) => process.stdout.write(`${JSON.stringify(message)}\n`));
  createInterface({ input: process.stdin }).on('line', (line) => one.receive(JSON.parse(line)));
}

/** An event stream, opened with what is first written to it. */
const eventsOf =
  (response) =>
  (message, event = 'message') => {
    if (!response.headersSent)
      response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' });
    const data = typeof message === 'string' ? message : JSON.stringify(message);
    response.write(`event: ${event}\ndata: ${data}\n\n`);
  };

const bodyOf = async (request) => {
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
};

const sessions = new Map();

/** A session with a stream of its own, which may be opened later than something is pushed. */
function session() {
  const waiting = [];
  let stream = null;
  const one = connection((message) => {
    if (stream === null) waiting.push(message);
    else stream(message);
  });
  return Object.assign(one, {
    open(response) {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.flushHeaders();
      stream = eventsOf(response);
      for (const message of waiting.splice(0)) stream(message);
    },
  });
}

/** The newer era has no sessions: what is counted for an app is by the address that it was given. */
const addresses = new Map();
const sharedAt = (url) => {
  if (!addresses.has(url)) addresses.set(url, session());
  return addresses.get(url);
};

async function overHttp(request, response) {
  const key = request.headers['mcp-session-id'];
  if (request.method !== 'POST') {
    const found = sessions.get(key);
    if (request.method !== 'GET' || found === undefined) return response.writeHead(405).end();
    return found.open(response);
  }
  const message = JSON.parse(await bodyOf(request));
  let found = isModern ? sharedAt(request.url) : sessions.get(key);
  if (!isModern && message.method === 'initialize') {
    found = session();
    const fresh = randomUUID();
    sessions.set(fresh, found);
    response.setHeader('mcp-session-id', fresh);
  }
  if (found === undefined) {
    const error = { code: -32_000, message: 'Bad Request: No valid session ID provided' };
    response.writeHead(400, { 'content-type': 'application/json' });
    return response.end(JSON.stringify({ jsonrpc: '2.0', id: null, error }));
  }
  if (message.id === undefined || message.method === undefined) {
    found.receive(message);
    return response.writeHead(202).end();
  }
  const events = eventsOf(response);
  response.on('close', () => {
    if (isModern && !response.writableEnded) found.cancel(message.id);
  });
  await found.receive(message, (sent) => {
    const isAnswer = sent.method === undefined;
    // An answer alone is JSON; one after messages ends their stream.
    if (isAnswer && !response.headersSent) {
      response.writeHead(200, { 'content-type': 'application/json' });
      return response.end(JSON.stringify(sent));
    }
    events(sent);
    if (isAnswer) response.end();
  });
}

async function overSse(request, response) {
  const { pathname, searchParams } = new URL(request.url, 'http://127.0.0.1');
  if (request.method === 'GET' && pathname === '/mcp') {
    const key = randomUUID();
    const events = eventsOf(response);
    sessions.set(
      key,
      connection((message) => events(message)),
    );
    return events(`/messages?session=${key}`, 'endpoint');
  }
  const found = sessions.get(searchParams.get('session'));
  if (request.method !== 'POST' || found === undefined) return response.writeHead(405).end();
  const message = JSON.parse(await bodyOf(request));
  void found.receive(message);
  // What the message brings may arrive before its own receipt.
  await setTimeout(10);
  response.writeHead(202).end();
}

if (wire === 'stdio') overStdio();
else {
  const server = createServer(wire === 'sse' ? overSse : overHttp);
  server.listen(0, '127.0.0.1', () =>
    process.stdout.write(`http://127.0.0.1:${server.address().port}/mcp\n`),
  );
}
