import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { skillMd } from '../../../e2e/servers/support/served-skill.ts';
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
import type { Json } from '../testing/raw-host.ts';

let cli: BuiltCli;
beforeAll(async () => {
  cli = await builtCli();
});

/** An approved skill with another skill inside. */
const innerText = skillMd('inner', 'About what is inside', '# Inner\n');
const outer = {
  path: 'outer',
  files: {
    'SKILL.md': skillMd('outer', 'About what is outside'),
    'inner/SKILL.md': innerText,
  },
};
const inner = { path: 'outer/inner', files: { 'SKILL.md': innerText } };
/** An approved skill inside an unapproved one. */
const shell = {
  path: 'shell',
  files: {
    'SKILL.md': skillMd('shell', canary),
    'kernel/SKILL.md': skillMd('kernel', 'About the kernel'),
  },
};
const kernel = { path: 'shell/kernel', files: { 'SKILL.md': shell.files['kernel/SKILL.md'] } };
/** Two with the same name. */
const twins = ['a', 'b'].map((place) => ({
  path: `${place}/twin`,
  files: { 'SKILL.md': skillMd('twin', place === 'a' ? 'The first' : canary) },
}));
const dynamic = {
  path: 'moving',
  dynamic: true,
  files: { 'SKILL.md': skillMd('moving', canary) },
};
const approvedUris = [
  good,
  'skill://outer/SKILL.md',
  'skill://shell/kernel/SKILL.md',
  'skill://a/twin/SKILL.md',
];

const withheldUris = [
  secret,
  'skill://s%65cret/SKILL.md',
  'skill://secret/references/guide.md',
  'skill://unlisted/SKILL.md',
  'skill://index.json',
  'skill://good/_manifest',
  'skill://good/',
  'skill://good/extra.md',
  'skill://b/twin/SKILL.md',
  'SKILL://SECRET/SKILL.md',
  'file:///home/person/skills/any/SKILL.md',
  'https://acme.example/.well-known/agent-skills/index.json',
];

