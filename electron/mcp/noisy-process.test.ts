import { describe, expect, it } from 'vitest';
import { limits } from '../core/limits.ts';
import type { ServerNoise } from '../engine/ports/session.ts';
import { olderHello } from './testing/scripted-http.ts';
import { connected, testConnector } from './testing/servers.ts';

/** A process that answers, and after the handshake writes this text over and over. */
const flooding = (pipe: 'stdout' | 'stderr', text: string, times = Infinity) => ({
  type: 'stdio' as const,
  command: process.execPath,
  args: [
    '-e',
    `const say = (o) => process.stdout.write(JSON.stringify({ jsonrpc: '2.0', ...o }) + '\\n');
     const chunk = ${JSON.stringify(text)}.repeat(${Math.ceil(16_384 / text.length)});
     let left = ${times === Infinity ? 'Infinity' : times};
     const flood = () => {
       if ((left -= 1) >= 0) process.${pipe}.write(chunk, () => setImmediate(flood));
       else say({ method: 'notifications/done' });
     };
     require('node:readline').createInterface({ input: process.stdin }).on('line', (line) => {
       const { id, method } = JSON.parse(line);
       if (method === 'notifications/initialized') flood();
       if (id === undefined || method === undefined) return;
       if (method === 'server/discover') say({ id, error: { code: -32601, message: 'no' } });
       else say({ id, result: method === 'initialize' ? ${JSON.stringify(olderHello)} : {} });
     });`,
  ],
  env: {},
});

const changed = `${JSON.stringify({ jsonrpc: '2.0', method: 'notifications/resources/list_changed' })}\n`;

describe('a process that writes without an end', () => {
  it.each([
    ['stderr', 'y\n'],
    ['stderr', 'y'],
    ['stdout', 'y\n'],
    ['stdout', '{"jsonrpc":"2.0","id":"a","method":"ping"}\n'],
    ['stdout', '{"jsonrpc":"2.0","id":"a","result":{}}\n'],
  ] as const)('is called noisy and still answered: %s %j', async (pipe, text) => {
    const { connector, log } = testConnector({ closeMs: 100 });
    const session = await connected(connector, flooding(pipe, text));
    const noise = await new Promise<ServerNoise>((heard) => session.onNoise?.(heard));
    expect(noise.pipe).toBe(pipe);
    expect(noise.bytes).toBeGreaterThan(100_000);
    expect(await session.call('ping', {})).toMatchObject({ ok: true });
    expect(log.rows(null).length).toBeLessThan(8_000);
    await session.close();
  });

  it('has the same notification passed on a few times, and the last one, too', async () => {
    const { connector } = testConnector();
    const session = await connected(connector, flooding('stdout', changed, 40));
    const heard: string[] = [];
    const began = performance.now();
    const isDone = new Promise<void>((done) =>
      session.onNotification((method) => {
        heard.push(method);
        if (method === 'notifications/done') setTimeout(done, 600);
      }),
    );
    await isDone;
    // A budget for the first second, and one for each that a slow machine takes to write them.
    const most = limits.unaskedMessages * (1 + (performance.now() - began - 600) / 1_000);
    expect(heard.filter((method) => method.endsWith('list_changed')).length).toBeLessThan(most);
    expect(heard.at(-1)).toBe('notifications/resources/list_changed');
    await session.close();
  });

  it('quotes its last words when it ends, however much came before', async () => {
    const code = `const text = 'noise\\n'.repeat(400000);
      process.stderr.write(text, () => process.stderr.write('the reason\\n', () => process.exit(4)));`;
    const { connector } = testConnector();
    const config = {
      type: 'stdio',
      command: process.execPath,
      args: ['-e', code],
      env: {},
    } as const;
    const answer = await connector.connect('server', config, new AbortController().signal);
    expect(answer).toMatchObject({ ok: false, error: { reason: 'exited', exitCode: 4 } });
    expect(connector.stderr('server').at(-1)).toBe('the reason');
  });
});
