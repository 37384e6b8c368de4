import { readFileSync } from 'node:fs';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { builtCli, startCli, type BuiltCli } from '../testing/cli.ts';
import { configured } from '../testing/gateway.ts';
import { makePlace, type Place } from '../testing/place.ts';
import { rawHostOf, type RawHost } from '../testing/raw-host.ts';
import { until } from '../testing/until.ts';

const server = `
import { createInterface } from 'node:readline';
const send = (message) => process.stdout.write(JSON.stringify({ jsonrpc: '2.0', ...message }) + '\\n');
const text = (value) => ({ content: [{ type: 'text', text: String(value) }] });
let calls = 0;
const tools = {
  blob: ({ mb, uri }) => ({ content: [{ type: 'resource', resource: { uri, blob: 'A'.repeat(mb * 1048576) } }] }),
  size: ({ data }) => text(data.length),
  calls: () => text(calls + ' in ' + process.pid),
  flood: ({ mb }) => {
    const data = 'x'.repeat(1048576);
    for (let at = 0; at < mb; at += 1) send({ method: 'notifications/message', params: { level: 'info', data } });
    return text('flooded');
  },
  deaf: () => {
    input.pause();
    setTimeout(() => input.resume(), 5000);
    return text('deaf');
  },
};
const input = createInterface({ input: process.stdin });
input.on('line', (line) => {
  const { id, method, params } = JSON.parse(line);
  if (id === undefined) return;
  if (method === 'initialize')
    return send({ id, result: { protocolVersion: '2025-11-25', capabilities: { tools: {}, logging: {} }, serverInfo: { name: 'big', version: '1' } } });
  if (method !== 'tools/call') return send({ id, error: { code: -32601, message: 'Method not found' } });
  calls += 1;
  send({ id, result: tools[params.name](params.arguments) });
});
`;

const MiB = 1_048_576;
let cli: BuiltCli;
let place: Place;
let host: RawHost;
let child: ReturnType<typeof startCli>;

beforeAll(async () => {
  cli = await builtCli();
  place = makePlace();
  const script = place.write('big.mjs', server);
  const entry = { command: process.execPath, args: [script] };
  await configured(cli, place, 'big', entry);
}, 120_000);
afterAll(() => place.remove());
beforeEach(async () => {
  child = startCli(cli, place, ['gateway', '--server', 'big'], {}, 'pipe', 'pipe');
  host = await rawHostOf(child, 'legacy');
});
afterEach(async () => {
  await host.close();
});

const call = async (name: string, args: object = {}): Promise<string> => {
  const { result, error } = await host.ask('tools/call', { name, arguments: args });
  const [block] = (result?.['content'] ?? []) as { text?: string; resource?: { blob: string } }[];
  return block?.text ?? block?.resource?.blob ?? error?.message ?? '';
};

/** Resident bytes of the gateway, now or at its peak. */
const resident = (field: 'VmRSS' | 'VmHWM' = 'VmRSS'): number => {
  const status = readFileSync(`/proc/${host.pid}/status`, 'utf8');
  return Number(new RegExp(`${field}:\\s+(\\d+)`).exec(status)?.[1]) * 1024;
};

const processorTicks = (): number => {
  const [, rest = ''] = readFileSync(`/proc/${host.pid}/stat`, 'utf8').split(') ');
  const fields = rest.split(' ');
  return Number(fields[11]) + Number(fields[12]);
};

/** What the gateway has grown by once it does nothing more: it waits, or has taken everything. */
async function grownFrom(before: number): Promise<number> {
  let quiet = 0;
  for (let ticks = -1; quiet < 5;) {
    await new Promise((resolve) => setTimeout(resolve, 200));
    const now = processorTicks();
    quiet = now - ticks <= 1 ? quiet + 1 : 0;
    ticks = now;
  }
  return resident() - before;
}

describe('a message of any size up to 256 MiB', () => {
  it('passes in both directions, and the server keeps its state', async () => {
    const before = await call('calls');
    expect(await call('blob', { mb: 40, uri: 'file:///a.bin' })).toHaveLength(40 * MiB);
    expect(await call('size', { data: 'y'.repeat(30 * MiB) })).toBe(String(30 * MiB));
    const [count, pid] = before.split(' in ');
    expect(await call('calls')).toBe(`${Number(count) + 3} in ${pid ?? ''}`);
  });

  it.skipIf(process.platform !== 'linux')(
    'makes the gateway grow by little more than three times its size, and leaves nothing of it',
    async () => {
      await call('calls');
      const [before, mb] = [resident(), 128];
      expect(await call('blob', { mb, uri: 'file:///a.bin' })).toHaveLength(mb * MiB);
      expect(resident('VmHWM') - before).toBeLessThan(3.5 * mb * MiB);
      await until('it to be freed', () => resident() - before < mb * MiB);
    },
  );

  it('loses what is withheld, however much is around it', async () => {
    expect(await call('blob', { mb: 30, uri: 'skill://a/SKILL.md' })).toBe(
      '(Skillgate withheld a skill that wasn’t approved.)',
    );
  });
});

describe.skipIf(process.platform !== 'linux')('whoever does not read', () => {
  it('makes the server wait, and the gateway grow by less than 75 MB: a host (sends many)', async () => {
    await call('calls');
    const before = resident();
    const answer = host.put('tools/call', { name: 'flood', arguments: { mb: 150 } }).answer;
    child.stdout?.pause();
    const grown = await grownFrom(before);
    child.stdout?.resume();
    await answer;
    // One that reads on takes 150 MB. Most of what remains is garbage that isn't collected yet.
    expect(grown).toBeLessThan(75 * 1_000_000);
    const lines = host.heard.filter(({ method }) => method === 'notifications/message');
    expect(lines).toHaveLength(150);
  });

  it('makes its host wait, and the gateway grow by less than 75 MB: a server (sends many)', async () => {
    await call('deaf');
    const before = resident();
    const data = 'z'.repeat(MiB);
    const answers = Array.from(
      { length: 100 },
      () => host.put('tools/call', { name: 'size', arguments: { data } }).answer,
    );
    expect(await grownFrom(before)).toBeLessThan(75 * 1_000_000);
    await Promise.all(answers);
    await until('the host', async () => ((await call('calls')) === '' ? null : true));
  });
});