describe.each(eras)("a $host app's view of a $server server", (pair) => {
  let scene: HostileScene;
  beforeAll(async () => {
    const skills = [
      ...[goodSkill, secretSkill, unlistedSkill],
      ...[outer, inner, shell, kernel, ...twins, dynamic],
    ];
    const instructions =
      `See ${good}, <skill://secret/SKILL.md>, (skill://s%65cret/references/guide.md) and ` +
      'skill://b/twin/SKILL.md.';
    scene = await hostileScene(cli, pair, { skills, instructions }, approvedUris.slice(1));
  });
  afterAll(() => scene.close());
  afterEach(() => expect(scene.host.raw()).not.toContain(canary));

  const urisOf = (list: unknown): string[] => (list as { uri: string }[]).map(({ uri }) => uri);

  it('has only the approved skills, and none next to or inside them', async () => {
    const { result } = await scene.host.ask('skills/list');
    expect(urisOf(result?.['skills']).sort()).toEqual([...approvedUris].sort());
    expect(result).toMatchObject({ ttlMs: 0, cacheScope: 'private' });
  });

  it('has only the approved part of each entry', async () => {
    scene.play({
      skills: [
        { ...goodSkill, entry: { _meta: { note: canary }, title: canary, archives: [canary] } },
        ...[secretSkill, outer, inner, shell, kernel, ...twins, dynamic],
      ],
    });
    const { result } = await scene.host.ask('skills/list');
    expect(urisOf(result?.['skills'])).toContain(good);
    const got = await scene.host.ask('skills/get', { uri: good });
    expect(Object.keys((got.result?.['skill'] ?? {}) as Json).sort()).toEqual([
      'frontmatter',
      'resources',
      'uri',
    ]);
  });

  it('has a nested SKILL.md as a file of an approved skill, not as a skill', async () => {
    const uri = 'skill://outer/inner/SKILL.md';
    const read = await scene.host.ask('resources/read', { uri });
    expect(read.result?.['contents']).toMatchObject([{ uri, text: innerText }]);
    const got = await scene.host.ask('skills/get', { uri });
    expect(got.error?.code).toBe(-32_602);
  });

  it('has an approved skill without the one around it', async () => {
    const uri = 'skill://shell/kernel/SKILL.md';
    expect((await scene.host.ask('resources/read', { uri })).result).toBeDefined();
    for (const other of ['skill://shell/SKILL.md', 'skill://shell'])
      expect((await scene.host.ask('resources/read', { uri: other })).error).toBeDefined();
  });

  it('has one of two skills with the same name', async () => {
    const [first, second] = ['skill://a/twin/SKILL.md', 'skill://b/twin/SKILL.md'];
    expect((await scene.host.ask('resources/read', { uri: first })).result).toBeDefined();
    expect((await scene.host.ask('resources/read', { uri: second })).error).toBeDefined();
    expect((await scene.host.ask('skills/get', { uri: second })).error).toBeDefined();
  });

  it('never has a dynamic skill', async () => {
    const uri = 'skill://moving/SKILL.md';
    expect((await scene.host.ask('skills/get', { uri })).error?.code).toBe(-32_602);
    expect((await scene.host.ask('resources/read', { uri })).error).toBeDefined();
  });

  it('has no resources of unapproved skills, on any page', async () => {
    const resources = [
      ...[...withheldUris, 'docs://handbook'].map((uri) => ({ uri, name: 'one' })),
      { uri: good, name: canary, title: canary, description: canary, _meta: { note: canary } },
    ];
    scene.rules({
      method: 'resources/list',
      results: [{ resources, nextCursor: 'next' }],
    });
    for (const params of [{}, { cursor: 'next' }]) {
      const { result } = await scene.host.ask('resources/list', params);
      expect(urisOf(result?.['resources'])).toEqual(['docs://handbook', good]);
      expect(result).toMatchObject({ ttlMs: 0, cacheScope: 'private', nextCursor: 'next' });
    }
  });

  it('has no templates that lead to skills', async () => {
    const uris = [
      'skill://{name}/SKILL.md',
      'skill://{+path}',
      'SKILL://{x}',
      'docs://{name}/SKILL.md',
      '{+anything}',
      'docs://{name}',
    ];
    const resourceTemplates = uris.map((uriTemplate) => ({ uriTemplate, name: 'one' }));
    scene.rules({ method: 'resources/templates/list', results: [{ resourceTemplates }] });
    const { result } = await scene.host.ask('resources/templates/list');
    expect(result?.['resourceTemplates']).toMatchObject([{ uriTemplate: 'docs://{name}' }]);
    expect(result).toMatchObject({ ttlMs: 0, cacheScope: 'private' });
  });

  it("completes no skill name, and doesn't ask for one", async () => {
    const values = [secret, 'skill://unlisted/SKILL.md', 'handbook'];
    scene.rules({
      method: 'completion/complete',
      results: [{ completion: { values, total: 3, hasMore: false } }],
    });
    scene.got();
    const argument = { name: 'name', value: 's' };
    const template = { type: 'ref/resource', uri: 'skill://{name}/SKILL.md' };
    const refused = await scene.host.ask('completion/complete', { ref: template, argument });
    expect(refused.error).toBeDefined();
    expect(scene.got()).toEqual([]);
    const prompt = { type: 'ref/prompt', name: 'any' };
    const { result } = await scene.host.ask('completion/complete', { ref: prompt, argument });
    expect(result?.['completion']).toEqual({ values: ['handbook'], hasMore: false });
  });

  it('has approved files in a folder without asking the server', async () => {
    scene.got();
    const { result } = await scene.host.ask('resources/directory/read', { uri: 'skill://good' });
    expect(urisOf(result?.['resources'])).toEqual([good, 'skill://good/references']);
    expect(result).toMatchObject({ ttlMs: 0, cacheScope: 'private' });
    for (const uri of ['skill://secret', 'skill://secret/references', 'skill://absent', 'skill://'])
      expect((await scene.host.ask('resources/directory/read', { uri })).error?.code).toBe(-32_602);
    expect(scene.got()).toEqual([]);
  });

  it("has only the gateway's own cursors", async () => {
    scene.got();
    for (const cursor of ['500', 'next', '0', '', 'a.250', `${'0'.repeat(24)}.250`])
      expect((await scene.host.ask('skills/list', { cursor })).error?.code, cursor).toBe(-32_602);
    expect(scene.got()).toEqual([]);
  });

  it('has approved addresses in instructions, and no others', () => {
    const first = JSON.parse(scene.host.raw().split('\n', 1)[0] ?? '') as {
      result: { instructions: string };
    };
    expect(first.result.instructions).toBe(`See ${good}.`);
  });
});
