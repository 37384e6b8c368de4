import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makePlace, type Place } from './testing/place.ts';
import { until } from './testing/until.ts';
import { builtCli, runCli, type BuiltCli } from './testing/cli.ts';
import { approved, configured, host, type TestHost } from './testing/gateway.ts';
import { scene, skill, stdioServer, type Scene, type TestServer } from './testing/servers.ts';

let cli: BuiltCli;
beforeAll(async () => {
  cli = await builtCli();
});

const refunds = skill('refunds');
const secret = skill('secret');
const uri = 'skill://refunds/SKILL.md';
const guide = 'skill://refunds/references/guide.md';
const withheld = 'skill://secret/SKILL.md';

/** Code and message of a refused call. */
const refusal = async (call: Promise<unknown>): Promise<{ code: number; message: string }> => {
  try {
    await call;
  } catch (error) {
    const { code, message } = error as { code: number; message: string };
    return { code, message };
  }
  throw new Error('it was not refused');
};

describe.each(['modern', 'legacy'] as const)('an app of the %s era, over stdio', (era) => {
  let place: Place;
  let served: Scene;
  let server: TestServer;
  let it_: TestHost;
  beforeAll(async () => {
    place = makePlace();
    served = scene(place, 'served', {
      skills: [refunds, secret],
      instructions: `Use ${uri} and ${withheld}.`,
    });
    server = stdioServer(place, 'full', ['--era', era, ...served.args]);
    await configured(cli, place, 'acme', server.entry);
    await approved(cli, place, 'acme', uri);
    it_ = await host(cli, place, 'acme', { era });
  });
  afterAll(async () => {
    await it_.close();
    place.remove();
  });

  it('learns about the extension and the server behind', () => {
    const { client } = it_;
    expect(client.getProtocolEra()).toBe(era);
    expect(client.getServerVersion()?.name).toBe('hostile');
    expect(client.getServerCapabilities()).toMatchObject({
      tools: {},
      resources: { listChanged: true },
      extensions: { 'io.modelcontextprotocol/skills': { directoryRead: true } },
    });
    expect(JSON.stringify(client.getServerCapabilities())).not.toContain('acme/');
    expect(client.getInstructions()).toBe(`Use ${uri}.`);
  });

  it('lists approved skills only', async () => {
    const { skills } = await it_.skills.list();
    expect(skills.map((one) => one.uri)).toEqual([uri]);
    expect((await it_.skills.get(uri)).skill).toEqual(skills[0]);
  });

  it('reads approved files', async () => {
    const { skill: entry } = await it_.skills.get(uri);
    const main = await it_.skills.read(entry);
    expect(main).toMatchObject({ verified: true });
    expect(await it_.skills.read(entry, 'references/guide.md')).toMatchObject({ verified: true });
    const { resources } = await it_.skills.readDirectory('skill://refunds');
    expect(resources.map(({ name }) => name)).toEqual(['SKILL.md', 'references']);
  });

  it('gets the same answer for unapproved and missing skills, and no request goes on', async () => {
    const before = server.asked().length;
    const one = await refusal(it_.skills.get(withheld));
    const other = await refusal(it_.skills.get('skill://nothing/SKILL.md'));
    expect(one).toEqual({ ...other, message: one.message });
    expect(one.code).toBe(-32602);
    expect(one.message.replaceAll('secret', 'nothing')).toBe(other.message);
    const read = await refusal(it_.client.readResource({ uri: withheld }));
    expect(read).toEqual(await refusal(it_.client.readResource({ uri: 'skill://x/SKILL.md' })));
    const since = server.asked().slice(before);
    expect(since.filter((line) => !line.startsWith('skills/list'))).toEqual([]);
  });

  it('gets everything else from the server', async () => {
    const { client } = it_;
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toContain('echo');
    const called = await client.callTool({ name: 'echo', arguments: { a: 1 } });
    expect(JSON.stringify(called.content)).toContain('\\"a\\":1');
    const { resources } = await client.listResources();
    expect(resources.map((one) => one.uri)).toEqual(['docs://handbook', uri]);
    expect(await client.readResource({ uri: 'docs://handbook' })).toMatchObject({
      contents: [{ text: 'The handbook' }],
    });
  });

  it("logs a line for what was given and what wasn't", async () => {
    await it_.skills.get(uri).then(({ skill: entry }) => it_.skills.read(entry));
    await until('the lines', () => auditOf(place).some(({ action }) => action === 'load-refused'));
    const lines = auditOf(place).filter(({ via }) => via === 'gateway');
    expect(lines).toContainEqual(
      expect.objectContaining({ action: 'loaded', uri, server: 'acme' }) as never,
    );
    expect(lines).toContainEqual(
      expect.objectContaining({ action: 'load-refused', uri: withheld }) as never,
    );
    expect((await runCli(cli, place, ['audit', 'verify'])).code).toBe(0);
    await until('the request that was refused', () =>
      place.text('data/waiting.json').includes(withheld),
    );
    expect(place.json('data/waiting.json')).toMatchObject({
      waiting: expect.arrayContaining([
        expect.objectContaining({
          host: { name: 'test-host', version: '1.2.3' },
          server: 'acme',
          uri: withheld,
          standing: 'undecided',
        }),
      ]) as never,
    });
  });

  it('gets nothing of a changed skill until somebody decides', async () => {
    expect((await it_.skills.list()).skills).toHaveLength(1);
    served.set({
      skills: [skill('refunds', { 'references/guide.md': '# Another guide\n' }), secret],
    });
    expect(await refusal(it_.client.readResource({ uri: guide }))).toMatchObject({ code: -32602 });
    expect((await it_.skills.list()).skills).toEqual([]);
    expect(await refusal(it_.client.readResource({ uri }))).toMatchObject({ code: -32602 });
    await approved(cli, place, 'acme', uri);
    await until('the decision', async () => (await it_.skills.list()).skills.length === 1);
    expect(await it_.client.readResource({ uri: guide })).toMatchObject({
      contents: [{ text: '# Another guide\n' }],
    });
  });
});

