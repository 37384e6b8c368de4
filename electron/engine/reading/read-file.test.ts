import { describe, expect, it } from 'vitest';
import { skillMd, type ServedSkill } from '../../../e2e/servers/support/served-skill.ts';
import { sha256 } from '../../core/digest.ts';
import { limits } from '../../core/limits.ts';
import { ok } from '../../../shared/result.ts';
import { stage } from '../testing/stage.ts';
import { fails, refuses, ServedHere } from '../testing/served.ts';
import { problemsOf } from '../catalogue/views.ts';
import { fileView } from './directory.ts';
import { readFile } from './read-file.ts';

const main = 'skill://a/SKILL.md';
const guide = 'skill://a/guide.md';
const text = skillMd('a', 'About a');
const served = (more: Partial<ServedSkill> = {}): ServedSkill => ({
  path: 'a',
  files: { 'SKILL.md': text, 'guide.md': '# Guide\n' },
  ...more,
});

async function one(
  skill = served(),
  speaks: ConstructorParameters<typeof ServedHere>[1] = 'extension',
) {
  const server = new ServedHere([skill], speaks);
  const scene = await stage({ servers: { acme: server } });
  await scene.up();
  const at = () => scene.skill('acme', main);
  return {
    ...scene,
    served: server,
    at,
    read: (file = main, keep = true) => readFile(scene.app, at(), file, { keep }),
    verdict: (file = main) => at().held.verdicts.get(file),
  };
}

