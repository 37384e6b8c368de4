import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { builtCli, type BuiltCli } from '../testing/cli.ts';
import { configured } from '../testing/gateway.ts';
import { makePlace, type Place } from '../testing/place.ts';
import { rawHost, type RawHost } from '../testing/raw-host.ts';
import { until } from '../testing/until.ts';

/** Says which process it is; ends when it's told to, and on demand never begins. */
const server = `
import { createInterface } from 'node:readline';
import { existsSync } from 'node:fs';
const [, , stop] = process.argv;
const send = (message) => console.log(JSON.stringify({ jsonrpc: '2.0', ...message }));
createInterface({ input: process.stdin }).on('line', (line) => {
  if (existsSync(stop)) return;
  const { id, method, params } = JSON.parse(line);
  if (id === undefined) return;
  if (method === 'initialize')
    return send({ id, result: { protocolVersion: '2025-11-25', capabilities: { tools: {} }, serverInfo: { name: 'acme', version: '1' } } });
  if (method === 'tools/list') return send({ id, result: { tools: [{ name: 'pid', inputSchema: { type: 'object' } }] } });
  if (method !== 'tools/call') return send({ id, error: { code: -32601, message: 'Method not found' } });
  if (params.name === 'die') process.exit(9);
  send({ id, result: { content: [{ type: 'text', text: String(process.pid) }] } });
});
`;

let cli: BuiltCli;
let place: Place;
let host: RawHost;
beforeAll(async () => {
  cli = await builtCli();
}, 120_000);
beforeEach(async () => {
  place = makePlace();
  const args = [place.write('acme.mjs', server), place.path('stop')];
  await configured(cli, place, 'acme', { command: process.execPath, args, startTimeout: 1 });
});
afterEach(async () => {
  await host.close();
  place.remove();
});

const call = async (name: string) => {
  const { result, error } = await host.ask('tools/call', { name });
  const [block] = (result?.['content'] ?? []) as { text: string }[];
  return { pid: Number(block?.text), error };
};

describe('a server behind the gateway', () => {
  it.each(['ends by itself', 'is killed'])(
    'that %s again and again is started again',
    async (how) => {
      host = await rawHost(cli, place, 'acme', 'legacy');
      const seen = new Set<number>();
      for (let time = 0; time < 3; time += 1) {
        // An app is never told that there's nothing: it gets tools, or an error.
        const pid = await until('the server to answer', async () => {
          const listed = await host.ask('tools/list');
          if (listed.error !== undefined) return null;
          expect(listed.result?.['tools']).toHaveLength(1);
          return (await call('pid')).pid || null;
        });
        expect(seen.has(pid)).toBe(false);
        seen.add(pid);
        if (how === 'is killed') process.kill(pid, 'SIGKILL');
        else expect((await call('die')).error?.message).toBeTypeOf('string');
      }
    },
  );

  it('that never starts gives its app an error, and no empty list', async () => {
    place.write('stop', '');
    const answers = await rawHost(cli, place, 'acme', 'legacy').then(
      async (opened) => {
        host = opened;
        return Promise.all(['tools/list', 'skills/list'].map((method) => host.ask(method)));
      },
      (error: unknown) => [{ error: { message: String(error) } }],
    );
    for (const { error } of answers) expect(error?.message).toMatch(/acme|server/);
  });
});
