import { once } from 'node:events';
import { createServer } from 'node:http';

/**
 * A model on loopback that does as it's told: a prompt `CALL NAME {…}` makes it call the one tool whose
 * name ends with NAME, and it says what the tool gave. It speaks the APIs of Gemini, Anthropic and OpenAI (chat and
 * responses), which is all that the tried hosts use. `again(result)` may do something between a tool's
 * answer and the next one of the model, which calls the tool once more if it gives true. `heard(text)` gets
 * what the host sends.
 */
export async function openModel({ again = async () => false, heard = () => {} } = {}) {
  const server = createServer(async (request, response) => {
    const chunks = [];
    for await (const chunk of request) chunks.push(chunk);
    const text = Buffer.concat(chunks).toString('utf8');
    heard(text);
    const body = text === '' ? {} : JSON.parse(text);
    const api = apiOf(request.url ?? '');
    if (api === null) return void response.writeHead(404).end('{}');
    const { tools, prompt, result } = api.read(body);
    const isOver = result !== null && !(await again(result));
    api.write(response, request.url ?? '', stepOf(tools, prompt, isOver ? result : null));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${server.address().port}`,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** Each call has an id of its own. */
let calls = 1;

/** What the model does next: a call, or a text. */
function stepOf(tools, prompt, result) {
  if (result !== null) return { text: `RESULT ${result}` };
  const [, name, args] = /CALL (\S+) (\{.*?\})/s.exec(prompt) ?? [];
  if (name === undefined) return { text: 'nothing' };
  const tool = tools.find((one) => one.name.endsWith(name));
  // A host may put the prompt into a text of its own.
  return tool === undefined
    ? { text: `NO TOOL ${name}` }
    : { tool, args: JSON.parse(args.replaceAll('\\"', '"')) };
}

const apiOf = (path) =>
  /:(?:stream)?generateContent/i.test(path)
    ? gemini
    : path.includes('/responses')
      ? responses
      : path.includes('/chat/completions')
        ? chat
        : /\/v1\/messages(?:\?|$)/.test(path)
          ? messages
          : null;

const events = (response, data, end = '') => {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  response.end(data.map((one) => `${one}\n\n`).join('') + end);
};

const gemini = {
  read({ contents = [], tools = [] }) {
    const parts = contents.flatMap(({ parts: all = [] }) => all);
    const last = contents.at(-1)?.parts?.find((part) => part.functionResponse !== undefined);
    return {
      tools: tools.flatMap(({ functionDeclarations = [] }) => functionDeclarations),
      prompt: parts.map(({ text = '' }) => text).join('\n'),
      result: last === undefined ? null : JSON.stringify(last.functionResponse.response),
    };
  },
  write(response, path, step) {
    const part =
      step.text === undefined
        ? { functionCall: { name: step.tool.name, args: step.args } }
        : { text: step.text };
    const answer = {
      candidates: [{ content: { role: 'model', parts: [part] }, finishReason: 'STOP', index: 0 }],
      usageMetadata: { promptTokenCount: 1, candidatesTokenCount: 1, totalTokenCount: 2 },
    };
    if (/stream/i.test(path)) return events(response, [`data: ${JSON.stringify(answer)}`]);
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify(answer));
  },
};

const textOf = (content) =>
  typeof content === 'string' ? content : (content ?? []).map(({ text = '' }) => text).join('\n');

const chat = {
  read({ messages = [], tools = [] }) {
    const last = messages.at(-1);
    return {
      tools: tools.map((one) => one.function),
      prompt: messages
        .filter(({ role }) => role === 'user')
        .map(({ content }) => textOf(content))
        .join('\n'),
      result: last?.role === 'tool' ? textOf(last.content) : null,
    };
  },
  write(response, _, step) {
    const call = { index: 0, id: `call_${calls++}`, type: 'function' };
    const delta =
      step.text === undefined
        ? {
            tool_calls: [
              { ...call, function: { name: step.tool.name, arguments: JSON.stringify(step.args) } },
            ],
          }
        : { content: step.text };
    const chunk = (choice) =>
      `data: ${JSON.stringify({ id: 'x', object: 'chat.completion.chunk', created: 0, model: 'mock', choices: [{ index: 0, ...choice }] })}`;
    events(
      response,
      [
        chunk({ delta: { role: 'assistant', ...delta }, finish_reason: null }),
        chunk({ delta: {}, finish_reason: step.text === undefined ? 'tool_calls' : 'stop' }),
      ],
      'data: [DONE]\n\n',
    );
  },
};

const responses = {
  read({ input = [], tools = [] }) {
    const items = typeof input === 'string' ? [{ role: 'user', content: input }] : input;
    const last = items.at(-1);
    const isResult = last?.type === 'function_call_output';
    // Codex has a namespace for each server.
    const inside = ({ type, name = type, tools: inner }) =>
      type === 'namespace' ? inner.map((one) => ({ name: one.name, namespace: name })) : [{ name }];
    return {
      tools: tools.flatMap(inside),
      prompt: items
        .filter(({ role }) => role === 'user')
        .map(({ content }) => textOf(content))
        .join('\n'),
      result: isResult
        ? typeof last.output === 'string'
          ? last.output
          : JSON.stringify(last.output)
        : null,
    };
  },
  write(response, _, step) {
    const item =
      step.text === undefined
        ? {
            type: 'function_call',
            id: 'fc_1',
            call_id: `call_${calls++}`,
            ...step.tool,
            arguments: JSON.stringify(step.args),
            status: 'completed',
          }
        : {
            type: 'message',
            id: 'msg_1',
            role: 'assistant',
            status: 'completed',
            content: [{ type: 'output_text', text: step.text, annotations: [] }],
          };
    const usage = {
      input_tokens: 1,
      output_tokens: 1,
      total_tokens: 2,
      input_tokens_details: { cached_tokens: 0 },
      output_tokens_details: { reasoning_tokens: 0 },
    };
    const event = (type, rest) => `event: ${type}\ndata: ${JSON.stringify({ type, ...rest })}`;
    events(response, [
      event('response.created', { response: { id: 'resp_1' } }),
      event('response.output_item.done', { output_index: 0, item }),
      event('response.completed', { response: { id: 'resp_1', output: [item], usage } }),
    ]);
  },
};

const messages = {
  read({ messages: all = [], tools = [] }) {
    const blocks = ({ content }) =>
      typeof content === 'string' ? [{ type: 'text', text: content }] : content;
    const last = all.length === 0 ? [] : blocks(all.at(-1));
    const result = last.findLast(({ type }) => type === 'tool_result');
    return {
      tools,
      prompt: all
        .filter(({ role }) => role === 'user')
        .map((one) => textOf(blocks(one)))
        .join('\n'),
      result: result === undefined ? null : textOf(result.content),
    };
  },
  write(response, _, step) {
    const isCall = step.text === undefined;
    const block = isCall
      ? { type: 'tool_use', id: `toolu_${calls++}`, name: step.tool.name, input: {} }
      : { type: 'text', text: '' };
    const delta = isCall
      ? { type: 'input_json_delta', partial_json: JSON.stringify(step.args) }
      : { type: 'text_delta', text: step.text };
    const usage = { input_tokens: 1, output_tokens: 1 };
    const about = { id: 'msg_1', type: 'message', role: 'assistant', model: 'mock', usage };
    const event = (type, rest) => `event: ${type}\ndata: ${JSON.stringify({ type, ...rest })}`;
    events(response, [
      event('message_start', { message: { ...about, content: [], stop_reason: null } }),
      event('content_block_start', { index: 0, content_block: block }),
      event('content_block_delta', { index: 0, delta }),
      event('content_block_stop', { index: 0 }),
      event('message_delta', { delta: { stop_reason: isCall ? 'tool_use' : 'end_turn' }, usage }),
      event('message_stop', {}),
    ]);
  },
};
