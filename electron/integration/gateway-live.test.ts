import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isRunning } from '../mcp/testing/processes.ts';
import { makePlace, type Place } from './testing/place.ts';
import { until } from './testing/until.ts';
import { builtCli, runCli, type BuiltCli } from './testing/cli.ts';
import { approved, configured, host, type TestHost } from './testing/gateway.ts';
import { rawHost, type RawHost } from './testing/raw-host.ts';
import { scene, skill, stdioServer, type Scene, type TestServer } from './testing/servers.ts';

let cli: BuiltCli;
beforeAll(async () => {
  cli = await builtCli();
});

const uri = 'skill://refunds/SKILL.md';
const other = 'skill://secret/SKILL.md';

interface Stage {
  readonly place: Place;
  readonly server: TestServer;
  readonly served: Scene;
  open(more?: { args?: readonly string[]; env?: Record<string, string> }): Promise<TestHost>;
  run(...args: string[]): Promise<void>;
}

const ended: (() => Promise<void>)[] = [];
afterAll(async () => {
  for (const end of ended.toReversed()) await end();
});

/** A server with two skills, one of them approved. */
async function stage(): Promise<Stage> {
  const place = makePlace();
  ended.push(async () => place.remove());
  const served = scene(place, 'served', { skills: [skill('refunds'), skill('secret')] });
  const server = stdioServer(place, 'full', ['--era', 'modern', ...served.args]);
  await configured(cli, place, 'acme', server.entry);
  await approved(cli, place, 'acme', uri);
  return {
    place,
    server,
    served,
    async open(more = {}) {
      const one = await host(cli, place, 'acme', { era: 'modern', ownProcess: true, ...more });
      ended.push(() => one.close());
      return one;
    },
    async run(...args) {
      await ran(place, ...args);
    },
  };
}

/** The output of a command that must succeed. */
async function ran(place: Place, ...args: string[]): Promise<string> {
  const { code, stdout, stderr } = await runCli(cli, place, args);
  if (code !== 0) throw new Error(`${args.join(' ')}: ${stderr}`);
  return stdout;
}

const reads = (one: TestHost, at = uri): Promise<boolean> =>
  one.client.readResource({ uri: at }).then(
    () => true,
    () => false,
  );
const lists = async (one: TestHost): Promise<string[]> =>
  (await one.skills.list()).skills.map((found) => found.uri);

/**
 * Waits for an answer to change, and prints how long it took. A test that shares its machine with
 * others can't set a time limit.
 */
async function within(what: string, isSo: () => Promise<boolean>): Promise<void> {
  const at = performance.now();
  await until(what, isSo);
  console.log(`    ${what}: answered by it after ${Math.round(performance.now() - at)} ms`);
}

describe('a decision by another process', () => {
  it('takes effect without a restart: revoked, approved again, denied', async () => {
    const { open, run, place } = await stage();
    const one = await open();
    expect(await reads(one)).toBe(true);
    await run('revoke', '--server', 'acme', '--uri', uri);
    await within('the end', async () => !(await reads(one)));
    expect(await lists(one)).toEqual([]);
    await approved(cli, place, 'acme', uri);
    await within('the skill', () => reads(one));
    await run('deny', '--server', 'acme', '--uri', uri);
    await within('the end', async () => !(await reads(one)));
  });

  it("takes effect without a restart if it came in a colleague's bundle", async () => {
    const { open, place, server } = await stage();
    const colleague = makePlace();
    ended.push(async () => colleague.remove());
    await configured(cli, colleague, 'theirs', server.entry);
    await approved(cli, colleague, 'theirs', other);
    const bundle = place.path('theirs.dsse');
    await ran(colleague, 'export', '--bundle', bundle, 'theirs');
    const keys = JSON.parse(await ran(colleague, 'keys', 'list', '--json')) as { own: string };
    const one = await open();
    expect(await lists(one)).toEqual([uri]);
    expect(await reads(one, other)).toBe(false);
    await ran(place, 'keys', 'trust', keys.own, '--name', 'A colleague');
    expect(await reads(one, other)).toBe(false);
    await ran(place, 'import', bundle, '--yes');
    await within('the skill', () => reads(one, other));
    expect(await lists(one)).toEqual([uri, other]);
  });

  it('takes effect while requests are running, and no bytes pass after it', async () => {
    const { open, run } = await stage();
    const one = await open();
    let isOver = false;
    const answers: boolean[] = [];
    const asking = Array.from({ length: 16 }, async () => {
      while (!isOver) answers.push(await reads(one));
    });
    await until('answers', () => answers.length > 20);
    await run('revoke', '--server', 'acme', '--uri', uri);
    await until('the end', () => answers.includes(false));
    // Answers sent at the same time may arrive in any order.
    await until('what was on its way', () => answers.length > answers.indexOf(false) + 32);
    const from = answers.length;
    await until('more answers', () => answers.length > from + 20);
    isOver = true;
    await Promise.all(asking);
    expect(answers.slice(from)).not.toContain(true);
  });

  it('expires on time (waits five seconds for it)', async () => {
    const { open, place } = await stage();
    await approved(cli, place, 'acme', other, '--expires', '2999-01-01');
    const one = await open();
    expect(await reads(one, other)).toBe(true);
    // The command takes longer than the approval lasts.
    const at = new Date(Date.now() + 5_000).toISOString();
    const kept = place.text('data/approvals.json').replace(/"2999-01-01[^"]*"/g, `"${at}"`);
    writeFileSync(place.path('data/approvals.json'), kept, { mode: 0o600 });
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    expect(await reads(one, other)).toBe(true);
    await new Promise((resolve) => setTimeout(resolve, Date.parse(at) - Date.now() + 50));
    expect(await reads(one, other)).toBe(false);
    expect(await lists(one)).toEqual([uri]);
  });

  it('is restricted by a new policy', async () => {
    const { place } = await stage();
    const policy = place.write('policy.json', { format: 'skillgate/policy@1', rules: [] });
    const one = await host(cli, place, 'acme', {
      era: 'modern',
      env: { SKILLGATE_POLICY: policy },
    });
    ended.push(() => one.close());
    expect(await reads(one)).toBe(true);
    const rules = [{ name: 'no refunds', effect: 'deny', uri: 'skill://refunds/**' }];
    place.write('policy.json', { format: 'skillgate/policy@1', rules });
    await within('the policy', async () => !(await reads(one)));
  });
});

