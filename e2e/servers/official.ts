import { setTimeout as sleep } from 'node:timers/promises';
import { asked, askedFor, questions, type Json } from './official/questions.ts';
import { prompts, resources, schema, tools } from './official/contents.ts';
import { answer, RpcError } from './support/answers.ts';
import { option } from './support/arguments.ts';
import { serveRaw, type Incoming, type Wire } from './support/raw.ts';
import { ordinarySkills } from './support/served-skill.ts';

/**
 * What the server scenarios of the official conformance suite expect a server to have, and three
 * skills. `--era modern|legacy`, over stdio.
 */
const isModern = option('era', 'modern') === 'modern';
const cache = { ttlMs: 60_000, cacheScope: 'private' };
const skills = ordinarySkills(3);
const text = (said: string): Json => ({ content: [{ type: 'text', text: said }] });
const notify = (wire: Wire, method: string, params: Json): void =>
  wire.write(`${JSON.stringify({ jsonrpc: '2.0', method, params })}\n`);

/** Tools that do more than answer. */
const doing: Readonly<Record<string, (message: Incoming, wire: Wire) => Promise<Json>>> = {
  async test_tool_with_logging(_, wire) {
    for (const data of ['started', 'processing', 'completed']) {
      notify(wire, 'notifications/message', { level: 'info', data });
      await sleep(50);
    }
    return text('logged');
  },
  async test_tool_with_progress({ params }, wire) {
    const { progressToken } = (params['_meta'] ?? {}) as Json;
    for (const progress of [0, 50, 100]) {
      if (progressToken !== undefined)
        notify(wire, 'notifications/progress', { progressToken, progress, total: 100 });
      await sleep(50);
    }
    return text('done');
  },
};

async function called(message: Incoming, wire: Wire): Promise<Json> {
  const name = String(message.params['name']);
  const ready = Object.hasOwn(tools, name) ? tools[name] : undefined;
  if (ready !== undefined) return ready;
  const doer = Object.hasOwn(doing, name) ? doing[name] : undefined;
  if (doer !== undefined) return doer(message, wire);
  if (!Object.hasOwn(questions, name)) throw new RpcError(-32602, 'There is no such tool');
  return isModern ? askedFor(name, message) : text(await asked(name, message, wire));
}

async function result(message: Incoming, wire: Wire): Promise<Json> {
  const { method, params } = message;
  const uri = String(params['uri'] ?? '');
  switch (method) {
    case 'tools/list': {
      const names = [...Object.keys(tools), ...Object.keys(doing), ...Object.keys(questions)];
      const plain = { type: 'object' };
      const listed = names.map((name) => ({ name, description: name, inputSchema: plain }));
      const strict = { name: 'json_schema_2020_12_tool', description: 'A schema' };
      return { tools: [...listed, { ...strict, inputSchema: schema }], ...cache };
    }
    case 'tools/call':
      return called(message, wire);
    case 'prompts/list': {
      const names = [...Object.keys(prompts), 'test_input_required_result_prompt'];
      return { prompts: names.map((name) => ({ name, description: name })), ...cache };
    }
    case 'prompts/get': {
      const name = String(params['name']);
      if (name === 'test_input_required_result_prompt') return askedFor(name, message);
      const prompt = Object.hasOwn(prompts, name) ? prompts[name] : undefined;
      if (prompt === undefined) throw new RpcError(-32602, 'There is no such prompt');
      return { messages: prompt((params['arguments'] ?? {}) as Json) };
    }
    case 'resources/list':
      return {
        resources: Object.keys(resources).map((one) => ({ uri: one, name: one })),
        ...cache,
      };
    case 'resources/templates/list':
      return {
        resourceTemplates: [{ uriTemplate: 'test://template/{id}/data', name: 'data' }],
        ...cache,
      };
    case 'resources/read': {
      if (Object.hasOwn(resources, uri))
        return { contents: [{ uri, ...resources[uri] }], ...cache };
      const id = /^test:\/\/template\/([^/]+)\/data$/.exec(uri)?.[1];
      if (id !== undefined) {
        const data = { id, templateTest: true, data: `Data for ID: ${id}` };
        const contents = [{ uri, mimeType: 'application/json', text: JSON.stringify(data) }];
        return { contents, ...cache };
      }
      if (!uri.startsWith('skill://'))
        throw new RpcError(isModern ? -32602 : -32002, 'There is no such resource', { uri });
      break;
    }
    case 'completion/complete':
      return { completion: { values: ['paris', 'park'], total: 2, hasMore: false } };
    case 'logging/setLevel':
    case 'resources/subscribe':
    case 'resources/unsubscribe':
      if (!isModern) return {};
  }
  return answer({ skills, instructions: '', reads: {}, crashOn: [] }, method, params);
}

function handle(message: Incoming, wire: Wire): boolean {
  if (message.method === undefined) {
    asked.answered(message as unknown as Json);
    return true;
  }
  if (/^(?:initialize|ping|server\/discover)$/.test(message.method)) return false;
  if (message.id === undefined) return true;
  result(message, wire).then(
    (value) => wire.result(message.id, isModern ? { resultType: 'complete', ...value } : value),
    (error: unknown) => {
      const code = error instanceof RpcError ? error.code : -32603;
      const { message: why, data } = error as RpcError;
      wire.error(message.id, code, why, data);
    },
  );
  return true;
}

await serveRaw(
  {
    about: 'what the official scenarios expect',
    capabilities: {
      tools: {},
      prompts: {},
      resources: { subscribe: true },
      completions: {},
      logging: {},
      extensions: { 'io.modelcontextprotocol/skills': { directoryRead: true } },
    },
    on: handle,
  },
  { transport: 'stdio', modern: isModern },
);
