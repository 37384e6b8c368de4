import { afterEach, describe, expect, it } from 'vitest';
import type { ServerConfig } from '../engine/ports/servers.ts';
import type { ConnectionBounds } from './pipe-budget.ts';
import { olderHello, scriptedHttp, sendJson } from './testing/scripted-http.ts';
import { connected, testConnector } from './testing/servers.ts';

const stops: (() => void)[] = [];
afterEach(() => {
  for (const stop of stops.splice(0)) stop();
});

/** A process that handles each message `m` with this script; `say(object)` writes a line. */
const process$ = (script: string): ServerConfig => ({
  type: 'stdio',
  command: process.execPath,
  args: [
    '-e',
    `const say = (o) => process.stdout.write(JSON.stringify({ jsonrpc: '2.0', ...o }) + '\\n');
     const hello = ${JSON.stringify(olderHello)};
     const answer = (m, id = m.id) => {
       if (m.id === undefined || m.method === undefined) return;
       if (m.method === 'initialize') say({ id, result: hello });
       else if (m.method === 'server/discover') say({ id, error: { code: -32601, message: 'no' } });
       else say({ id, result: { of: m.params?.uri ?? m.method } });
     };
     let held = null;
     require('node:readline').createInterface({ input: process.stdin }).on('line', (line) => {
       const m = JSON.parse(line);
       ${script}
     });`,
  ],
  env: {},
});

async function failing(config: ServerConfig, bounds: Partial<ConnectionBounds> = {}) {
  const { connector } = testConnector(bounds);
  const answer = await connector.connect('server', config, new AbortController().signal);
  if (answer.ok) throw new Error('it connected');
  return answer.error;
}

describe('the id of an answer', () => {
  it('may be the text of the number that was sent, which its author is told', async () => {
    const { connector } = testConnector();
    const session = await connected(connector, process$('answer(m, String(m.id));'));
    expect(await session.call('resources/read', { uri: 'x:y' })).toEqual({
      ok: true,
      value: { of: 'x:y' },
    });
    expect(connector.quirks?.('server')).toEqual([
      { kind: 'answer-id', seen: expect.stringMatching(/^"\d+"$/) as string },
    ]);
    await session.close();
  });

  it('may be text over HTTP too', async () => {
    const { config, stop } = await scriptedHttp(({ response, message }) => {
      if (message?.id === undefined) return void response.writeHead(202).end();
      const id = String(message.id);
      if (message.method === 'initialize')
        return sendJson(response, 200, { id, result: olderHello });
      if (message.method === 'resources/read')
        return sendJson(response, 200, { id, result: { contents: [] } });
      sendJson(response, 404, { id, error: { code: -32_601, message: 'no' } });
    });
    stops.push(stop);
    const { connector } = testConnector();
    const session = await connected(connector, config);
    expect(await session.call('resources/read', {})).toMatchObject({ ok: true });
    expect(connector.quirks?.('server')).toMatchObject([{ kind: 'answer-id' }]);
    await session.close();
  });

  it.each(['007', '1e6', ' 1000001', '1000001.0', 'x'])('is no text like %j', async (id) => {
    const script = `answer(m, m.method === 'tools/list' ? ${JSON.stringify(id)} : m.id);`;
    const session = await connected(testConnector().connector, process$(script));
    expect(await session.call('tools/list', {})).toMatchObject({
      error: {
        reason: 'bad-response',
        message: `The server answered under id ${JSON.stringify(id)}, which nobody asked for.`,
      },
    });
    await session.close();
  });

  it('that nobody asked for is said within seconds', async () => {
    const began = Date.now();
    expect(await failing(process$('answer(m, 0);'))).toMatchObject({
      message: 'initialize: The server answered under id 0, which nobody asked for.',
    });
    expect(Date.now() - began).toBeLessThan(20_000);
  });

  it('that nobody asked for fails as many calls as it came for', async () => {
    const script = "answer(m, m.method === 'tools/list' ? 0 : m.id);";
    const session = await connected(testConnector().connector, process$(script));
    const answers = await Promise.all([
      ...[1, 2, 3].map(() => session.call('tools/list', {})),
      session.call('resources/read', { uri: 'x:y' }),
    ]);
    expect(answers.map(({ ok }) => ok)).toEqual([false, false, false, true]);
    await session.close();
  });

  it('that nobody asked for fails no other call', async () => {
    const script = `
      if (m.method === 'tools/list') { held = m; say({ id: 5, result: {} }); }
      else { answer(m); if (held !== null) setTimeout(() => { answer(held); held = null; }, 2500); }`;
    const session = await connected(testConnector().connector, process$(script));
    const slow = session.call('tools/list', {});
    const more = session.call('tools/list', {}, { timeoutMs: 2_000 });
    await session.call('resources/read', {});
    expect((await more).ok).toBe(false);
    expect((await slow).ok).toBe(false);
    expect(await session.call('resources/read', {})).toMatchObject({ ok: true });
    await session.close();
  });

  it('that was asked for and given up isn’t stray', async () => {
    const script = `
      if (m.method === 'tools/list') setTimeout(answer, 300, m);
      else if (m.method === 'prompts/list') setTimeout(answer, 2000, m);
      else answer(m);`;
    const session = await connected(testConnector().connector, process$(script));
    const late = await session.call('tools/list', {}, { timeoutMs: 100 });
    expect(late).toMatchObject({ error: { reason: 'timeout' } });
    expect(await session.call('prompts/list', {})).toMatchObject({ ok: true });
    await session.close();
  });

  it('may be missing from an error about the only request', async () => {
    const script = `
      if (m.method === 'tools/list') say({ id: null, error: { code: -32700, message: 'Parse error' } });
      else answer(m);`;
    const session = await connected(testConnector().connector, process$(script));
    expect(await session.call('tools/list', {})).toEqual({
      ok: false,
      error: { reason: 'error-response', code: -32_700, message: 'Parse error' },
    });
    await session.close();
  });
});

describe('a server that asks before it answers', () => {
  it('gets an answer to its ping, and to what Skillgate doesn’t offer', async () => {
    const script = `
      if (m.method === 'initialize') {
        held = m;
        say({ id: 'a', method: 'ping' });
        say({ id: 'b', method: 'roots/list' });
      } else if (m.id === 'b' && m.error.code === -32601) held.pinged && answer(held);
      else if (m.id === 'a' && m.result) held.pinged = true;
      else answer(m);`;
    const session = await connected(testConnector().connector, process$(script));
    expect(session.serverName).toBe('scripted');
    await session.close();
  });

  it('and frames its messages with Content-Length is named', async () => {
    const script = `
      const text = JSON.stringify({ jsonrpc: '2.0', id: m.id, result: hello });
      process.stdout.write('Content-Length: ' + text.length + '\\r\\n\\r\\n' + text);`;
    const began = Date.now();
    expect(await failing(process$(script))).toMatchObject({
      reason: 'protocol',
      message:
        'The server frames its messages with Content-Length headers. MCP over standard input and output takes one JSON message per line.',
    });
    expect(Date.now() - began).toBeLessThan(20_000);
  });

  it('and logs a Content-Length line is none of those', async () => {
    const script = `
      if (m.method === 'server/discover') process.stdout.write('Content-Length: 12\\n');
      answer(m);`;
    const session = await connected(testConnector().connector, process$(script));
    await new Promise((done) => setTimeout(done, 1_200));
    expect(await session.call('tools/list', {})).toMatchObject({ ok: true });
    await session.close();
  });
});
