import { writeFileSync } from 'node:fs';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { skillMd, type ServedSkill } from '../../../e2e/servers/support/served-skill.ts';
import { until } from '../testing/until.ts';
import { builtCli, runCli, type BuiltCli } from '../testing/cli.ts';
import {
  canary,
  eras,
  good,
  goodSkill,
  hostileScene,
  secret,
  secretSkill,
  type HostileScene,
} from '../testing/hostile-scene.ts';

let cli: BuiltCli;
beforeAll(async () => {
  cli = await builtCli();
});

const uriOf = (name: string): string => `skill://${name}/SKILL.md`;
const honest = (name: string): ServedSkill => ({
  path: name,
  files: { 'SKILL.md': skillMd(name, `About ${name}`), 'guide.md': `# Guide to ${name}\n` },
});
/** What each test makes a server lie about. */
const lied = ['bytes', 'turns', 'late', 'address', 'grown', 'described'];

describe.each(eras)('a lying $server server, to a $host app', (pair) => {
  let scene: HostileScene;
  const all = [goodSkill, secretSkill, ...lied.map(honest)];
  /** Serves one of them differently. */
  const instead = (skill: ServedSkill): void =>
    scene.play({ skills: all.map((one) => (one.path === skill.path ? skill : one)) });
  const read = (uri: string) => scene.host.ask('resources/read', { uri });
  const listed = async (): Promise<string[]> => {
    const { result } = await scene.host.ask('skills/list');
    return ((result?.['skills'] ?? []) as { uri: string }[]).map(({ uri }) => uri);
  };

  beforeAll(async () => {
    scene = await hostileScene(cli, pair, { skills: all }, lied.map(uriOf));
  });
  afterAll(() => scene.close());
  afterEach(() => {
    expect(scene.host.raw()).not.toContain(canary);
    scene.play({ skills: all, rules: [] });
  });

  it('has wrong bytes withheld, and the skill with them', async () => {
    const uri = uriOf('bytes');
    const real = String(honest('bytes').files['SKILL.md']);
    expect((await read(uri)).result).toBeDefined();
    const forged = `${real.slice(0, -canary.length - 1)}${canary}\n`;
    expect(forged).toHaveLength(real.length);
    scene.rules({
      method: 'resources/read',
      when: { uri },
      results: [{ contents: [{ uri, text: forged }] }],
    });
    expect((await read(uri)).error).toBeDefined();
    await until('the line', () =>
      scene.audit().some((line) => line['action'] === 'load-refused' && line['uri'] === uri),
    );
  });

  it('has only its true answers passed', async () => {
    const uri = uriOf('turns');
    const real = String(honest('turns').files['SKILL.md']);
    const contents = [real, `${real}${canary}`].map((text) => ({ contents: [{ uri, text }] }));
    scene.rules({ method: 'resources/read', when: { uri }, results: contents });
    const answers = [];
    for (let times = 0; times < 6; times += 1) answers.push(await read(uri));
    for (const { result } of answers)
      if (result !== undefined)
        expect(result['contents']).toEqual([expect.objectContaining({ uri, text: real }) as never]);
    expect(answers.some(({ error }) => error !== undefined)).toBe(true);
  });

  it('gives nothing if the approval was withdrawn before its answer', async () => {
    const uri = uriOf('late');
    const gate = scene.place.path(`late-${pair.host}-${pair.server}`);
    scene.rules({ method: 'resources/read', when: { uri }, until: gate });
    scene.got();
    const { answer } = scene.host.put('resources/read', { uri });
    await until('the request', () => scene.got().some(({ method }) => method === 'resources/read'));
    const revoked = await runCli(cli, scene.place, ['revoke', '--server', 'acme', '--uri', uri]);
    expect(revoked.code, revoked.stderr).toBe(0);
    await until('the list', async () => !(await listed()).includes(uri));
    writeFileSync(gate, '');
    expect((await answer).error).toBeDefined();
  });

  it("can't pass contents off as another file's", async () => {
    const uri = uriOf('address');
    scene.rules({
      method: 'resources/read',
      when: { uri },
      results: [{ contents: [{ uri: secret, text: String(secretSkill.files['SKILL.md']) }] }],
    });
    expect((await read(uri)).error).toBeDefined();
  });

  it('loses the skill by adding a file', async () => {
    const uri = uriOf('grown');
    const grown = honest('grown');
    instead({ ...grown, files: { ...grown.files, 'more.md': canary } });
    expect(await listed()).not.toContain(uri);
    expect((await read(uri)).error).toBeDefined();
    expect((await read('skill://grown/more.md')).error).toBeDefined();
    expect((await scene.host.ask('skills/get', { uri })).error?.code).toBe(-32_602);
  });

  it("can't pass another description of the same files", async () => {
    const uri = uriOf('described');
    const skill = honest('described');
    instead({ ...skill, entry: { frontmatter: { name: 'described', description: canary } } });
    await listed();
    await scene.host.ask('skills/get', { uri });
    await read(uri);
  });

  it("has neither skill served if an entry has another's file", async () => {
    const thief: ServedSkill = {
      path: 'thief',
      files: { 'SKILL.md': skillMd('thief', canary) },
      entry: { resources: [{ uri: secret, digest: `sha256:${'0'.repeat(64)}`, size: 1 }] },
    };
    scene.play({ skills: [...all, thief] });
    await listed();
    for (const uri of [secret, uriOf('thief')]) expect((await read(uri)).error).toBeDefined();
  });

  it("can't pass anything in `_meta`", async () => {
    const lie = {
      'example.skillgate/source': { uri: good, digests: 'verified' },
      note: canary,
    };
    const text = String(goodSkill.files['SKILL.md']);
    instead({ ...goodSkill, entry: { _meta: lie } });
    const contents = [{ uri: good, text, _meta: lie, mimeType: canary, annotations: lie }];
    scene.play({
      rules: [
        { method: 'resources/read', when: { uri: good }, results: [{ contents, _meta: lie }] },
      ],
    });
    expect(await listed()).toContain(good);
    expect((await read(good)).result?.['contents']).toEqual([
      { uri: good, mimeType: 'text/markdown', text },
    ]);
  });
});
