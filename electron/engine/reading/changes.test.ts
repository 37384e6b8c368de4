import { describe, expect, it } from 'vitest';
import { skillMd, type ServedSkill } from '../../../e2e/servers/support/served-skill.ts';
import { sha256 } from '../../core/digest.ts';
import { limits } from '../../core/limits.ts';
import { err, ok } from '../../../shared/result.ts';
import { stage } from '../testing/stage.ts';
import { ServedHere } from '../testing/served.ts';
import { changesReport, changesOf, diffOf } from './changes.ts';
import { readAll } from './read-all.ts';
import { verifySkills } from './verify.ts';

const main = 'skill://a/SKILL.md';
const at = (path: string): string => `skill://a/${path}`;
const files = { 'SKILL.md': skillMd('a', 'About a'), 'guide.md': '# Guide\n', 'old.md': 'Old' };
const served = (change: ServedSkill['files'] = {}): ServedSkill => ({
  path: 'a',
  files: { ...files, ...change },
});
type Speaks = NonNullable<ConstructorParameters<typeof ServedHere>[1]>;

async function approved({
  read = true,
  shown = 0,
  first = served(),
  speaks = 'extension' as Speaks,
} = {}) {
  const server = new ServedHere([first], speaks);
  const scene = await stage({ servers: { acme: server } });
  await scene.up();
  const [uri = ''] = scene.server('acme').skills.keys();
  const skill = () => scene.skill('acme', uri);
  const { signal } = new AbortController();
  if (read) await verifySkills(scene.app, [skill()], { signal, keep: true }, { report: () => {} });
  if (speaks !== 'extension') await readAll(scene.app, skill(), {}, { report: () => {} });
  await scene.approve('acme', uri, { shown });
  await scene.app.keeper.settled();
  return {
    ...scene,
    served: server,
    at: skill,
    changes: () => changesOf(scene.app, skill()),
    diff: (file: string, since: string | null = null) => diffOf(scene.app, skill(), file, since),
    async becomes(next: ServedSkill) {
      server.serve([next]);
      await scene.up();
    },
  };
}
const { 'old.md': _, ...withoutOld } = files;
const changed: ServedSkill = {
  path: 'a',
  files: { ...withoutOld, 'guide.md': '# Another guide\n', 'new.md': 'New' },
};

