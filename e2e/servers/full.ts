import { answer, RpcError } from './support/answers.ts';
import { option } from './support/arguments.ts';
import { serveRaw, type Incoming, type Wire } from './support/raw.ts';
import { scenarioFrom } from './support/scenario.ts';

/**
 * A server with everything that a gateway relays: tools, prompts, resources, templates,
 * completion, logging, progress, questions to the host, notices of changes; and skills.
 * `--era modern|legacy` `--transport stdio|http` `--scenario FILE` `--skills N`.
 */
const isModern = option('era', 'modern') === 'modern';
const file = option('scenario', '');
const scenario = scenarioFrom(file === '' ? null : file, Number(option('skills', '3')));

type Json = Readonly<Record<string, unknown>>;
const object = (value: unknown): Json =>
  typeof value === 'object' && value !== null ? (value as Json) : {};

const text = (said: string): Json => ({ content: [{ type: 'text', text: said }] });
const whole = (result: Json): Json => ({
  ...(isModern ? { resultType: 'complete', ttlMs: 60_000, cacheScope: 'public' } : {}),
  ...result,
});

const tools: Readonly<Record<string, (message: Incoming, wire: Wire) => Json | null>> = {
  /** Gives back what it was called with, the `_meta` too. */
  echo: ({ params }) => text(JSON.stringify(params)),
  count(message, wire) {
    const token = object(message.params['_meta'])['progressToken'];
    for (let done = 1; done <= 3; done += 1)
      notify(wire, 'notifications/progress', { progressToken: token, progress: done, total: 3 });
    notify(wire, 'notifications/message', { level: 'info', data: 'counted' });
    // The SDK's client forgets whom to tell of progress as soon as the answer is there.
    setTimeout(() => wire.result(message.id, whole(text('counted to 3'))), 50);
    return null;
  },
  /** How many requests were cancelled. */
  cancelled: () => text(String(cancelled.length)),
  /** Never answers, but reports progress once it has the request. */
  wait(message, wire) {
    const token = object(message.params['_meta'])['progressToken'];
    notify(wire, 'notifications/progress', { progressToken: token, progress: 0 });
    return null;
  },
  /** Content with a link and an embedded resource; `uri` and `body` are the caller's. */
  link({ params }) {
    const { uri, body } = object(params['arguments']);
    return {
      content: [
        { type: 'text', text: 'before' },
        { type: 'resource_link', uri, name: 'a link' },
        { type: 'resource', resource: { uri, mimeType: 'text/markdown', text: body } },
      ],
    };
  },
  elicit: (message, wire) =>
    question(message, wire, 'elicitation/create', {
      mode: 'form',
      message: 'Which colour?',
      requestedSchema: { type: 'object', properties: { colour: { type: 'string' } } },
    }),
  sample: (message, wire) =>
    question(message, wire, 'sampling/createMessage', {
      messages: [{ role: 'user', content: { type: 'text', text: 'Say hello.' } }],
      maxTokens: 10,
    }),
};

const asked = new Map<string, (answered: Json) => void>();
let questions = 0;

/** Asks the host something, as the revision wants it, and answers with what came back. */
function question(message: Incoming, wire: Wire, method: string, params: Json): Json | null {
  if (isModern) {
    const { inputResponses, requestState } = message.params;
    if (inputResponses === undefined)
      return {
        resultType: 'input_required',
        inputRequests: { it: { method, params } },
        requestState: 'opaque',
      };
    return text(JSON.stringify({ inputResponses, requestState }));
  }
  questions += 1;
  const id = `question-${questions}`;
  asked.set(id, (answered) => wire.result(message.id, text(JSON.stringify(answered))));
  wire.write(`${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`);
  return null;
}

const notify = (wire: Wire, method: string, params: Json): void =>
  wire.write(`${JSON.stringify({ jsonrpc: '2.0', method, params })}\n`);

const subscribed = new Set<string>();
const cancelled: unknown[] = [];
const listening = new Map<unknown, Json>();

/** Tells whoever asked for it that something has changed. */
function changed(wire: Wire, method: string, params: Json): void {
  if (!isModern) return notify(wire, method, params);
  for (const id of listening.keys())
    notify(wire, method, {
      ...params,
      _meta: { 'io.modelcontextprotocol/subscriptionId': id },
    });
}

