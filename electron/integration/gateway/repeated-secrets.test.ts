import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { masked } from '../../core/import/mask.ts';
import { builtCli, ended, startCli, type BuiltCli } from '../testing/cli.ts';
import { forged, type Forged } from '../testing/forged.ts';
import { configured } from '../testing/gateway.ts';
import { makePlace, storeServers, type Entry, type Place } from '../testing/place.ts';

const secret = 's3cr3t-token-4711';

/** Serves a tool and a skill with the key in their names, or quotes the key in its errors. */
const script = `
import { createInterface } from 'node:readline';
const key = process.env.API_KEY;
if (process.argv[2] === 'dies') {
  console.error('bad key ' + key + ' ' + Buffer.from(key).toString('base64'));
  process.exit(3);
}
createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method } = JSON.parse(line);
  if (id === undefined) return;
  const say = (more) => console.log(JSON.stringify({ jsonrpc: '2.0', id, ...more }));
  if (method === 'initialize')
    return say({
      result: {
        protocolVersion: '2025-11-25',
        capabilities: { resources: {}, tools: {} },
        serverInfo: { name: 'x', version: '1' },
      },
    });
  if (method === 'tools/list')
    return say({ result: { tools: [{ name: 'load_skill', inputSchema: { type: 'object' } }, { name: 'read_skill_' + key, inputSchema: { type: 'object' } }] } });
  say({ error: { code: -32601, message: 'no ' + method } });
});
`;

let cli: BuiltCli;
let place: Place;
let failing: Forged;
const entries: Record<string, Entry> = {};
beforeAll(async () => {
  cli = await builtCli();
  place = makePlace();
  const file = place.write('server.mjs', script);
  const ofScript = { command: process.execPath, env: { API_KEY: secret } };
  entries['dies'] = { ...ofScript, args: [file, 'dies'] };
  entries['serves'] = { ...ofScript, args: [file] };
  failing = await forged((_, { headers }) => ({
    error: { code: -32_000, message: `bad key ${String(headers['x-api-key'])}` },
  }));
  entries['fails'] = { type: 'http', url: failing.url, headers: { 'x-api-key': secret } };
}, 120_000);
afterAll(() => {
  failing.stop();
  place.remove();
});

/** What an app that says `lines` gets, and what is in its log. */
async function gateway(...lines: readonly object[]): Promise<{ host: string; log: string }> {
  const child = startCli(cli, place, ['gateway', '--server', 'acme'], {}, 'pipe', 'pipe');
  const over = ended(child);
  let answered = 0;
  let rest = '';
  child.stdout?.on('data', (data: Buffer) => {
    rest += data.toString('utf8');
    answered += rest.split('\n').length - 1;
    rest = rest.slice(rest.lastIndexOf('\n') + 1);
    if (answered >= lines.length) child.stdin?.end();
  });
  for (const [id, line] of lines.entries())
    child.stdin?.write(`${JSON.stringify({ jsonrpc: '2.0', id, ...line })}\n`);
  const { stdout, stderr } = await over;
  return { host: stdout, log: stderr };
}

const params = {
  protocolVersion: '2025-11-25',
  capabilities: {},
  clientInfo: { name: 'host', version: '0' },
};
const hello = { method: 'initialize', params };
/** With its beginning in base64. */
const traces = [secret, 's3cr3t', Buffer.from(secret).toString('base64').slice(0, 12)];
const found = (text: string): readonly string[] => traces.filter((trace) => text.includes(trace));

describe('a gateway to a server that repeats its secret', () => {
  it.each(['dies', 'fails'])('shows it neither to the app nor in its log: it %s', async (of) => {
    if (of === 'dies') await configured(cli, place, 'acme', entries[of]!);
    else storeServers(place, { acme: entries[of]! });
    const { host, log } = await gateway(hello);
    expect(host).toContain('"error"');
    expect(log).toContain(masked);
    expect([found(host), found(log)]).toEqual([[], []]);
  });

  it('masks it in our own lines, and passes what the server serves', async () => {
    await configured(cli, place, 'acme', entries['serves']!);
    const { host, log } = await gateway(hello, { method: 'tools/list' });
    expect(host).toContain(`read_skill_${secret}`);
    expect(log).toContain(`read_skill_${masked}`);
    expect(found(log)).toEqual([]);
    expect(found(readFileSync(place.path('data/audit.jsonl'), 'utf8'))).toEqual([]);
  });
});