describe('what changed since an approval', () => {
  it.each([
    [0, undefined],
    [1, undefined],
    [3, true],
  ])('was read if each file was when it was approved: %i of 3', async (shown, wasRead) => {
    const scene = await approved({ shown });
    await scene.becomes(changed);
    expect((await scene.changes())?.wasRead).toBe(wasRead);
  });

  it('is nothing where nothing differs, or nothing was approved', async () => {
    const scene = await approved();
    expect(await scene.changes()).toBeNull();
    const why = async () => changesReport(scene.app, scene.at());
    expect(await why()).toEqual(
      err({ code: 'not-found', message: 'Nothing has changed since it was approved.' }),
    );
    await scene.becomes(changed);
    expect(await scene.changes()).not.toBeNull();
    await scene.decide('deny', [scene.item('acme', main)]);
    expect(await scene.changes()).toBeNull();
    await scene.decide('revoke', [scene.item('acme', main)]);
    expect(await scene.changes()).toBeNull();
    expect(await why()).toEqual(
      err({
        code: 'not-found',
        message: 'It isn’t approved, so there’s nothing to compare it with.',
      }),
    );
  });

  it('is that the approval is over, where the approved content is back', async () => {
    const scene = await approved();
    const { record } = scene.at();
    if (record === null) throw new Error('it is approved');
    const lapsed = { setDigest: null, at: '2026-11-02T00:00:00.000Z' };
    const report = await changesReport(scene.app, {
      ...{ ...scene.at(), record: { ...record, lapsed } },
    } as ReturnType<typeof scene.at>);
    expect(report.ok && report.value.changes).toMatchObject({
      ...{ approvedAt: '2026-11-01T00:00:00.000Z', lapsedAt: lapsed.at },
      ...{ files: [], frontmatter: [] },
    });
    expect(report.ok && report.value.markdown).toContain(
      `- No longer valid since: ${lapsed.at}, when`,
    );
  });

  it('is that a restored approval waits for a confirmation', async () => {
    const scene = await approved();
    const { record } = scene.at();
    if (record === null) throw new Error('it is approved');
    const from = '2026-11-01T14:02:00.000Z';
    const lapsed = { setDigest: null, at: '2026-11-02T00:00:00.000Z' };
    const skill = { ...scene.at(), record: { ...record, lapsed, restored: { from } } };
    const report = await changesReport(scene.app, skill as ReturnType<typeof scene.at>);
    expect(report.ok && report.value.changes).toMatchObject({ restoredFrom: from });
    expect(report.ok && report.value.changes).not.toHaveProperty('lapsedAt');
    expect(report.ok && report.value.markdown).toContain(`Restored from the copy of \`${from}\``);
  });

  it('names the way in which it was approved, where it is listed in another one', async () => {
    const scene = await approved();
    const { record } = scene.at();
    if (record === null) throw new Error('it is approved');
    const skill = { ...scene.at(), record: { ...record, dialect: 'manifest' } };
    expect(await changesOf(scene.app, skill)).toBeNull();
    const lapsed = { ...skill.record, lapsed: { setDigest: null, at: record.decidedAt } };
    const report = await changesReport(scene.app, { ...skill, record: lapsed } as typeof skill);
    const dialects = { approved: 'manifest', now: 'skills-ext' };
    expect(report.ok && report.value.changes).toMatchObject({ dialects });
    expect(report.ok && report.value.markdown).toContain(
      '- Approved as: `manifest`, listed now as: `skills-ext`',
    );
  });

  it('is each file, with what is known of both sides', async () => {
    const scene = await approved();
    await scene.becomes(changed);
    expect(await scene.changes()).toMatchObject({
      approvedAt: '2026-11-01T00:00:00.000Z',
      frontmatter: [],
      files: [
        {
          uri: at('guide.md'),
          path: 'guide.md',
          change: 'modified',
          before: { digest: sha256('# Guide\n'), kept: true, size: 8 },
          after: { digest: sha256('# Another guide\n'), size: 16 },
        },
        {
          uri: at('new.md'),
          path: 'new.md',
          change: 'added',
          before: null,
          after: { digest: sha256('New'), size: 3 },
        },
        {
          uri: at('old.md'),
          path: 'old.md',
          change: 'removed',
          before: { digest: sha256('Old'), kept: true, size: 3 },
          after: null,
        },
      ],
    });
  });

  it('has the approved text that was read a moment ago, before it is on the disk', async () => {
    const scene = await approved();
    scene.snapshots.held.clear();
    await scene.becomes(changed);
    const of = (await scene.changes())?.files ?? [];
    expect(of.find(({ uri }) => uri === at('guide.md'))?.before).toMatchObject({ kept: true });
    const diff = await scene.diff(at('guide.md'));
    expect(diff.ok && diff.value).toMatchObject({
      before: { text: '# Guide\n' },
      after: { text: '# Another guide\n' },
    });
  });

  it('says where the approved text was not kept', async () => {
    const scene = await approved({ read: false });
    await scene.becomes(changed);
    const { files: of = [] } = (await scene.changes()) ?? {};
    expect(of.map(({ before }) => before?.kept)).toEqual([false, undefined, false]);
  });

  it('is what the skill says of itself, too', async () => {
    const scene = await approved();
    await scene.becomes(served({ 'SKILL.md': skillMd('a', 'Something else') }));
    expect((await scene.changes())?.frontmatter).toMatchObject([{ field: 'description' }]);
  });

  it('of an archive is the archive, until it is opened', async () => {
    const scene = await approved({ speaks: 'index-2026-06-archive' });
    const before = scene.at().held.listed.archives[0]?.digest;
    await scene.becomes(changed);
    const after = scene.at().held.listed.archives[0]?.digest;
    expect(after).not.toBe(before);
    expect(await scene.changes()).toEqual({
      approvedAt: '2026-11-01T00:00:00.000Z',
      files: [
        {
          uri: 'skill://a.tar.gz',
          path: 'skill://a.tar.gz',
          change: 'modified',
          before: { digest: before, kept: false },
          after: { digest: after },
        },
      ],
      frontmatter: [],
    });
    await readAll(scene.app, scene.at(), {}, { report: () => {} });
    expect((await scene.changes())?.files.map(({ path }) => path)).toEqual([
      'guide.md',
      'new.md',
      'old.md',
    ]);
  });
});

