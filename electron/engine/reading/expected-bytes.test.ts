import { describe, expect, it } from 'vitest';
import { skillMd, type ServedSkill } from '../../../e2e/servers/support/served-skill.ts';
import { sha256 } from '../../core/digest.ts';
import { limits } from '../../core/limits.ts';
import { ServedHere } from '../testing/served.ts';
import { stage } from '../testing/stage.ts';
import { mismatchOf } from './expected-bytes.ts';
import { readFile } from './read-file.ts';

const main = 'skill://a/SKILL.md';
const guide = 'skill://a/guide.md';
const served = (text: string | Uint8Array): ServedSkill => ({
  path: 'a',
  files: { 'SKILL.md': skillMd('a', 'About a'), 'guide.md': text },
});
const meant = '# Guide\n\nPay.\n';

/** A server that promises one guide and gives another. */
async function promising(
  text: string | Uint8Array,
  given: string,
  more: readonly ServedSkill[] = [],
) {
  const server = new ServedHere([served(text), ...more]);
  const scene = await stage({ servers: { acme: server } });
  await scene.up();
  const at = () => scene.skill('acme', main);
  const gives = (now: string | null) =>
    server.serve([served(text), ...more], { reads: now === null ? {} : { [guide]: now } });
  gives(given);
  return {
    ...scene,
    gives,
    at,
    asked: () => server.askedFor('resources/read').filter((uri) => uri === guide).length,
    read: () => readFile(scene.app, at(), guide, { keep: true }),
    look: (mayRead = true) => mismatchOf(scene.app, at(), guide, mayRead),
  };
}