describe('reading a file', () => {
  it('asks for it alone, checks it, and takes what it showed', async () => {
    const { read, served: server, verdict } = await one();
    const { verdict: shown, bytes, size, digest, mimeType, check } = await read();
    expect(shown).toEqual({ status: 'verified' });
    expect(Buffer.from(bytes ?? []).toString()).toBe(text);
    expect({ size, digest, mimeType }).toEqual({
      size: Buffer.byteLength(text),
      digest: sha256(text),
      mimeType: 'text/markdown',
    });
    expect(check).toMatchObject({ file: main, observed: null });
    expect(server.askedFor('resources/read')).toEqual([main]);
    expect(verdict()).toEqual({ status: 'verified' });
    expect(verdict(guide)).toBeUndefined();
  });

  it('of bytes counts them, and gives none that are not what was promised', async () => {
    const blob = new Uint8Array([0, 255, 128]);
    const { read, app, server } = await one(
      served({ files: { 'SKILL.md': text, 'guide.md': blob } }),
    );
    expect(await read(guide)).toMatchObject({ size: 3, digest: sha256(blob) });
    expect(app.links.left(server('acme'))).toBe(limits.serverBytes - 3);
    const other = await one();
    other.served.serve([served()], { reads: { [guide]: 'other' } });
    const { verdict, bytes, size, digest } = await other.read(guide);
    expect(verdict).toMatchObject({ status: 'failed', check: 'size' });
    expect({ bytes, size, digest }).toEqual({ bytes: null, size: 5, digest: null });
    expect(other.at().standing.kind).toBe('refused');
  });

  it('takes a text beside a null blob if the digest proves it, and tells the author', async () => {
    const { read, served: server, at } = await one();
    server.instead = () => ok({ contents: [{ uri: main, text, blob: null }] });
    const { verdict: shown, bytes } = await read();
    expect(shown).toEqual({
      status: 'verified',
      advice: 'The content has a blob beside its text: null. Send only one of the two fields.',
    });
    expect(Buffer.from(bytes ?? []).toString()).toBe(text);
    expect(problemsOf(at()).map(({ rule, message }) => [rule, message])).toEqual([
      [
        'content-form',
        'The content has a blob beside its text: null. Send only one of the two fields. Skillgate takes this file because the digest proves the bytes; other apps may not.',
      ],
    ]);
  });

  it('of a text that is more bytes than letters counts bytes', async () => {
    const { read, app, server } = await one(
      served({ files: { 'SKILL.md': text, 'guide.md': 'ä€' } }),
    );
    expect((await read(guide)).size).toBe(5);
    expect(app.links.left(server('acme'))).toBe(limits.serverBytes - 5);
  });

  it.each([
    ['skill://a/unlisted.md', 'listed'],
    ['skill://b/SKILL.md', 'location'],
    ['file:///etc/passwd', 'location'],
  ])('that is not the skill’s asks for nothing and says nothing of it: %s', async (file, check) => {
    const { read, served: server, at } = await one();
    const before = at();
    expect(await read(file)).toMatchObject({ verdict: { status: 'failed', check }, check: null });
    expect(server.askedFor('resources/read')).toEqual([]);
    expect(at()).toBe(before);
  });

  it.each([
    [
      'takes too long',
      fails({ reason: 'timeout', message: 'no answer in 30 s' }),
      {
        status: 'failed',
        check: 'read',
        message: 'no answer in 30 s',
        expected: 'the content of the file',
        actual: 'no answer',
      },
    ],
    [
      'is an error',
      refuses(-32_000, 'not to\u202Eday'),
      {
        status: 'failed',
        check: 'read',
        message: expect.stringMatching(
          /^The server answered with an error instead of the file: “not to.*day”$/,
        ),
        expected: 'the content of the file',
        actual: 'error -32000',
      },
    ],
    [
      'is too large',
      fails({ reason: 'too-large', message: 'too large' }),
      {
        status: 'failed',
        check: 'read',
        message: 'too large',
        expected: 'the content of the file',
        actual: 'too-large',
      },
    ],
    [
      'cannot be understood',
      fails({ reason: 'bad-response', message: 'no JSON' }),
      {
        status: 'failed',
        check: 'read',
        message: 'no JSON',
        expected: 'the content of the file',
        actual: 'bad-response',
      },
    ],
  ] as const)('whose answer %s says so', async (_, answer, verdict) => {
    const scene = await one();
    scene.served.instead = () => answer;
    expect(await scene.read()).toMatchObject({ verdict, bytes: null, size: null, digest: null });
    expect(scene.verdict()).toMatchObject({ ...verdict, turn: expect.any(String) });
  });

  it('that is cancelled says nothing of the file', async () => {
    const scene = await one();
    scene.served.instead = () => fails({ reason: 'cancelled', message: 'x' });
    expect((await scene.read()).verdict).toEqual({
      status: 'unverifiable',
      reason: 'cancelled',
      message: 'Canceled before the server answered.',
    });
    expect(scene.verdict()).toBeUndefined();
  });

  it('that breaks the connection alone is blamed, and where it is gone nobody is', async () => {
    const scene = await one();
    scene.served.instead = () => fails({ reason: 'closed', message: 'it ended' });
    expect((await scene.read()).verdict).toMatchObject({
      status: 'failed',
      check: 'read',
      actual: 'broke',
    });
    await scene.app.links.close(scene.server('acme'));
    expect((await scene.read(guide)).verdict).toMatchObject({
      status: 'unverifiable',
      reason: 'server-unavailable',
    });
  });

  it.each([
    ['rate-limited', 'too-many-requests'],
    ['busy', 'server-unavailable'],
  ] as const)('that is refused for now (%s) has failed nothing', async (cause, reason) => {
    const scene = await one();
    const refusal = { reason: 'not-now', message: 'no more', cause: { reason: cause } } as const;
    scene.served.instead = () => fails(refusal);
    expect((await scene.read()).verdict).toMatchObject({
      ...{ status: 'unverifiable', reason, message: 'no more' },
      turn: cause === 'busy' ? 'operator' : 'wait',
    });
    expect(scene.verdict()).toBeUndefined();
  });

  it('beyond the budget of the session is not looked at', async () => {
    const scene = await one();
    scene.app.links.spend(scene.server('acme'), limits.serverBytes);
    const { verdict, bytes, size } = await scene.read();
    expect(verdict).toMatchObject({ status: 'unverifiable', reason: 'budget' });
    expect({ bytes, size }).toEqual({ bytes: null, size: null });
    expect(scene.verdict()).toMatchObject({ reason: 'budget' });
  });

  it('whose answer has no content of it says so', async () => {
    const scene = await one();
    scene.served.instead = () => ok({ contents: [] });
    expect((await scene.read()).verdict.status).toBe('failed');
    expect(scene.verdict()?.status).toBe('failed');
  });
});