describe('both sides of one file', () => {
  it('are what was approved of it, and what is served now', async () => {
    const scene = await approved();
    await scene.becomes(changed);
    expect(await scene.diff(at('guide.md'))).toEqual(
      ok({
        path: 'guide.md',
        language: 'markdown',
        before: { text: '# Guide\n' },
        after: { text: '# Another guide\n' },
        verdict: { status: 'verified' },
      }),
    );
  });

  it('say what is missing of either, and read nothing that is gone', async () => {
    const scene = await approved();
    await scene.becomes(changed);
    expect(await scene.diff(at('new.md'))).toMatchObject({
      value: {
        before: { missing: 'The file wasn’t part of what you approved.' },
        after: { text: 'New' },
      },
    });
    const reads = scene.served.askedFor('resources/read').length;
    expect(await scene.diff(at('old.md'))).toMatchObject({
      value: {
        before: { text: 'Old' },
        after: { missing: 'The file is no longer part of the skill.' },
        verdict: null,
      },
    });
    expect(scene.served.askedFor('resources/read')).toHaveLength(reads);
    scene.snapshots.held.clear();
    scene.app.kept.forget('acme');
    expect(await scene.diff(at('guide.md'))).toMatchObject({
      value: {
        before: {
          missing:
            'The approved bytes weren’t kept, because the file wasn’t read while it was approved.',
        },
      },
    });
  });

  it('do not show what failed its check', async () => {
    const scene = await approved();
    await scene.becomes(changed);
    scene.served.serve([changed], { reads: { [at('guide.md')]: '# An0ther guide\n' } });
    const diff = await scene.diff(at('guide.md'));
    expect(diff.ok && diff.value.verdict).toMatchObject({ status: 'failed', check: 'digest' });
    expect(diff.ok && diff.value.after).toEqual({
      missing: diff.ok && diff.value.verdict?.status === 'failed' && diff.value.verdict.message,
    });
  });

  it('are compared by digest alone where they are no text, or too long', async () => {
    const long = 'x'.repeat(limits.textShownBytes + 1);
    const scene = await approved({
      first: served({ 'long.txt': long, 'pixel.png': new Uint8Array(256) }),
    });
    expect(await scene.diff(at('pixel.png'))).toMatchObject({
      value: {
        before: { missing: 'Not text: compare the digests.' },
        after: { missing: 'Not text: compare the digests.' },
      },
    });
    expect(await scene.diff(at('long.txt'))).toMatchObject({
      value: { after: { missing: 'Longer than 1 MiB: compare the digests.' } },
    });
  });

  it('are compared by digest alone where both are long and most of their lines differ', async () => {
    const lines = (count: number, every: number): string =>
      Array.from({ length: count }, (_, line) => (line % every === 0 ? 'x' : `${line}`)).join('\n');
    const [long, short] = [20_000, 9_000];
    const scene = await approved({
      first: served({
        'all.txt': lines(long, 1_000),
        'few.txt': lines(long, 1_000),
        'short.txt': lines(short, 1_000),
      }),
    });
    await scene.becomes(
      served({
        'all.txt': lines(long, 2),
        'few.txt': lines(long, 900),
        'short.txt': lines(short, 2),
      }),
    );
    const after = async (name: string) => {
      const diff = await scene.diff(at(name));
      return diff.ok && Object.keys(diff.value.after);
    };
    const differ = { missing: 'Too many of its lines differ to show them here.' };
    expect(await scene.diff(at('all.txt'))).toMatchObject({
      value: { before: differ, after: differ },
    });
    await scene.becomes(served({ 'few.txt': lines(long, 900), 'short.txt': lines(short, 2) }));
    expect(await scene.diff(at('all.txt'))).toMatchObject({
      value: { before: differ, after: { missing: 'The file is no longer part of the skill.' } },
    });
    expect(await after('few.txt')).toEqual(['text']);
    expect(await after('short.txt')).toEqual(['text']);
  });

  it('can be what was shown in this session, and what is served now', async () => {
    const scene = await approved();
    await scene.becomes(changed);
    expect(await scene.diff(at('guide.md'), sha256('# Guide\n'))).toMatchObject({
      value: { before: { text: '# Guide\n' }, after: { text: '# Another guide\n' } },
    });
    expect(await scene.diff(at('guide.md'), sha256('never shown'))).toMatchObject({
      value: { before: { missing: 'It wasn’t opened, or is no longer in memory.' } },
    });
  });

  it('need an approval, or something that was shown', async () => {
    const scene = await approved();
    await scene.decide('revoke', [scene.item('acme', main)]);
    expect(await scene.diff(at('guide.md'))).toEqual(
      err({ code: 'not-found', message: 'There’s no approval to compare with.' }),
    );
    expect((await scene.diff(at('guide.md'), sha256('# Guide\n'))).ok).toBe(true);
  });
});

describe('the document of what changed', () => {
  it('names every change, and compares the text that was kept', async () => {
    const scene = await approved();
    await scene.becomes(changed);
    const report = await changesReport(scene.app, scene.at());
    if (!report.ok) throw new Error(report.error.message);
    expect(report.value.changes).toEqual(await scene.changes());
    expect(report.value.markdown).toContain('Another guide');
    for (const path of ['guide.md', 'new.md', 'old.md'])
      expect(report.value.markdown).toContain(path);
    // Only what was modified and kept is read.
    expect(new Set(scene.served.askedFor('resources/read').slice(-1))).toEqual(
      new Set([at('guide.md')]),
    );
  });

  it('compares no more than fifty files, and reads none that was not kept', async () => {
    const many = (word: string): ServedSkill['files'] =>
      Object.fromEntries(Array.from({ length: 51 }, (__, n) => [`f${n}.txt`, `${word} ${n}`]));
    const scene = await approved({ first: served(many('before')) });
    await scene.becomes(served(many('after')));
    const before = scene.served.askedFor('resources/read').length;
    await changesReport(scene.app, scene.at());
    expect(scene.served.askedFor('resources/read')).toHaveLength(before + 50);
    scene.snapshots.held.clear();
    scene.app.kept.forget('acme');
    await changesReport(scene.app, scene.at());
    expect(scene.served.askedFor('resources/read')).toHaveLength(before + 50);
  });
});
