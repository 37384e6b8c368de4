import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { afterEach, describe, expect, it } from 'vitest';
import type { WireQuirk } from '../engine/ports/session.ts';
import { type ConnectionBounds, PipeBudget } from './pipe-budget.ts';
import { ServerEvents } from './event-stream.ts';
import { olderHello, scriptedHttp, sendJson } from './testing/scripted-http.ts';
import { connected, testConnector } from './testing/servers.ts';

const stops: (() => void)[] = [];
afterEach(() => {
  for (const stop of stops.splice(0)) stop();
});

const opened = (response: ServerResponse): ServerResponse =>
  response.writeHead(200, { 'content-type': 'text/event-stream' });
const answerTo = (id: unknown, text = 'done'): string =>
  JSON.stringify({ jsonrpc: '2.0', id, result: { text } });

/** A session with a server whose `skills/list` a test answers. */
async function withAnswer(
  answer: (response: ServerResponse, id: unknown) => void,
  bounds: Partial<ConnectionBounds> = {},
) {
  const { config, stop } = await scriptedHttp(({ response, message }) => {
    if (message === null) return void response.writeHead(405).end();
    if (message.id === undefined) return void response.writeHead(202).end();
    if (message.method === 'skills/list') return answer(response, message.id);
    if (message.method === 'initialize')
      return sendJson(response, 200, { id: message.id, result: olderHello });
    sendJson(response, 200, { id: message.id, error: { code: -32_601, message: 'no' } });
  });
  stops.push(stop);
  const { connector } = testConnector({ quietMs: 50, ...bounds });
  const session = await connected(connector, config);
  const list = (timeoutMs = 5_000) => session.call('skills/list', {}, { timeoutMs });
  const quirks = (): readonly WireQuirk['kind'][] =>
    (connector.quirks?.('server') ?? []).map(({ kind }) => kind);
  return { session, list, quirks };
}

const done = { ok: true, value: { text: 'done' } };

describe('an answer in an event stream', () => {
  it.each<[string, (data: string) => readonly string[], boolean]>([
    ['a blank line', (data) => [`event: message\ndata: ${data}\n\n`], false],
    ['a line end only', (data) => [`event: message\ndata: ${data}\n`], true],
    ['nothing', (data) => [`data: ${data}`], true],
    ['CR only', (data) => [`event: message\rdata: ${data}\r\r`], false],
    ['CR only, and no blank line', (data) => [`data: ${data}\r`], true],
    ['CRLF in pieces', (data) => [`data: ${data}\r`, '\n\r', '\n'], false],
    ['data in several lines', (data) => [`data: {\ndata: ${data.slice(1)}\n`], true],
    ['a comment after it', (data) => [`data: ${data}\n: that was it`], true],
  ])('is taken when it ends with %s', async (_, pieces, isQuirk) => {
    for (const isHeldOpen of [false, true]) {
      const { session, list, quirks } = await withAnswer((response, id) => {
        opened(response);
        for (const [at, piece] of pieces(answerTo(id)).entries())
          setTimeout(() => response.write(piece), at * 10);
        if (!isHeldOpen) setTimeout(() => response.end(), 40);
      });
      expect(await list()).toEqual(done);
      if (isHeldOpen) expect(quirks()).toEqual(isQuirk ? ['event-end'] : []);
      await session.close();
    }
  });

  it('is waited for while its JSON isn’t whole', async () => {
    const { session, list, quirks } = await withAnswer((response, id) => {
      const data = answerTo(id, '}'.repeat(20));
      opened(response).write(`data: ${data.slice(0, -12)}`);
      setTimeout(() => response.end(`${data.slice(-12)}\n\n`), 300);
    });
    expect(await list()).toEqual({ ok: true, value: { text: '}'.repeat(20) } });
    expect(quirks()).toEqual([]);
    await session.close();
  });

  it('that breaks off is said to, with what had come', async () => {
    const { session, list } = await withAnswer((response) => {
      opened(response).end('event: message\ndata: {"jsonrpc":"2.0","resu');
    });
    expect(await list()).toMatchObject({
      error: {
        reason: 'bad-response',
        cause: { reason: 'half-answer' },
        message: expect.stringMatching(
          /^The server ended the event stream in the middle of an event: .*resu/,
        ),
      },
    });
    await session.close();
  });

  it('that isn’t finished in time is said to lack its blank line', async () => {
    const { session, list } = await withAnswer((response) => {
      opened(response).write('data: {"jsonrpc":"2.0","resu');
    });
    expect(await list(400)).toMatchObject({
      error: {
        reason: 'timeout',
        cause: { reason: 'half-answer' },
        message: expect.stringMatching(
          /^The server didn’t answer within 0\.4 s: the event with the answer isn’t finished, its blank line is missing\. 28 bytes had come: .*resu/,
        ),
      },
    });
    await session.close();
  });

  it('that never comes among comments is given up in time', async () => {
    const { session, list } = await withAnswer((response) => {
      opened(response);
      const timer = setInterval(() => response.write(': still here\n\n'), 5);
      response.on('close', () => clearInterval(timer));
    });
    expect(await list(300)).toMatchObject({
      error: {
        reason: 'timeout',
        message: 'The server opened an event stream (HTTP 200) but sent no answer within 0.3 s.',
      },
    });
    await session.close();
  });

  it('closes a stream that the server holds open after it', async () => {
    let closed: Promise<unknown> | null = null;
    const { session, list } = await withAnswer((response, id) => {
      closed = once(response, 'close');
      opened(response).write(`data: ${answerTo(id)}\n\n`);
    });
    expect(await list()).toEqual(done);
    await closed;
    await session.close();
  });

  it('in place of the end of a stream without one fails at once', async () => {
    const { config, stop } = await scriptedHttp(({ response, message }) => {
      if (message === null) return void response.writeHead(405).end();
      opened(response).end(': nothing\n\n');
    });
    stops.push(stop);
    const began = Date.now();
    const { connector } = testConnector({ probeMs: 20_000 });
    expect(await connector.connect('server', config, new AbortController().signal)).toMatchObject({
      ok: false,
      error: { message: expect.stringContaining('closed the stream before it answered') },
    });
    expect(Date.now() - began).toBeLessThan(18_000);
  });
});