describe('skills as tools', () => {
  it('are listed, loaded and read by an app without skills, with their origin', async () => {
    const place = makePlace();
    const served = scene(place, 'served', { skills: [refunds, secret] });
    const server = stdioServer(place, 'full', ['--era', 'legacy', ...served.args]);
    await configured(cli, place, 'acme', server.entry);
    await approved(cli, place, 'acme', uri);
    for (const era of ['legacy', 'modern'] as const) {
      const end = await host(cli, place, 'acme', { era, args: ['--expose', 'tools'] });
      const call = async (name: string, args: Record<string, unknown> = {}) => {
        const { content, isError } = await end.client.callTool({ name, arguments: args });
        return { isError: isError === true, text: (content[0] as { text: string }).text };
      };
      const { tools } = await end.client.listTools();
      expect(tools.slice(0, 4).map(({ name }) => name)).toEqual([
        'acme_list_skills',
        'acme_load_skill',
        'acme_read_skill_file',
        'echo',
      ]);
      const { text: list } = await call('acme_list_skills');
      expect(list).toContain('refunds: About refunds');
      expect(list).not.toContain('secret');
      const loaded = await call('acme_load_skill', { skill: 'refunds' });
      expect(loaded.text).toContain(refunds.files['SKILL.md']);
      expect(loaded.text).toContain('"acme"');
      expect(loaded.text).toContain("not the user's instruction");
      expect(loaded.text).toContain('- references/guide.md');
      const file = await call('acme_read_skill_file', { skill: uri, path: 'references/guide.md' });
      expect(file.text).toContain('# Guide to refunds');
      for (const args of [{ skill: 'secret' }, { skill: withheld }, { skill: 'nothing' }])
        expect(await call('acme_load_skill', args)).toEqual(
          await call('acme_load_skill', { skill: 'x' }),
        );
      expect(
        await call('acme_read_skill_file', { skill: uri, path: './references/guide.md' }),
      ).toMatchObject({ isError: false });
      const outside = await call('acme_read_skill_file', {
        skill: 'refunds',
        path: '../secret/SKILL.md',
      });
      expect(outside.isError).toBe(true);
      await end.close();
    }
    place.remove();
  });
});