describe("an app's first listing", () => {
  const listings = ({ server }: Stage): number =>
    server.asked().filter((line) => line.startsWith('skills/list')).length;
  const opened = async (at: Stage): Promise<RawHost> => {
    const one = await rawHost(cli, at.place, 'acme', 'modern');
    ended.push(async () => void (await one.close()));
    await one.ask('server/discover');
    return one;
  };
  const listed = async (one: RawHost): Promise<unknown[]> => {
    const { result } = await one.ask('skills/list');
    return ((result?.['skills'] ?? []) as { uri: string }[]).map((found) => found.uri);
  };

  it('is the one made at the start, and the next asks the server again', async () => {
    const at = await stage();
    const one = await opened(at);
    const before = listings(at);
    expect(await listed(one)).toEqual([uri]);
    expect(listings(at)).toBe(before);
    at.served.set({ skills: [skill('secret')] });
    expect(await listed(one)).toEqual([]);
    expect(listings(at)).toBeGreaterThan(before);
  });

  it('is made again if the app connects late (waits until it’s late)', async () => {
    const at = await stage();
    const one = await opened(at);
    const before = listings(at);
    await sleep(5_200);
    expect(await listed(one)).toEqual([uri]);
    expect(listings(at)).toBeGreaterThan(before);
  });
});

describe('an unreadable store', () => {
  it.each([
    ['corrupt', '{"format":'],
    ['newer', '{"format":"skillgate/approvals@9","records":[]}'],
  ])('serves no skill while tools work, and says why: %s', async (_, text) => {
    const { open, place } = await stage();
    writeFileSync(place.path('data/approvals.json'), text, { mode: 0o600 });
    const one = await open();
    expect(await lists(one)).toEqual([]);
    await expect(one.skills.get(uri)).rejects.toThrow(/can’t read the decisions/);
    expect(await reads(one)).toBe(false);
    const { tools } = await one.client.listTools();
    expect(tools.length).toBeGreaterThan(3);
    expect(one.stderr()).toContain('serving no skills');
    expect(place.text('data/approvals.json')).toBe(text);
  });

  it("serves no skill from the moment it breaks until it's repaired", async () => {
    const { open, place } = await stage();
    const one = await open();
    const whole = place.text('data/approvals.json');
    expect(await reads(one)).toBe(true);
    writeFileSync(place.path('data/approvals.json'), 'broken', { mode: 0o600 });
    await within('the end', async () => !(await reads(one)));
    writeFileSync(place.path('data/approvals.json'), whole, { mode: 0o600 });
    await within('the skill', () => reads(one));
  });

  it('serves no skill and says why when it is gone, and writes no other in its place', async () => {
    const { open, place } = await stage();
    rmSync(place.path('data/approvals.json'));
    const one = await open();
    expect(await lists(one)).toEqual([]);
    await expect(one.skills.get(uri)).rejects.toThrow(/can’t read the decisions/);
    expect(await reads(one)).toBe(false);
    expect(one.stderr()).toContain('serving no skills');
    expect(place.text('data/approvals.json')).toBe('');
  });
});