it('says of a connection which answer it waits for, and what of it has come', async () => {
  const answers: ((response: ServerResponse) => void)[] = [
    () => {},
    (response) => void response.writeHead(200, { 'content-type': 'application/json' }).write('{'),
    (response) => void opened(response).write('data: {'),
    (response) => void opened(response).write(': nothing\n'),
  ];
  const begun: unknown[] = [];
  for (const answer of answers) {
    const { config, stop } = await scriptedHttp(({ response }) => answer(response));
    stops.push(stop);
    const { connector } = testConnector();
    expect(connector.waiting?.('server')).toBeNull();
    const abort = new AbortController();
    const connecting = connector.connect('server', config, abort.signal);
    await new Promise((resolve) => setTimeout(resolve, 300));
    const awaited = connector.waiting?.('server');
    expect(awaited).toMatchObject({ method: 'server/discover' });
    begun.push(awaited?.begun);
    abort.abort();
    await connecting;
    expect(connector.waiting?.('server')).toBeNull();
  }
  expect(begun).toEqual([undefined, 'body', 'event', undefined]);
});

it('connects although the server answers a notification with a stream that never ends', async () => {
  const { config, stop } = await scriptedHttp(({ response, message }) => {
    if (message === null) return void response.writeHead(405).end();
    if (message.id === undefined) return void opened(response).write(': nothing\n\n');
    if (message.method === 'initialize')
      return sendJson(response, 200, { id: message.id, result: olderHello });
    sendJson(response, 200, { id: message.id, error: { code: -32_601, message: 'no' } });
  });
  stops.push(stop);
  const session = await connected(testConnector({ connectMs: 3_000 }).connector, config);
  expect(session.serverName).toBe('scripted');
  await session.close();
});

it('takes the endpoint of the older transport without its blank line', async () => {
  let stream: ServerResponse | null = null;
  const { config, stop } = await scriptedHttp(({ request, response, message }) => {
    if (request.method === 'GET') {
      stream = response;
      return void opened(response).write('event: endpoint\ndata: /messages\n');
    }
    response.writeHead(202).end();
    if (message?.id === undefined) return;
    const answer = JSON.stringify({ jsonrpc: '2.0', id: message.id, result: olderHello });
    stream?.write(`event: message\ndata: ${answer}\n`);
  });
  stops.push(stop);
  const { connector } = testConnector({ quietMs: 50 });
  const session = await connected(connector, { ...config, type: 'sse' } as typeof config);
  expect(session.serverName).toBe('scripted');
  await session.close();
});