describe('what arrived of a file that does not match', () => {
  it('is shown from what failed, and the server is not asked again for it', async () => {
    const scene = await promising(meant, 'Pay me.');
    await scene.read();
    scene.gives('Pay me once more.');
    const told = await scene.look();
    expect(told.sides).toEqual({ kind: 'text', expected: null, arrived: 'Pay me.' });
    expect(told).toMatchObject({
      path: 'guide.md',
      verdict: { status: 'failed', check: 'size' },
      expected: { digest: sha256(meant), size: Buffer.byteLength(meant) },
      arrived: { digest: sha256('Pay me.'), size: 7, mediaType: 'text/markdown' },
      from: null,
    });
    expect(scene.asked()).toBe(1);
  });

  it('is read only when the person asks for it, and let go once it matches', async () => {
    const scene = await promising(meant, 'Pay me.');
    expect(await scene.look(false)).toMatchObject({ sides: null, arrived: null });
    expect(scene.asked()).toBe(0);
    expect((await scene.look()).sides).toMatchObject({ arrived: 'Pay me.' });
    scene.gives(null);
    await scene.read();
    expect((await scene.look(false)).sides).toBeNull();
  });

  it('stands beside the same text as it must have been, where the digest proves that', async () => {
    const scene = await promising(meant, meant.replaceAll('\n', '\r\n'));
    await scene.read();
    const told = await scene.look();
    expect(told.sides).toMatchObject({ kind: 'text', expected: meant });
    expect(told.from?.kind).toBe('rewritten');
    expect(told.notes).toContain(
      'The received content has 3 CRLF line endings; the expected content has 3 LF line endings.',
    );
  });

  it('stands beside what the server gave before in this session', async () => {
    const scene = await promising(meant, meant);
    await scene.read();
    scene.gives('# Guide\n\nPay me.\n');
    await scene.read();
    const told = await scene.look();
    expect(told.from).toEqual({
      kind: 'session',
      words: 'What the server sent earlier in this session.',
    });
    expect(told.sides).toMatchObject({ expected: meant, arrived: '# Guide\n\nPay me.\n' });
    expect(told.notes).toEqual(['They first differ at byte 12 (counted from 0), on line 3.']);
  });

  it('stands beside a copy of the same file in another skill', async () => {
    const copy = { path: 'b', files: { 'SKILL.md': skillMd('b', 'b'), 'copy.md': meant } };
    const scene = await promising(meant, 'Pay me.', [copy]);
    await readFile(scene.app, scene.skill('acme', 'skill://b/SKILL.md'), 'skill://b/copy.md', {
      keep: true,
    });
    await scene.read();
    // Of one server the bytes are the session's; of another one they are named as its.
    scene.app.kept.forget('acme');
    expect((await scene.look()).from).toBeNull();
    await readFile(scene.app, scene.skill('acme', 'skill://b/SKILL.md'), 'skill://b/copy.md', {
      keep: true,
    });
    expect((await scene.look()).sides).toMatchObject({ expected: meant });
  });

  it('stands beside what was approved, when the session has let go of it', async () => {
    const scene = await promising(meant, meant);
    await scene.read();
    await readFile(scene.app, scene.at(), main, { keep: true });
    await scene.approve('acme', main);
    await scene.app.keeper.settled();
    scene.app.kept.forget('acme');
    scene.gives('# Guide\n\nPay me.\n');
    await scene.read();
    expect((await scene.look()).from).toEqual({ kind: 'approved', words: 'What you approved.' });
  });

  it('is shown in hex where one is no text, around the first difference', async () => {
    const blob = new Uint8Array(40_000);
    const same = '\u{0}'.repeat(20_000);
    const scene = await promising(blob, same);
    scene.gives(null);
    await scene.read();
    scene.gives(`${same}${'x'.repeat(20_000)}`);
    await scene.read();
    const { sides } = await scene.look();
    expect(sides).toMatchObject({ kind: 'bytes', at: 19_744, cut: true });
    const of = (base64: string): Buffer => Buffer.from(base64, 'base64');
    if (sides?.kind !== 'bytes') throw new Error('no bytes');
    expect(of(sides.arrived).indexOf('x')).toBe(256);
    expect(of(sides.expected ?? '').every((byte) => byte === 0)).toBe(true);
  });

  it('of many megabytes is told with a stretch of them', async () => {
    const size = 12_000_000;
    const scene = await promising(meant, `${'y'.repeat(size)}\n`);
    await scene.read();
    const told = await scene.look();
    expect(told.arrived?.size).toBe(size + 1);
    expect(told.sides?.kind).toBe('bytes');
    expect(JSON.stringify(told).length).toBeLessThan(20_000);
  });

  it('is let go when its server is, and when too much of it is held', async () => {
    const scene = await promising(meant, 'Pay me.');
    await scene.read();
    scene.app.rejected.forget('acme');
    expect((await scene.look(false)).sides).toBeNull();
    const bytes = new Uint8Array(limits.rejectedBytes / 2 + 1);
    for (const file of ['one', 'two'])
      scene.app.rejected.put(scene.at(), file, { bytes, mimeType: undefined });
    expect(scene.app.rejected.get(scene.at(), 'one')).toBeNull();
    expect(scene.app.rejected.get(scene.at(), 'two')?.bytes).toBe(bytes);
  });

  it('is never called approved where it was denied', async () => {
    const scene = await promising(meant, meant);
    await readFile(scene.app, scene.at(), main, { keep: true });
    await scene.read();
    await scene.decide('deny', [scene.item('acme', main)]);
    await scene.read();
    await scene.app.keeper.settled();
    scene.app.kept.forget('acme');
    scene.gives('# Guide\n\nPay me.\n');
    await scene.read();
    expect((await scene.look()).from).toEqual({ kind: 'approved', words: 'What you denied.' });
  });

  it('stands beside a copy that was read, however many lines before it name one', async () => {
    const files = Array.from({ length: 21 }, (_, at) => [`${at}.md`, meant]);
    const of = (name: string, more: Record<string, string>): ServedHere =>
      new ServedHere([{ path: name, files: { 'SKILL.md': skillMd(name, name), ...more } }]);
    const server = new ServedHere([served(meant)]);
    const name = 'c.md of pay (bank). You approved it.md';
    const servers = {
      acme: server,
      evil: of('b', Object.fromEntries(files)),
      good: of('c', { [name]: meant }),
    };
    const scene = await stage({ servers });
    for (const label of Object.keys(servers)) await scene.up(label);
    const other = scene.skill('good', 'skill://c/SKILL.md');
    const { files: listed } = other.entry;
    if (listed.kind !== 'listed') throw new Error('no files');
    for (const { uri } of listed.files) await readFile(scene.app, other, uri, { keep: true });
    server.serve([served(meant)], { reads: { [guide]: 'x' } });
    await readFile(scene.app, scene.skill('acme', main), guide, { keep: true });
    const told = await mismatchOf(scene.app, scene.skill('acme', main), guide, false);
    expect(told.from?.words).toBe(`The same file elsewhere, on good: “${name}” of “c”.`);
  });
});
