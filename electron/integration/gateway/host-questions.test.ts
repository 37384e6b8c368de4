import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { builtCli, type BuiltCli } from '../testing/cli.ts';
import {
  canary,
  eras,
  good,
  hostileScene,
  secret,
  type HostileScene,
} from '../testing/hostile-scene.ts';

let cli: BuiltCli;
beforeAll(async () => {
  cli = await builtCli();
});

/** Ways in which servers have given or may give skills, and names that are no methods. */
const unknown = [
  'skills/read',
  'skills/activate',
  'skills/files',
  'skills/subscribe',
  'skill/get',
  'Skills/Get',
  'skills/get ',
  'resources/directory/list',
  'resources/get',
  'resources/metadata',
  'tasks/list',
  'tasks/get',
  'tasks/result',
  'sampling/createMessage',
  'elicitation/create',
  'roots/list',
  'notifications/initialized',
  'constructor',
  '__proto__',
  'toString',
  '',
];

describe.each(eras)('a $host host of a $server server', (pair) => {
  let scene: HostileScene;
  beforeAll(async () => {
    scene = await hostileScene(cli, pair);
  });
  afterAll(() => scene.close());
  afterEach(() => expect(scene.host.raw()).not.toContain(canary));

  it.each(unknown)('gets no such method for "%s", and nothing of it goes on', async (method) => {
    const { error } = await scene.host.ask(method, { uri: secret, name: 'secret' });
    expect(error?.code).toBe(-32_601);
    expect(scene.got()).toEqual([]);
  });

  it('has no notice passed on that is in no table', async () => {
    for (const method of ['notifications/skills/load', 'skills/get', 'notifications/anything'])
      scene.host.say(method, { uri: secret });
    await scene.host.ask('resources/read', { uri: good });
    expect(scene.got().map(({ method }) => method)).toEqual(['resources/read']);
  });

  it('is answered after lines that aren’t messages', async () => {
    const nonsense = [
      '{',
      'null',
      '[]',
      '"text"',
      '{"jsonrpc":"1.0","id":1,"method":"resources/read"}',
      `{"jsonrpc":"2.0","id":{"a":1},"method":"resources/read","params":{"uri":"${secret}"}}`,
      `{"jsonrpc":"2.0","id":"p","method":"resources/read","params":["${secret}"]}`,
      `[{"jsonrpc":"2.0","id":"b","method":"resources/read","params":{"uri":"${secret}"}}]`,
      `{"jsonrpc":"2.0","id":"x","result":{"contents":[{"uri":"${secret}"}]}}`,
    ];
    for (const line of nonsense) scene.host.write(line);
    for (const params of [{}, { uri: 1 }, { uri: null }, { uri: [secret] }, { uri: { a: secret } }])
      for (const method of ['resources/read', 'skills/get', 'resources/directory/read'])
        expect((await scene.host.ask(method, params)).error?.code, method).toBe(-32_602);
    expect((await scene.host.ask('resources/read', { uri: good })).result).toBeDefined();
    expect(scene.got().map(({ method }) => method)).toEqual(['resources/read']);
  });

  it('asks for what nobody approved many times at once, and the server hears nothing', async () => {
    const uris = Array.from({ length: 300 }, (_, index) =>
      index % 3 === 0 ? `skill://absent-${index}/SKILL.md` : secret,
    );
    const answers = await Promise.all(uris.map((uri) => scene.host.ask('resources/read', { uri })));
    const told = new Set(answers.map(({ error }) => `${error?.code} ${error?.message}`));
    expect(told.size).toBe(1);
    expect(scene.got()).toEqual([]);
  });

  it('can tell by no address whether there is something to decide about', async () => {
    // Of a request for what is there and one for what is not, each answer has the same words.
    const shapes = ['skills/get', 'resources/read', 'resources/directory/read'];
    for (const method of shapes) {
      const of = async (uri: string): Promise<string> => {
        const { error } = await scene.host.ask(method, { uri });
        return JSON.stringify(error).replaceAll(uri, 'URI');
      };
      expect(await of(secret)).toBe(await of('skill://absent/SKILL.md'));
      expect(await of('skill://unlisted/SKILL.md')).toBe(await of('skill://absent/SKILL.md'));
    }
  });
});