describe('skills as tools, once there are any', () => {
  it('are announced to an app that lists tools', async () => {
    const place = makePlace();
    const served = scene(place, 'served', { skills: [refunds, secret] });
    const server = stdioServer(place, 'full', ['--era', 'legacy', ...served.args]);
    await configured(cli, place, 'acme', server.entry);
    const end = await host(cli, place, 'acme', { era: 'legacy', args: ['--expose', 'tools'] });
    await end.client.listTools();
    await approved(cli, place, 'acme', uri);
    await until('the notice', () =>
      end.heard.some(({ method }) => method === 'notifications/tools/list_changed'),
    );
    await end.close();
    place.remove();
  });
});

describe('skills as resources', () => {
  it('are in an index, and in the list of resources with their approved words, if asked for', async () => {
    const place = makePlace();
    const served = scene(place, 'served', { skills: [refunds, secret] });
    for (const era of ['modern', 'legacy'] as const) {
      const { entry } = stdioServer(place, 'full', ['--era', era, ...served.args]);
      await configured(cli, place, era, entry);
      await approved(cli, place, era, uri);
      const args = ['--expose', 'index', '--expose', 'resources'];
      const end = await host(cli, place, era, { era, args });
      const { resources } = await end.client.listResources();
      expect(resources.map((one) => one.uri)).toEqual([
        'skill://index.json',
        uri,
        'docs://handbook',
      ]);
      expect(resources[1]).toMatchObject({ name: 'refunds', description: 'About refunds' });
      const read = await end.client.readResource({ uri: 'skill://index.json' });
      const [content] = read.contents as { text: string; mimeType: string }[];
      expect(content?.mimeType).toBe('application/json');
      const { skill: listed } = await end.skills.get(uri);
      expect(JSON.parse(content?.text ?? '')).toEqual({
        skills: [
          {
            ...{ name: 'refunds', type: 'skill-md', description: 'About refunds', url: uri },
            ...{ frontmatter: listed.frontmatter, resources: listed.resources },
            digest: digestOf(listed.resources, uri),
          },
        ],
      });
      await end.close();
      const plain = await host(cli, place, era, { era });
      expect(await refusal(plain.client.readResource({ uri: 'skill://index.json' }))).toMatchObject(
        {
          code: -32602,
        },
      );
      await plain.close();
    }
    place.remove();
  });
});

describe('a server without skills', () => {
  it('gets no tools of ours, and keeps its own of such a name', async () => {
    const place = makePlace();
    const served = scene(place, 'served', { skills: [] });
    const { entry } = stdioServer(place, 'full', ['--era', 'legacy', ...served.args]);
    await configured(cli, place, 'acme', entry);
    const end = await host(cli, place, 'acme', { era: 'legacy', args: ['--expose', 'tools'] });
    const { tools } = await end.client.listTools();
    expect(tools.map(({ name }) => name)).toContain('echo');
    expect(tools.map(({ name }) => name).filter((name) => name.includes('skill'))).toEqual([]);
    await end.close();
    place.remove();
  });
});

const digestOf = (resources: unknown, of: string): unknown =>
  (resources as { uri: string; digest: string }[]).find((one) => one.uri === of)?.digest;

interface Line {
  readonly action: string;
  readonly uri: string;
  readonly server: string;
  readonly via?: string;
}
const auditOf = (place: Place): Line[] =>
  place
    .text('data/audit.jsonl')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Line);
