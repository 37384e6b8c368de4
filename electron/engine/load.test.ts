import { describe, expect, it } from 'vitest';
import { skillMd, type ServedSkill } from '../../e2e/servers/support/served-skill.ts';
import { load } from './load.ts';
import { readAll } from './reading/read-all.ts';
import { ServedHere } from './testing/served.ts';
import { stage } from './testing/stage.ts';

const main = 'skill://a/SKILL.md';
const guide = 'skill://a/guide.md';
const text = skillMd('a', 'About a', '[The guide](guide.md)\n', 'allowed-tools: Read\n');
const served = (files: ServedSkill['files'] = {}): ServedSkill => ({
  path: 'a',
  files: { 'SKILL.md': text, 'guide.md': '# Guide\n', ...files },
});
type Speaks = NonNullable<ConstructorParameters<typeof ServedHere>[1]>;

async function approved(speaks: Speaks = 'extension') {
  const server = new ServedHere([served()], speaks);
  const scene = await stage({ servers: { acme: server } });
  await scene.up();
  const [uri = ''] = scene.server('acme').skills.keys();
  const skill = () => scene.skill('acme', uri);
  if (speaks !== 'extension') await readAll(scene.app, skill(), {}, { report: () => {} });
  expect(await scene.approve('acme', uri, { grants: ['Read'] })).toBe('done');
  return {
    ...scene,
    served: server,
    uri,
    skill,
    load: (file?: string, signal?: AbortSignal) => load(scene.app, skill(), file, signal),
  };
}
const textOf = (loaded: Awaited<ReturnType<typeof load>>): string | null =>
  loaded.kind === 'loaded' ? Buffer.from(loaded.bytes).toString() : null;

describe('loading what is approved', () => {
  it('gives SKILL.md, or the file that is named, with what was granted', async () => {
    const scene = await approved();
    expect(await scene.load()).toMatchObject({
      kind: 'loaded',
      verdict: { status: 'verified' },
      grants: { allowedTools: ['Read'] },
    });
    expect(textOf(await scene.load())).toBe(text);
    expect(textOf(await scene.load(guide))).toBe('# Guide\n');
  });

  it('asks for nothing of what is not approved', async () => {
    const scene = await approved();
    await scene.decide('deny', [scene.item('acme', main)]);
    expect(await scene.load()).toEqual({
      kind: 'not-approved',
      standing: scene.skill().standing,
      verdict: null,
    });
    await scene.decide('revoke', [scene.item('acme', main)]);
    expect(await scene.load()).toMatchObject({ standing: { kind: 'undecided' } });
    expect(scene.served.askedFor('resources/read')).toEqual([]);
  });

  it('gives nothing of a file that is not the skill’s, and asks for none', async () => {
    const scene = await approved();
    for (const file of ['skill://a/none.md', 'file:///etc/passwd'])
      expect(await scene.load(file)).toMatchObject({
        kind: 'unproven',
        verdict: { status: 'failed' },
      });
    expect(scene.served.askedFor('resources/read')).toEqual([]);
    expect(textOf(await scene.load(guide))).toBe('# Guide\n');
  });

  it('gives nothing that breaks the promise which the server repeats', async () => {
    const scene = await approved();
    scene.served.serve([served()], { reads: { [guide]: '# Other\n' } });
    expect(await scene.load(guide)).toMatchObject({
      kind: 'unproven',
      verdict: { status: 'failed', check: 'digest' },
    });
    expect(scene.served.askedFor('skills/get')).toEqual([main]);
    expect(scene.skill().standing.kind).toBe('refused');
    expect((await scene.load()).kind).toBe('not-approved');
  });

  it('takes another content for a change where the server promises another by now', async () => {
    const scene = await approved();
    scene.served.serve([served({ 'guide.md': '# Another\n' })]);
    expect(await scene.load(guide)).toMatchObject({
      kind: 'not-approved',
      standing: { kind: 'changed' },
    });
    expect(scene.served.askedFor('skills/get')).toEqual([main]);
  });

  it('gives nothing that somebody denied, or that went, while it was read', async () => {
    for (const during of ['deny', 'withdraw'] as const) {
      const scene = await approved();
      scene.served.instead = async ({ method }) => {
        if (method !== 'resources/read') return undefined as never;
        if (during === 'deny') await scene.decide('deny', [scene.item('acme', main)]);
        else scene.app.catalogue.remove(scene.server('acme'));
        return undefined as never;
      };
      expect(await load(scene.app, scene.skill(), guide)).toMatchObject({
        kind: 'not-approved',
        standing: { kind: during === 'deny' ? 'denied' : 'undecided' },
      });
    }
  });

  it('gives nothing else than was approved, though it is what is listed by now', async () => {
    const scene = await approved();
    // The entry that is held is another one, and the record, too: only the bytes tell.
    const { record } = scene.skill();
    const other = { ...record!, resources: record!.resources.map((one) => ({ ...one, size: 1 })) };
    const { at } = scene.app.catalogue;
    scene.app.catalogue.at = (place) => {
      const now = at.call(scene.app.catalogue, place);
      return now === null ? null : { ...now, record: other };
    };
    expect(await scene.load(guide)).toEqual({
      kind: 'not-approved',
      standing: { kind: 'undecided' },
      verdict: { status: 'verified' },
    });
  });

  it('that is cancelled, or not answered, gives nothing and blames nobody for a cancel', async () => {
    const scene = await approved();
    expect(await scene.load(guide, AbortSignal.abort())).toMatchObject({
      kind: 'unproven',
      verdict: { status: 'unverifiable', reason: 'cancelled' },
    });
    expect(scene.served.askedFor('skills/get')).toEqual([]);
    expect(scene.skill().standing.kind).toBe('approved');
  });

  it('gives what was read all together, and of an archive its SKILL.md', async () => {
    const self = await approved('index-2026-06');
    expect(textOf(await self.load(guide))).toBe('# Guide\n');
    self.served.serve([served({ 'guide.md': '# Another\n' })]);
    const other = await self.load(guide);
    expect(textOf(other)).toBeNull();
    // No entry promised the file: what was read of it is what says that the skill is another.
    expect(self.skill().standing.kind).toBe('changed');
    expect(textOf(await self.load())).toBeNull();
    const packed = await approved('index-2026-06-archive');
    expect(textOf(await packed.load())).toBe(text);
    expect(textOf(await packed.load('skill://a.tar.gz#guide.md'))).toBe('# Guide\n');
  });
});
