import { describe, expect, it } from 'vitest';
import { ServerCalls } from '../engine/link/calls.ts';
import type { ServerConfig } from '../engine/ports/servers.ts';
import type { ServerSession } from '../engine/ports/session.ts';
import { olderHello } from '../mcp/testing/scripted-http.ts';
import { testConnector } from '../mcp/testing/servers.ts';

/** A process that answers the read of `x:bad` with this script, and everything else as it should. */
const processWith = (script: string): ServerConfig => ({
  type: 'stdio',
  command: process.execPath,
  args: [
    '-e',
    `const put = (text) => process.stdout.write(text);
     const line = (o) => JSON.stringify({ jsonrpc: '2.0', ...o }) + '\\n';
     const content = (m) => ({ contents: [{ uri: m.params.uri, text: 'of ' + m.params.uri }] });
     const waiting = new Set();
     const answer = (m) => {
       waiting.delete(m.id);
       if (m.method === 'initialize') put(line({ id: m.id, result: ${JSON.stringify(olderHello)} }));
       else if (m.method === 'server/discover') put(line({ id: m.id, error: { code: -32601, message: 'no' } }));
       else put(line({ id: m.id, result: content(m) }));
     };
     require('node:readline').createInterface({ input: process.stdin }).on('line', (text) => {
       const m = JSON.parse(text);
       if (m.id === undefined) return;
       waiting.add(m.id);
       if (m.params?.uri !== 'x:bad') return void setTimeout(answer, 60, m);
       ${script}
     });`,
  ],
  env: {},
});

async function readAll(script: string, requestMs = 30_000) {
  const { connector } = testConnector({ requestMs, responseBytes: 64 * 1024, closeMs: 500 });
  let session: ServerSession | null = null;
  let sessions = 0;
  const calls = new ServerCalls({
    session: () => session,
    connect: async () => {
      const signal = new AbortController().signal;
      const answer = await connector.connect('server', processWith(script), signal);
      if (!answer.ok) return false;
      sessions += 1;
      const opened = (session = answer.value);
      opened.onClosed(() => {
        if (session === opened) session = null;
      });
      return true;
    },
    drop: async () => {
      const ended = session;
      session = null;
      await ended?.close();
    },
    connection: () => ({ status: 'ready', protocolVersion: '' }),
  });
  const read = (uri: string) => calls.call({ method: 'resources/read', params: { uri } }, {});
  await read('x:first');
  const others = ['x:1', 'x:2', 'x:3', 'x:4', 'x:5'];
  const [bad, ...good] = await Promise.all(['x:bad', ...others].map(read));
  await (session as ServerSession | null)?.close();
  const texts = good.map((answer) => JSON.stringify(answer));
  return {
    bad,
    sessions,
    allGood: others.every((uri, at) => texts[at]?.includes(`of ${uri}`) === true),
  };
}

const half = 'isn’t valid JSON';

describe('one bad answer of a stdio server', () => {
  // Nothing shows that no more of a line will come: these two end with the request's time.
  it.each<[string, string, string, number?]>([
    ['half an answer', 'put(line({ id: m.id, result: content(m) }).slice(0, -12) + "\\n");', half],
    [
      'half an answer, with the next one on its line',
      'put(line({ id: m.id, result: content(m) }).slice(0, -12));',
      'wrote an unfinished line',
      3_000,
    ],
    [
      'half an answer whose id is missing',
      `put('{"jsonrpc":"2.0","result":{"contents":[{"te');`,
      'wrote an unfinished line',
      3_000,
    ],
    [
      'half an answer that names every other request',
      `put('{"jsonrpc":"2.0",' + [m.id, ...waiting, m.id + 1, m.id + 2, m.id + 3].map((id) => '"id":' + id).join() + ',"result":{"a\\n');`,
      half,
    ],
    [
      'two messages on one line',
      `put(line({ method: 'notifications/message', params: {} }).trim() + line({ id: m.id, result: content(m) }));`,
      'several messages on one line',
    ],
    [
      'a banner without an end',
      `put('Loading bad ...' + line({ id: m.id, result: content(m) }));`,
      'wrote other text before its answer',
    ],
    [
      'a batch',
      `put('[' + line({ id: m.id, result: content(m) }).trim() + ']\\n');`,
      'in a JSON-RPC batch',
    ],
    ['an answer without an id', `put(line({ result: content(m) }));`, 'without an id'],
    [
      'an answer that isn’t JSON-RPC',
      `put(JSON.stringify({ id: m.id, result: content(m) }) + '\\n');`,
      'without "jsonrpc"',
    ],
    [
      'an answer that isn’t UTF-8',
      `put(Buffer.from(line({ id: m.id, result: { contents: [{ uri: 'x:bad', text: 'caf\\u00e9' }] } }), 'latin1'));`,
      'isn’t valid UTF-8',
    ],
    [
      'an answer over the limit',
      `put(line({ id: m.id, result: { contents: [{ text: 'a'.repeat(70000) }] } }));`,
      'larger than 64 KiB',
    ],
    ['the end of the process', 'process.exit(3);', 'exited with code 3'],
  ])('is blamed on its own request: %s', async (_, script, said, requestMs) => {
    const { bad, allGood, sessions } = await readAll(script, requestMs);
    expect(allGood).toBe(true);
    expect(bad).toMatchObject({
      ok: false,
      error: { message: expect.stringContaining(said) as string },
    });
    expect(sessions).toBeLessThanOrEqual(4);
  });

  it('is none where a line of a log came in between, whatever it quotes', async () => {
    const { bad, allGood, sessions } = await readAll(
      `put('12:00 sends ' + line({ id: m.id, result: content(m) }));
       put('12:00 {"jsonrpc":"2.0","id":' + m.id + ',"method":"x"}\\n{"level":"info","id":' + m.id + '}\\n');
       setTimeout(answer, 100, m);`,
    );
    expect(bad).toMatchObject({ ok: true });
    expect([allGood, sessions]).toEqual([true, 1]);
  });
});
