import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { fileEntry, skillMd, type ServedSkill } from '../../../e2e/servers/support/served-skill.ts';
import { builtCli, type BuiltCli } from '../testing/cli.ts';
import {
  canary,
  eras,
  good,
  goodSkill,
  hostileScene,
  secret,
  secretSkill,
  unlistedSkill,
  type HostileScene,
} from '../testing/hostile-scene.ts';
import { spelled } from './spellings.ts';

let cli: BuiltCli;
beforeAll(async () => {
  cli = await builtCli();
});

/** A scheme that says nothing about skills. */
const veil: ServedSkill = {
  path: 'veil',
  files: { 'SKILL.md': skillMd('veil', canary) },
  entry: {
    uri: 'acme://kit/veil/SKILL.md',
    resources: ['SKILL.md', 'guide.md'].map((name) =>
      fileEntry(`acme://kit/veil/${name}`, skillMd('veil', canary)),
    ),
  },
};

/** Ways to name an unapproved skill, and a missing one of the same shape. */
const named: readonly (readonly [what: string, withheld: string, absent: string])[] = [
  ['its own address', secret, 'skill://absent/SKILL.md'],
  ['a file of it', 'skill://secret/references/guide.md', 'skill://absent/references/guide.md'],
  ['its folder', 'skill://secret', 'skill://absent'],
  ['a slash at its end', `${secret}/`, 'skill://absent/SKILL.md/'],
  ['a slash at the end of its folder', 'skill://secret/', 'skill://absent/'],
  ['one escape', 'skill://s%65cret/SKILL.md', 'skill://a%62sent/SKILL.md'],
  ['an escape twice', 'skill://s%2565cret/SKILL.md', 'skill://a%2562sent/SKILL.md'],
  ['an escaped slash', 'skill://secret%2FSKILL.md', 'skill://absent%2FSKILL.md'],
  ['another case', 'skill://SECRET/skill.md', 'skill://ABSENT/skill.md'],
  ['another case of the scheme', 'SKILL://secret/SKILL.md', 'SKILL://absent/SKILL.md'],
  ['a way up', 'skill://good/../secret/SKILL.md', 'skill://good/../absent/SKILL.md'],
  ['an escaped way up', 'skill://good/%2e%2e/secret/SKILL.md', 'skill://good/%2e%2e/absent/x'],
  ['a dot segment', 'skill://./secret/./SKILL.md', 'skill://./absent/./SKILL.md'],
  ['doubled slashes', 'skill:////secret//SKILL.md', 'skill:////absent//SKILL.md'],
  ['one slash', 'skill:/secret/SKILL.md', 'skill:/absent/SKILL.md'],
  ['backslashes', 'skill:\\\\secret\\SKILL.md', 'skill:\\\\absent\\SKILL.md'],
  ['a query', `${secret}?v=1`, 'skill://absent/SKILL.md?v=1'],
  ['a fragment', `${secret}#top`, 'skill://absent/SKILL.md#top'],
  ['letters of full width', 'skill://ｓecret/SKILL.md', 'skill://ａbsent/SKILL.md'],
  ['an invisible character', 'skill://se\u200bcret/SKILL.md', 'skill://ab\u200bsent/SKILL.md'],
  ['a space around it', ` ${secret} `, ' skill://absent/SKILL.md '],
  ['another scheme', 'file://secret/SKILL.md', 'file://absent/SKILL.md'],
  ['no scheme', 'secret/SKILL.md', 'absent/SKILL.md'],
  ['a skill in no listing', 'skill://unlisted/SKILL.md', 'skill://absent/SKILL.md'],
  ['a file beside the manifest', 'skill://good/extra.md', 'skill://good/absent.md'],
  ['the approved one with a query', `${good}?raw`, 'skill://absent/SKILL.md?raw'],
  ['the index of skills', 'skill://index.json', 'skill://absent.json'],
  ['the manifest of a skill', 'skill://good/_manifest', 'skill://good/_absent'],
  ['the collection of a skill', 'skill://good/', 'skill://absent/'],
  ['the root', 'skill://', 'skill:///'],
  [
    'the place of skills on the web',
    'https://acme.example/.well-known/agent-skills/index.json',
    'https://acme.example/.well-known/agent-skills/absent.json',
  ],
  ['another word for skills', 'skills://catalog', 'skills://absent'],
];

describe.each(eras)('a skill nobody approved, to a $host app of a $server server', (pair) => {
  let scene: HostileScene;
  beforeAll(async () => {
    const skills = [goodSkill, secretSkill, unlistedSkill, veil];
    scene = await hostileScene(cli, pair, { skills });
  });
  afterAll(() => scene.close());
  afterEach(() => expect(scene.host.raw()).not.toContain(canary));

  it.each(named)('gets no distinct answer by %s, and nothing goes on', async (_, one, other) => {
    for (const method of ['resources/read', 'skills/get', 'resources/directory/read']) {
      const answered = await scene.host.ask(method, { uri: one });
      const unknown = await scene.host.ask(method, { uri: other });
      expect(answered.error, `${method} ${one}`).toEqual({
        ...unknown.error,
        data: { uri: one },
      });
      const older = pair.host === 'legacy' && method === 'resources/read';
      expect(answered.error?.code).toBe(older ? -32_002 : -32_602);
    }
    expect(scene.got()).toEqual([]);
  });

  it("can't be subscribed to, and nothing about it goes on", async () => {
    for (const uri of [secret, 'skill://unlisted/SKILL.md', 'skill://s%65cret/SKILL.md'])
      if (pair.host === 'legacy') {
        const answered = await scene.host.ask('resources/subscribe', { uri });
        expect(answered.error).toBeDefined();
      } else {
        scene.host.put('subscriptions/listen', {
          notifications: { resourceSubscriptions: [uri] },
        });
      }
    await scene.host.ask('resources/read', { uri: good });
    expect(JSON.stringify(scene.got())).not.toMatch(/secret|unlisted/);
  });

  const fuzzed: readonly (readonly [what: string, uris: readonly string[]])[] = [
    ['of the usual scheme', [secret, 'skill://good/extra.md']],
    ['of a scheme of its own', ['acme://kit/veil/SKILL.md', 'acme://kit/veil/guide.md']],
  ];
  it.each(fuzzed)('no fuzzed spelling reaches %s', async (_, uris) => {
    const { seed, rounds, one } = spelled(uris);
    // Whatever goes on comes back with the canary, whatever its name.
    const contents = [{ uri: 'docs://any', text: canary }];
    scene.rules({ method: 'resources/read', results: [{ contents }] });
    for (let round = 0; round < rounds; round += 50) {
      const asked = Array.from({ length: Math.min(50, rounds - round) }, one);
      await Promise.all(
        asked.map((uri, at) => {
          const method = ['resources/read', 'skills/get', 'resources/directory/read'][at % 3] ?? '';
          return scene.host.ask(method, { uri });
        }),
      );
      expect(scene.got(), `seed ${seed}, round ${round}`).toEqual([]);
    }
    scene.rules();
    expect((await scene.host.ask('resources/read', { uri: good })).result).toBeDefined();
    scene.got();
  });
});
