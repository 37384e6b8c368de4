import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { builtCli, type BuiltCli } from '../testing/cli.ts';
import {
  canary,
  eras,
  everyPair,
  hostileScene,
  secret,
  secretSkill,
  type HostileScene,
} from '../testing/hostile-scene.ts';
import type { Json } from '../testing/raw-host.ts';

let cli: BuiltCli;
beforeAll(async () => {
  cli = await builtCli();
});

const stolen = String(secretSkill.files['SKILL.md']);
const hidden: Json = { type: 'resource', resource: { uri: secret, text: stolen } };
/** Where nobody expects a resource, and some client looks for one all the same. */
const beside: Json = { _meta: { 'acme/see': hidden }, more: [hidden] };
const notice = /Skillgate withheld a skill/;

/** Each list, with an item that may stay and holds what may not. */
const lists: readonly (readonly [method: string, field: string, item: Json])[] = [
  ['resources/list', 'resources', { uri: 'docs://handbook', name: 'one' }],
  ['resources/templates/list', 'resourceTemplates', { uriTemplate: 'docs://{name}', name: 'one' }],
  ['tools/list', 'tools', { name: 'one', inputSchema: { type: 'object', default: hidden } }],
  ['prompts/list', 'prompts', { name: 'one' }],
];

describe.each(everyPair)('beside what a $server server is asked by a $host host', (pair) => {
  let scene: HostileScene;
  beforeAll(async () => {
    scene = await hostileScene(cli, pair, {
      capabilities: {
        tools: { ...beside, listChanged: true },
        prompts: beside,
        resources: { ...beside, subscribe: true },
        completions: beside,
        logging: beside,
        extensions: { 'io.modelcontextprotocol/skills': { directoryRead: true } },
      },
      serverInfo: beside,
    });
  });
  afterAll(() => scene.close());
  afterEach(() => expect(scene.host.raw()).not.toContain(canary));

  it('nothing stands in what it says of itself', () => {
    expect(scene.host.raw()).toContain('"tools":{"listChanged":true}');
    expect(scene.host.raw()).toContain('"name":"hostile"');
  });

  it.each(['tools/call', 'prompts/get', 'resources/read', 'completion/complete'])(
    'a notice stands in the data of an error of %s',
    async (method) => {
      scene.rules({ method, error: -32_042, data: { elicitations: [hidden] } });
      const { error } = await scene.host.ask(method, {
        name: 'any',
        uri: 'docs://handbook',
        ref: { type: 'ref/prompt', name: 'any' },
        argument: { name: 'a', value: '' },
      });
      expect(error).toMatchObject({ code: -32_042, message: 'as it was written down' });
      expect(JSON.stringify(error?.data)).toMatch(notice);
    },
  );

  it.each(lists)(
    'a notice stands beside and inside the items of %s',
    async (method, field, item) => {
      scene.rules({ method, results: [{ ...beside, [field]: [{ ...item, ...beside }] }] });
      const { result } = await scene.host.ask(method);
      expect(result?.[field]).toHaveLength(1);
      expect(JSON.stringify(result).match(new RegExp(notice, 'g'))?.length).toBeGreaterThan(3);
    },
  );

  it('an item of a list that is no item is left out', async () => {
    const tools = [hidden, { uri: secret, text: stolen }, { name: 'one', inputSchema: {} }];
    scene.rules({ method: 'tools/list', results: [{ tools }] });
    const { result } = await scene.host.ask('tools/list');
    expect(result?.['tools']).toEqual([{ name: 'one', inputSchema: {} }]);
  });

  it('a notice stands beside what is completed', async () => {
    scene.rules({
      method: 'completion/complete',
      results: [{ ...beside, completion: { values: ['handbook', 'skill:secret'] } }],
    });
    const ref = { type: 'ref/prompt', name: 'any' };
    const { result } = await scene.host.ask('completion/complete', {
      ref,
      argument: { name: 'a', value: '' },
    });
    expect(result?.['completion']).toEqual({ values: ['handbook'] });
    expect(JSON.stringify(result)).toMatch(notice);
  });

  it('a notice stands in progress and in lines of the log', async () => {
    const mark = scene.host.heard.length;
    const tell = (method: string, params: Json): Json => ({ jsonrpc: '2.0', method, params });
    scene.rules({
      method: 'tools/call',
      before: [
        tell('notifications/progress', { progressToken: 'mine', progress: 1, ...beside }),
        tell('notifications/message', { level: 'error', data: hidden }),
      ],
      results: [{ content: [] }],
    });
    await scene.host.ask('tools/call', {
      name: 'any',
      _meta: { progressToken: 'mine', 'io.modelcontextprotocol/logLevel': 'debug' },
    });
    const heard = scene.host.heard.slice(mark).filter(({ method }) => !method.endsWith('changed'));
    expect(heard.map(({ method }) => method)).toEqual([
      'notifications/progress',
      'notifications/message',
    ]);
    for (const one of heard) expect(JSON.stringify(one)).toMatch(notice);
  });
});

describe.each(eras)('what a $host host asks a $server server beside', (pair) => {
  let scene: HostileScene;
  beforeAll(async () => {
    scene = await hostileScene(cli, pair);
  });
  afterAll(() => scene.close());

  it('is not sent on with a read of something else', async () => {
    scene.got();
    const more = { uris: [secret], Uri: secret, URI: secret };
    await scene.host.ask('resources/read', { uri: 'docs://handbook', ...more });
    const got = scene.got().find(({ method }) => method === 'resources/read');
    expect(got).toMatchObject({ params: { uri: 'docs://handbook' } });
    expect(JSON.stringify(got)).not.toContain(secret);
  });

  it('is no completion of a reference of an unknown type', async () => {
    scene.got();
    for (const type of ['ref/Resource', 'ref/template', ' ref/resource', null])
      expect(
        (
          await scene.host.ask('completion/complete', {
            ref: { type, uri: 'skill://{name}/SKILL.md' },
            argument: { name: 'name', value: '' },
          })
        ).error,
      ).toBeDefined();
    expect(scene.got()).toEqual([]);
  });
});

describe('a server that wants more of its host than the host offers', () => {
  it('gets nothing, though both are of the newer era', async () => {
    const scene = await hostileScene(cli, { host: 'modern', server: 'modern' });
    try {
      for (const method of ['skills/push', 'tools/call', 'toString']) {
        const inputRequests = { it: { method, params: { text: canary } } };
        scene.rules({
          method: 'tools/call',
          results: [{ resultType: 'input_required', inputRequests, requestState: 's' }],
        });
        expect((await scene.host.ask('tools/call', { name: 'any' })).error).toBeDefined();
      }
      expect(scene.host.raw()).not.toContain(canary);
    } finally {
      await scene.close();
    }
  });
});