describe('a file of a skill without a manifest', () => {
  it('that nothing says to be there says nothing of the skill where it cannot be read', async () => {
    const scene = await one(served(), 'index-2026-06');
    for (const answer of [refuses(-32_002, 'not found'), ok({ contents: [] })]) {
      scene.served.instead = ({ method }) => (method === 'resources/read' ? answer : undefined);
      expect(await scene.read('skill://a/unlisted.md')).toMatchObject({
        verdict: { status: 'failed', check: 'read' },
        check: null,
      });
    }
    expect(scene.verdict('skill://a/unlisted.md')).toBeUndefined();
    // SKILL.md is the skill's in any case.
    expect((await scene.read()).check).not.toBeNull();
  });

  it('is remembered as it was read, and not again while it stays so', async () => {
    const scene = await one(served(), 'index-2026-06');
    const { check, digest } = await scene.read(guide);
    expect(check?.observed).toEqual({
      path: 'guide.md',
      uri: guide,
      digest: sha256('# Guide\n'),
      size: 8,
    });
    expect(digest).toBeNull();
  });

  it('with a manifest is remembered by the verdict alone', async () => {
    const scene = await one();
    expect((await scene.read(guide)).check?.observed).toBeNull();
    const dynamic = await one(served({ dynamic: true }));
    expect((await dynamic.read()).check?.observed).toBeNull();
  });
});

describe('the text that is kept of a file', () => {
  it('is that which matches, as far as somebody wants it kept', async () => {
    const scene = await one();
    const kept = () => scene.app.kept.get('acme', sha256('# Guide\n'));
    await scene.read(guide, false);
    expect(kept()).toBeNull();
    await scene.read(guide);
    expect(Buffer.from(kept() ?? []).toString()).toBe('# Guide\n');
  });

  it('is none that is too long to be shown', async () => {
    const exactly = 'x'.repeat(limits.textShownBytes);
    for (const [content, isKept] of [
      [exactly, true],
      [`${exactly}x`, false],
    ] as const) {
      const scene = await one(served({ files: { 'SKILL.md': text, 'guide.md': content } }));
      await scene.read(guide);
      expect(scene.app.kept.get('acme', sha256(content)) !== null).toBe(isKept);
    }
  });

  it('is none that nothing vouches for', async () => {
    const scene = await one(served(), 'index-2026-06');
    expect((await scene.read(guide)).verdict).toMatchObject({ reason: 'no-digest' });
    expect(scene.app.kept.get('acme', sha256('# Guide\n'))).toBeNull();
  });

  it('goes to disk for no other file or content than was approved', async () => {
    const scene = await one();
    await scene.approve('acme', main);
    scene.served.serve([
      served({ files: { 'SKILL.md': text, 'guide.md': 'Another', 'copy.md': '# Guide\n' } }),
    ]);
    await scene.up();
    for (const file of [guide, 'skill://a/copy.md'])
      expect((await scene.read(file)).verdict.status).toBe('verified');
    expect(scene.snapshots.held.size).toBe(0);
  });

  it('goes to disk at once where exactly this was approved', async () => {
    const scene = await one();
    await scene.read(guide);
    expect(scene.snapshots.held.size).toBe(0);
    await scene.approve('acme', main);
    await scene.app.keeper.settled();
    scene.snapshots.held.clear();
    await scene.read(main);
    expect([...scene.snapshots.held.keys()]).toEqual([expect.stringContaining(main)]);
  });
});

describe('a file as the page shows it', () => {
  it('stands with its path, verdict, size and digest', async () => {
    const { app, at } = await one();
    expect(await fileView(app, at(), guide, false)).toMatchObject({
      uri: guide,
      path: 'guide.md',
      verdict: { status: 'verified' },
      size: 8,
      mimeType: 'text/markdown',
      digest: sha256('# Guide\n'),
      preview: { kind: 'markdown' },
      truncated: false,
      hidden: [],
    });
  });

  it('has a digest though nothing promised one', async () => {
    const { app, at } = await one(served(), 'index-2026-06');
    expect(await fileView(app, at(), guide, false)).toMatchObject({ digest: sha256('# Guide\n') });
  });

  it('is not shown at all where it failed', async () => {
    const scene = await one();
    scene.served.serve([served()], { reads: { [guide]: '# Other\n' } });
    expect(await fileView(scene.app, scene.at(), guide, false)).toMatchObject({
      verdict: { status: 'failed', check: 'digest' },
      size: 8,
      digest: null,
      preview: null,
    });
    const stray = await fileView(scene.app, scene.at(), 'file:///etc/passwd', false);
    expect(stray).toMatchObject({ path: 'file:///etc/passwd', size: null, preview: null });
    expect('mimeType' in stray).toBe(false);
  });
});