describe('the bytes of an event stream', () => {
  const read = async (pieces: readonly string[], maxBytes = 100) => {
    const seen = { tooLarge: 0, completed: 0, cut: 0, ended: 0, closed: 0 };
    const source = new ReadableStream<Uint8Array>({
      start: (controller) => {
        for (const piece of pieces) controller.enqueue(Buffer.from(piece));
        controller.close();
      },
    });
    const { body } = new ServerEvents(
      source,
      { maxBytes, quietMs: 1_000, isWanted: () => true, budget: new PipeBudget(Date.now) },
      {
        tooLarge: () => {
          seen.tooLarge += 1;
          return new Error('too large');
        },
        completed: () => (seen.completed += 1),
        cut: () => (seen.cut += 1),
        ended: () => (seen.ended += 1),
        closed: () => (seen.closed += 1),
      },
    );
    const text = await new Response(body).text().catch((error: Error) => error.message);
    return { text, ...seen };
  };

  it.each([
    ['comments', ': still here\n\n'],
    ['events without data', 'event: nothing\n\n'],
    ['empty lines', '\n'],
  ])('that nobody asked for are read no faster than their budget: %s', async (_, text) => {
    const chunk = Buffer.from(text.repeat(Math.ceil(65_536 / text.length)));
    let taken = 0;
    const source = new ReadableStream<Uint8Array>({
      pull: (controller) => {
        taken += 1;
        if (taken < 2_000) controller.enqueue(chunk);
        else controller.close();
      },
    });
    // A clock that stands still: once the budget is spent, each slice waits.
    const options = { maxBytes: 1_000, quietMs: 1_000, isWanted: () => true };
    const nothing = () => undefined;
    const { body } = new ServerEvents(
      source,
      { ...options, budget: new PipeBudget(() => 0) },
      {
        ...{ tooLarge: () => new Error('too large'), completed: nothing, cut: nothing },
        ...{ ended: nothing, closed: nothing },
      },
    );
    const reader = body.getReader();
    const drain = async (): Promise<void> => {
      while (!(await reader.read()).done);
    };
    await Promise.race([drain(), new Promise((over) => setTimeout(over, 500))]);
    expect(taken).toBeLessThan(200);
    await reader.cancel();
  });

  it('are whole events with LF, whatever the line ends and the pieces', async () => {
    const events = 'id: 1\ndata: a\n\ndata: b\ndata: c\n\n';
    for (const lineEnd of ['\n', '\r', '\r\n']) {
      const text = events.replaceAll('\n', lineEnd);
      for (let size = 1; size <= text.length; size += 1) {
        const pieces = Array.from({ length: Math.ceil(text.length / size) }, (_, at) =>
          text.slice(at * size, (at + 1) * size),
        );
        expect(await read(pieces)).toMatchObject({ text: events, ended: 1, closed: 1 });
      }
    }
  });

  it('are bounded by event: many small ones and any number of comments are taken', async () => {
    const small = Array.from({ length: 50 }, (_, at) => `data: ${at}\n\n`);
    expect(await read(small)).toMatchObject({ text: small.join(''), tooLarge: 0 });
    const comments = Array.from({ length: 500 }, () => ': still here, still here\n');
    expect(await read(comments)).toMatchObject({ text: '', tooLarge: 0, cut: 0 });
  });

  it('are copied, whatever the size of the pieces and the number of lines', async () => {
    const lines = 'data\n'.repeat(200_000);
    const many = await read([lines, '\n'], 10_000_000);
    expect(many).toMatchObject({ tooLarge: 0, completed: 0, cut: 0 });
    expect(many.text).toHaveLength(1_000_001);
    expect(await read([lines], 10_000_000)).toMatchObject({ text: '', completed: 0 });
    const pieces = [...'data: a\n'.repeat(200), '\n'];
    expect(await read(pieces, 10_000)).toMatchObject({ text: pieces.join('') });
  });

  it.each([
    ['a line', ['data: ', ...Array.from({ length: 30 }, () => 'aaaaaaaa')]],
    ['an event', Array.from({ length: 30 }, () => 'data: aaaa\n')],
    ['a comment', [':', ...Array.from({ length: 30 }, () => 'aaaaaaaa')]],
  ])('end where %s is too large', async (_, pieces) => {
    expect(await read(pieces)).toMatchObject({ text: 'too large', tooLarge: 1, closed: 1 });
  });
});

describe('an answer under a content type that isn’t JSON', () => {
  const under = (type: string | null, body?: string) =>
    withAnswer((response, id) => {
      response.writeHead(200, type === null ? {} : { 'content-type': type });
      response.end(body ?? answerTo(id));
    });

  it.each([null, 'text/plain', 'Text/Plain; charset=utf-8', 'application/octet-stream'])(
    'is taken with advice under %s if it is JSON-RPC',
    async (type) => {
      const { session, list, quirks } = await under(type);
      expect(await list()).toEqual(done);
      expect(quirks()).toEqual(['answer-type']);
      await session.close();
    },
  );

  it.each([
    [null, 'hello', 'without a content type'],
    ['text/plain', 'hello', 'of type text/plain'],
    ['text/csv', undefined, 'of type text/csv'],
    ['application/xml', '<a/>', 'of type application/xml'],
  ] as const)('is refused under %s: %s', async (type, body, came) => {
    const { session, list, quirks } = await under(type, body);
    const result = await list();
    expect(result).toMatchObject({ error: { reason: 'bad-response' } });
    expect(result.ok ? '' : result.error.message).toContain(
      `The server sent an answer ${came} where application/json or text/event-stream belongs: `,
    );
    expect(quirks()).toEqual([]);
    await session.close();
  });

  it('is still checked as an answer', async () => {
    const { session, list } = await under('text/plain', '{"jsonrpc":"2.0","id":7,"result":{}}');
    expect(await list()).toMatchObject({
      error: { message: expect.stringContaining('answers another request') },
    });
    await session.close();
  });

  it('is named where the older transport expects a stream', async () => {
    const { config, stop } = await scriptedHttp(({ response }) => {
      response.writeHead(200, { 'content-type': 'text/plain' }).end('hello');
    });
    stops.push(stop);
    const answer = await testConnector().connector.connect(
      'server',
      { ...config, type: 'sse' } as typeof config,
      new AbortController().signal,
    );
    expect(answer).toMatchObject({
      error: {
        reason: 'not-json',
        message:
          'The server sent an answer of type text/plain where text/event-stream belongs: “hello”.',
      },
    });
  });
});