const methods: Readonly<Record<string, (message: Incoming, wire: Wire) => Json | null>> = {
  'tools/list': () =>
    whole({
      tools: [...Object.keys(tools), 'change'].map((name) => ({
        name,
        description: `The tool ${name}`,
        inputSchema: { type: 'object' },
      })),
    }),
  'tools/call'(message, wire) {
    const { name } = message.params;
    if (name === 'change') {
      const { uri } = object(message.params['arguments']);
      changed(wire, 'notifications/tools/list_changed', {});
      changed(wire, 'notifications/resources/list_changed', {});
      if (typeof uri === 'string') changed(wire, 'notifications/resources/updated', { uri });
      return whole(text('changed'));
    }
    const tool = tools[String(name)];
    if (tool === undefined) throw new RpcError(-32602, 'There is no such tool');
    const result = tool(message, wire);
    return result === null ? null : whole(result);
  },
  'prompts/list': () => whole({ prompts: [{ name: 'greet', description: 'Greets' }] }),
  'prompts/get': ({ params }) =>
    whole({
      messages: [
        {
          role: 'user',
          content: {
            type: 'resource',
            resource: { uri: String(object(params['arguments'])['uri']), text: 'Hello' },
          },
        },
      ],
    }),
  'resources/list': () =>
    whole({
      resources: [
        { uri: 'docs://handbook', name: 'handbook' },
        { uri: 'skill://index.json', name: 'index' },
        ...scenario().skills.map(({ path }) => ({
          uri: `skill://${path}/SKILL.md`,
          name: path,
        })),
      ],
    }),
  'resources/templates/list': () =>
    whole({
      resourceTemplates: [
        { uriTemplate: 'docs://{name}', name: 'documents' },
        { uriTemplate: 'skill://{name}/SKILL.md', name: 'skills' },
      ],
    }),
  'completion/complete': () =>
    whole({
      completion: { values: ['handbook', 'skill://skill-0/SKILL.md'], total: 2, hasMore: false },
    }),
  'logging/setLevel': ({ params }, wire) => {
    notify(wire, 'notifications/message', { level: params['level'], data: 'level set' });
    return {};
  },
  'resources/subscribe': ({ params }) => {
    subscribed.add(String(params['uri']));
    return {};
  },
  'resources/unsubscribe': ({ params }) => {
    subscribed.delete(String(params['uri']));
    return {};
  },
  'subscriptions/listen'(message, wire) {
    listening.set(message.id, message.params);
    notify(wire, 'notifications/subscriptions/acknowledged', {
      notifications: message.params['notifications'],
      _meta: { 'io.modelcontextprotocol/subscriptionId': message.id },
    });
    return null;
  },
};

function handle(message: Incoming & { result?: unknown; error?: unknown }, wire: Wire): boolean {
  if (message.method === undefined) {
    const done = asked.get(String(message.id));
    asked.delete(String(message.id));
    done?.(object(message.result ?? message.error));
    return true;
  }
  if (message.method === 'notifications/cancelled') {
    listening.delete(message.params['requestId']);
    cancelled.push(message.params['requestId']);
    return true;
  }
  const known =
    methods[message.method] ??
    (/^(?:skills\/|resources\/)/.test(message.method)
      ? (): Json => {
          if (message.params['uri'] === 'docs://handbook')
            return whole({ contents: [{ uri: 'docs://handbook', text: 'The handbook' }] });
          return answer(scenario(), message.method, message.params);
        }
      : undefined);
  if (known === undefined) return false;
  try {
    const result = known(message, wire);
    if (result !== null) wire.result(message.id, result);
  } catch (error) {
    wire.error(
      message.id,
      error instanceof RpcError ? error.code : -32603,
      (error as Error).message,
    );
  }
  return true;
}

await serveRaw(
  {
    about: 'everything that is relayed',
    capabilities: {
      tools: { listChanged: true },
      prompts: {},
      resources: { subscribe: true, listChanged: true },
      completions: {},
      logging: {},
      experimental: { 'acme/secret': {} },
      extensions: { 'io.modelcontextprotocol/skills': { directoryRead: true }, 'acme/other': {} },
    },
    get instructions() {
      return scenario().instructions;
    },
    on: (message, wire) => handle(message, wire),
  },
  { transport: option('transport', 'stdio'), modern: isModern },
);