describe('ten gateways on one store', () => {
  it('follow the same decisions and keep one intact audit log', async () => {
    const { open, run, place } = await stage();
    const all = await Promise.all(Array.from({ length: 10 }, () => open()));
    expect(await Promise.all(all.map((one) => reads(one)))).not.toContain(false);
    await run('revoke', '--server', 'acme', '--uri', uri);
    await Promise.all(all.map((one) => within('the end', async () => !(await reads(one)))));
    await Promise.all(all.map((one) => one.close()));
    expect((await runCli(cli, place, ['audit', 'verify'])).code).toBe(0);
    const lines = place.text('data/audit.jsonl').split('\n');
    expect(lines.filter((line) => line.includes('"loaded"')).length).toBeGreaterThanOrEqual(10);
  });
});

describe('a gateway', () => {
  it('leaves no process when killed, whatever the server does', async () => {
    const place = makePlace();
    ended.push(async () => place.remove());
    const pids = place.path('pids.json');
    const server = stdioServer(place, 'hostile', ['ignores-stdin', '--pids', pids]);
    await configured(cli, place, 'acme', server.entry);
    const one = await host(cli, place, 'acme', { era: 'legacy', ownProcess: true });
    const running = place.json<number[]>('pids.json');
    expect(running.every(isRunning)).toBe(true);
    process.kill(one.pid, 'SIGKILL');
    await until('their end', () => !running.some(isRunning));
    await one.close();
  });

  it('ends with its app, and ends its server', async () => {
    const { open, place } = await stage();
    const one = await open();
    await one.close();
    await until('its end', () => !isRunning(one.pid));
    expect(existsSync(place.path('data/approvals.json.lock'))).toBe(false);
  });

  it('starts nothing without permission, and says what to run', async () => {
    const place = makePlace();
    ended.push(async () => place.remove());
    const server = stdioServer(place, 'full', []);
    place.write('data/servers.json', { mcpServers: { acme: server.entry } });
    await expect(host(cli, place, 'acme', { era: 'modern' })).rejects.toThrow(
      /skillgate servers allow --server acme/,
    );
    expect(server.methods()).toEqual([]);
  });

  it.each([
    ['that is cut off', '{"mcpServers": {"acme": ', /servers\.json can’t be used/],
    ['without servers', '[]', /servers\.json can’t be used/],
    ['that is no file', null, /servers\.json/],
  ])('starts nothing from a list %s, and says why', async (_, text, why) => {
    const { place, server } = await stage();
    const before = server.asked().length;
    rmSync(place.path('data/servers.json'));
    if (text === null) mkdirSync(place.path('data/servers.json'));
    else writeFileSync(place.path('data/servers.json'), text, { mode: 0o600 });
    await expect(host(cli, place, 'acme', { era: 'modern' })).rejects.toThrow(why);
    expect(server.asked().length).toBe(before);
  });

  it.each([
    ['what was allowed', 'consents.json', '{"format":', /skillgate servers allow|consents\.json/],
    ['an entry with its secrets', 'servers.json', null, /acme: .*env/],
  ])('starts nothing where %s cannot be read, and says so', async (_, file, text, why) => {
    const { place, server } = await stage();
    const before = server.asked().length;
    const entry = { ...server.entry, env: { TOKEN: ['not', 'a', 'text'] } };
    writeFileSync(
      place.path(`data/${file}`),
      text ?? JSON.stringify({ mcpServers: { acme: entry } }),
      { mode: 0o600 },
    );
    await expect(host(cli, place, 'acme', { era: 'modern' })).rejects.toThrow(why);
    expect(server.asked().length).toBe(before);
  });

  it('starts nothing if the label now names another server', async () => {
    const { place } = await stage();
    const listed = await runCli(cli, place, ['servers', 'list', '--json']);
    const { servers } = JSON.parse(listed.stdout) as { servers: { identity: string }[] };
    const identity = servers[0]?.identity ?? '';
    const one = await host(cli, place, 'acme', { era: 'modern', args: ['--identity', identity] });
    ended.push(() => one.close());
    expect(await lists(one)).toEqual([uri]);
    const wrong = `sha256:${'0'.repeat(64)}`;
    await expect(
      host(cli, place, 'acme', { era: 'modern', args: ['--identity', wrong] }),
    ).rejects.toThrow(/isn’t the server that this app was set up for/);
  });
});
