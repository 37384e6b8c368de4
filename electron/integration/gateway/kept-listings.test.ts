import { createHash } from 'node:crypto';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { builtCli, runCli, type BuiltCli } from '../testing/cli.ts';
import { approved, configured } from '../testing/gateway.ts';
import { makePlace, type Place } from '../testing/place.ts';
import { rawHost, type RawHost } from '../testing/raw-host.ts';
import { until } from '../testing/until.ts';

const text = '---\nname: first\ndescription: Is first.\n---\nFirst.\n';
const uri = 'skill://first/SKILL.md';
const digest = `sha256:${createHash('sha256').update(text).digest('hex')}`;
const entry = {
  uri,
  frontmatter: { name: 'first', description: 'Is first.' },
  resources: [{ uri, digest, size: text.length }],
};

/** Counts how often it's listed; its tool removes the skill, and announces that if it's told to. */
const server = `
import { createInterface } from 'node:readline';
const [, , shared, resources] = process.argv.map((text) => text.startsWith('{') ? JSON.parse(text) : text);
const send = (message) => process.stdout.write(JSON.stringify({ jsonrpc: '2.0', ...message }) + '\\n');
let skills = [${JSON.stringify(entry)}];
let lists = 0;
const results = {
  initialize: () => ({
    protocolVersion: '2025-11-25',
    capabilities: { tools: {}, resources, extensions: { 'io.modelcontextprotocol/skills': {} } },
    serverInfo: { name: 'kept', version: '1' },
  }),
  'skills/list': () => ({ skills, ...shared, at: (lists += 1) }),
  'skills/get': () => ({ skill: skills[0], ...shared }),
  'resources/read': ({ uri }) => ({ contents: [{ uri, text: ${JSON.stringify(text)} }] }),
  'tools/call': ({ name }) => {
    if (name !== 'count') skills = [];
    if (name === 'announce') send({ method: 'notifications/resources/list_changed' });
    return { content: [{ type: 'text', text: String(lists) }] };
  },
};
createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method, params } = JSON.parse(line);
  if (id === undefined) return;
  const answer = results[method]?.(params);
  send(answer ? { id, result: answer } : { id, error: { code: -32601, message: 'Method not found' } });
});
`;

let cli: BuiltCli;
let place: Place;
let host: RawHost;
beforeAll(async () => {
  cli = await builtCli();
});
afterEach(async () => {
  await host.close();
  place.remove();
});

async function start(shared: object, resources: object): Promise<void> {
  place = makePlace();
  const args = [place.write('kept.mjs', server), JSON.stringify(shared), JSON.stringify(resources)];
  await configured(cli, place, 'kept', { command: process.execPath, args });
  const { code, stderr } = await approved(cli, place, 'kept', uri);
  if (code !== 0) throw new Error(stderr);
  host = await rawHost(cli, place, 'kept', 'legacy');
}
const call = async (name: string): Promise<number> => {
  const { result } = await host.ask('tools/call', { name });
  return Number((result as unknown as { content: [{ text: string }] }).content[0].text);
};
async function listed(): Promise<number> {
  const { result } = await host.ask('skills/list');
  return (result as unknown as { skills: unknown[] }).skills.length;
}
/** How often three lists of the app's ask the server, after the first. */
async function asked(): Promise<number> {
  expect(await listed()).toBe(1);
  const before = await call('count');
  for (let time = 0; time < 3; time += 1) expect(await listed()).toBe(1);
  return (await call('count')) - before;
}

describe('an app that lists again', () => {
  it('is answered from memory while the server, which announces changes, announces none', async () => {
    await start({}, { listChanged: true });
    expect(await asked()).toBe(0);
  });

  it('is answered from memory as long as the server says', async () => {
    await start({ ttlMs: 60_000, cacheScope: 'public' }, {});
    expect(await asked()).toBe(0);
  });

  it('is answered by a server that says neither, or that its listing holds for no time', async () => {
    await start({}, {});
    expect(await asked()).toBe(3);
    await host.close();
    place.remove();
    await start({ ttlMs: 0, cacheScope: 'public' }, { listChanged: true });
    expect(await asked()).toBe(3);
  });

  it('gets nothing from memory that the server has announced to be another', async () => {
    await start({}, { listChanged: true });
    expect(await asked()).toBe(0);
    await call('announce');
    expect(await listed()).toBe(0);
  });

  it('hears without asking that the server has announced another', async () => {
    await start({}, { listChanged: true });
    expect(await listed()).toBe(1);
    const told = (): number =>
      host.heard.filter(({ method }) => method === 'notifications/resources/list_changed').length;
    const before = told();
    await call('announce');
    await until('the app to hear of it', () => told() > before);
  });

  it('gets nothing from memory that was revoked', async () => {
    await start({}, { listChanged: true });
    expect(await asked()).toBe(0);
    const { code } = await runCli(cli, place, ['revoke', '--server', 'kept', '--uri', uri]);
    expect(code).toBe(0);
    await until('the decision', async () => (await listed()) === 0);
    expect((await host.ask('resources/read', { uri })).error).toBeDefined();
  });
});
