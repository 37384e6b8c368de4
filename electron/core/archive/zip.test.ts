import { crc32, deflateRawSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { join, little, text } from './testing/bytes.ts';
import { contentsOf, refusalOf, ruleOf } from './testing/reading.ts';
import { descriptor, extraField, skillEntry, skillZip, zip } from './testing/zip-writer.ts';

const body = 'Ask first.\n';
const guide = { name: 'guide.md', body };
const data = new Uint8Array(deflateRawSync(body));
const crc = crc32(body);
const pathsOf = async (bytes: Uint8Array): Promise<string[]> =>
  (await contentsOf(bytes)).files.map(({ path }) => path);

describe('the entries of a zip', () => {
  it('may be stored or deflated, with comments and extra fields', async () => {
    const bytes = zip(
      [
        skillEntry,
        {
          ...guide,
          method: 0,
          comment: 'note',
          extra: extraField(0x5455, new Uint8Array([1, 0, 0, 0, 0])),
        },
        { name: 'empty', body: '', method: 0 },
      ],
      { comment: 'made by hand' },
    );
    expect(await pathsOf(bytes)).toEqual(['SKILL.md', 'guide.md', 'empty']);
  });

  it('may be in a different order than in the directory', async () => {
    const bytes = skillZip(guide);
    const first = 30 + 8 + deflateRawSync(text(skillEntry.body ?? '')).length;
    const swapped = zip([
      { ...guide, offset: first },
      { ...skillEntry, offset: 0 },
    ]);
    const end = swapped.length - (bytes.length - first - 30 - 8 - data.length);
    expect(
      await pathsOf(join(bytes.subarray(0, first + 30 + 8 + data.length), swapped.subarray(end))),
    ).toEqual(['guide.md', 'SKILL.md']);
  });

  it.each([
    ['with a signature', descriptor(crc, data.length, body.length)],
    ['without a signature', descriptor(crc, data.length, body.length).subarray(4)],
  ])('may have a data descriptor %s', async (_, after) => {
    const streamed = { ...guide, flags: 0x808, after };
    expect(await pathsOf(skillZip(streamed))).toEqual(['SKILL.md', 'guide.md']);
    expect(
      await pathsOf(skillZip({ ...streamed, local: { crc: 0, packed: 0, unpacked: 0 } })),
    ).toEqual(['SKILL.md', 'guide.md']);
  });

  it("may stream with 8-byte sizes, which must match the directory's", async () => {
    const wide = (unpacked: number) => ({
      packed: 0xffff_ffff,
      unpacked: 0xffff_ffff,
      extra: extraField(1, join(little(unpacked, 8), little(data.length, 8))),
    });
    expect(await pathsOf(skillZip({ ...guide, local: wide(body.length) }))).toEqual([
      'SKILL.md',
      'guide.md',
    ]);
    expect(await ruleOf(skillZip({ ...guide, local: wide(body.length + 1) }))).toBe('size-lies');
    expect(
      await pathsOf(
        skillZip({
          ...guide,
          flags: 0x808,
          local: { ...wide(0), crc: 0, extra: extraField(1, new Uint8Array(16)) },
          after: descriptor(crc, data.length, body.length, 8),
        }),
      ),
    ).toEqual(['SKILL.md', 'guide.md']);
  });

  it('of a folder may deflate empty content, but hide nothing', async () => {
    const folder = { name: 'docs/', mode: 0o40755 };
    expect((await contentsOf(skillZip({ ...folder, body: '' }))).entries[1]).toMatchObject({
      path: 'docs',
      kind: 'folder',
    });
    expect(await ruleOf(skillZip({ ...folder, body: 'x', method: 0 }))).toBe('size-lies');
    expect(await ruleOf(skillZip({ ...folder, data, unpacked: 0, crc: 0 }))).toBe('size-lies');
    expect(
      await ruleOf(skillZip({ ...folder, data: text('hidden'), unpacked: 0, crc: 0, method: 0 })),
    ).toBe('size-lies');
  });

  it('may have names without a stated encoding, which is noted', async () => {
    const undeclared = { ...guide, name: 'naïve.md', flags: 0 };
    expect((await contentsOf(skillZip(undeclared))).entries[1]).toMatchObject({
      path: 'naïve.md',
      notes: ['Its name does not state its encoding, so some programs show other letters.'],
    });
    expect((await contentsOf(skillZip({ ...undeclared, flags: 0x800 }))).entries[1]?.notes).toEqual(
      [],
    );
    expect(await ruleOf(skillZip({ ...undeclared, name: '../naïve.md' }))).toBe('path-traversal');
  });

  it.each([
    ['a device', { ...guide, mode: 0o020644 }, 'entry-kind'],
    ['a pipe', { ...guide, mode: 0o010644 }, 'entry-kind'],
    ['a folder without a slash', { ...guide, mode: 0o40755 }, 'readers-disagree'],
    ['a file with a slash', { ...guide, name: 'guide.md/', mode: 0o100644 }, 'readers-disagree'],
    [
      'a link of a writer that knows none',
      { name: 'link', body: 'SKILL.md', mode: 0o120777, host: 0 },
      'readers-disagree',
    ],
    ['a password', { ...guide, flags: 0x801 }, 'encrypted'],
    ['strong encryption', { ...guide, flags: 0x841 }, 'encrypted'],
    ['a masked header', { ...guide, flags: 0x2800 }, 'encrypted'],
    [
      'a password that only one header tells',
      { ...guide, local: { flags: 0x801 } },
      'readers-disagree',
    ],
    ['AES', { ...guide, method: 99 }, 'compression-method'],
    ['bzip2', { ...guide, method: 12 }, 'compression-method'],
    ['patch data', { ...guide, flags: 0x820 }, 'compression-method'],
    ['a method in only one header', { ...guide, local: { method: 0 } }, 'readers-disagree'],
    ['two names', { ...guide, local: { name: 'other.md' } }, 'names-disagree'],
    [
      'two names of unlike length',
      { ...guide, central: { name: '../guide.md' } },
      'names-disagree',
    ],
    [
      'another name in an extra field',
      {
        ...guide,
        extra: extraField(
          0x7075,
          join(new Uint8Array([1]), little(crc32('guide.md'), 4), 'evil.md'),
        ),
      },
      'names-disagree',
    ],
    [
      'another name in the local extra field',
      {
        ...guide,
        local: {
          extra: extraField(
            0x7075,
            join(new Uint8Array([1]), little(crc32('guide.md'), 4), 'evil.md'),
          ),
        },
      },
      'names-disagree',
    ],
    [
      'letters that are no UTF-8',
      { ...guide, name: new Uint8Array([0x61, 0x82]), flags: 0 },
      'name-encoding',
    ],
    [
      'an extra field beyond its place',
      { ...guide, extra: new Uint8Array([1, 2, 99, 0]) },
      'damaged',
    ],
    [
      'too many extra fields',
      {
        ...guide,
        extra: join(...Array.from({ length: 33 }, (_, at) => extraField(1_000 + at, text('a')))),
      },
      'damaged',
    ],
    [
      'too many extra fields in the local header',
      {
        ...guide,
        local: {
          extra: join(...Array.from({ length: 33 }, (_, at) => extraField(1_000 + at, text('a')))),
        },
      },
      'damaged',
    ],
    [
      'an extra field twice',
      { ...guide, extra: join(extraField(9, text('a')), extraField(9, text('b'))) },
      'damaged',
    ],
    [
      'wide sizes in the directory',
      { ...guide, central: { extra: extraField(1, new Uint8Array(16)) } },
      'zip64',
    ],
    ['saturated sizes in the directory', { ...guide, central: { packed: 0xffff_ffff } }, 'zip64'],
    ["another part's number", { ...guide, disk: 1 }, 'damaged'],
    ['a wrong checksum', { ...guide, crc: 1 }, 'checksum'],
    ['a checksum in only one header', { ...guide, local: { crc: 1 } }, 'size-lies'],
    ['more bytes than it says', { ...guide, unpacked: 4 }, 'size-lies'],
    ['fewer bytes than it says', { ...guide, unpacked: 40 }, 'size-lies'],
    ['a wrong stored size', { ...guide, method: 0, unpacked: 4 }, 'size-lies'],
    ['sizes in only one header', { ...guide, local: { unpacked: 4 } }, 'size-lies'],
    ['a packed size that is too small', { ...guide, packed: 3 }, 'unlisted-data'],
    ['a packed size that is too large', { ...guide, packed: 1_000 }, 'overlap'],
    ['bytes after its packed ones', { ...guide, data: join(data, 'hidden') }, 'unlisted-data'],
    ['invalid packed bytes', { ...guide, data: text('\u0007garbage') }, 'damaged'],
    [
      'a descriptor that lies',
      { ...guide, flags: 0x808, after: descriptor(crc, data.length, 4) },
      'size-lies',
    ],
    [
      'a descriptor with another checksum',
      { ...guide, flags: 0x808, after: descriptor(1, data.length, body.length) },
      'size-lies',
    ],
    ['a missing descriptor', { ...guide, flags: 0x808 }, 'size-lies'],
    [
      'a descriptor that is not announced',
      { ...guide, after: descriptor(crc, data.length, body.length) },
      'unlisted-data',
    ],
    ['data before it', { ...guide, before: text('hidden') }, 'unlisted-data'],
    [
      'an entry before it that is not listed',
      { name: 'x', body: 'x', unlisted: true },
      'unlisted-data',
    ],
    ['the offset of another entry', { ...guide, offset: 0 }, 'overlap'],
    ['an offset inside no header', { ...guide, offset: 5 }, 'damaged'],
    ['an offset after the end', { ...guide, offset: 0xffff_fff0 }, 'damaged'],
  ] as const)('are refused with %s', async (_, part, rule) => {
    const refusal = await refusalOf(skillZip(part));
    expect(refusal.rule).toBe(rule);
    expect(refusal).toMatchSnapshot();
  });

  it('may come from a writer that states no type, and have tildes in their names', async () => {
    const read = await contentsOf(
      skillZip({ ...guide, name: 'a~b', flags: 0, mode: 0, host: 0 }, { name: 'docs/', mode: 0 }),
    );
    expect(read.entries.slice(1)).toMatchObject([
      { path: 'a~b', kind: 'file', notes: [] },
      { path: 'docs', kind: 'folder' },
    ]);
  });

  it('are refused if one is embedded in another', async () => {
    const inner = zip([skillEntry]);
    const quoted = { name: 'inner.zip', body: inner, method: 0 };
    expect(await pathsOf(skillZip(quoted))).toEqual(['SKILL.md', 'inner.zip']);
    expect(
      await ruleOf(
        zip([
          { name: 'inner.zip', body: inner, method: 0 },
          { ...skillEntry, offset: 30 + 9 },
        ]),
      ),
    ).toBe('overlap');
  });

  it('are named in the refusal', async () => {
    expect(await refusalOf(skillZip({ ...guide, flags: 0x801 }))).toEqual({
      rule: 'encrypted',
      message: 'An entry is encrypted.',
      entry: 'guide.md',
    });
  });
});

describe('the end of a zip', () => {
  const inside = zip([skillEntry]);
  it.each([
    [
      'bytes before the first entry',
      zip([{ ...skillEntry, before: text('PK\u0003\u0004') }]),
      'prepended-data',
    ],
    ['bytes before it', join('PK\u0003\u0004', inside), 'prepended-data'],
    ['bytes after it', join(inside, 'x'), 'trailing-data'],
    ['another zip after it', join(inside, inside), 'prepended-data'],
    [
      'a comment that is longer than it says',
      zip([skillEntry], { comment: 'note', commentLength: 2 }),
      'trailing-data',
    ],
    [
      'a comment that is shorter than it says',
      zip([skillEntry], { comment: 'note', commentLength: 9 }),
      'trailing-data',
    ],
    ['a second end in its comment', zip([skillEntry], { comment: zip([]) }), 'damaged'],
    ['more entries than it lists', zip([skillEntry], { count: 2 }), 'damaged'],
    ['fewer entries than it lists', zip([skillEntry, guide], { count: 1 }), 'damaged'],
    ['two counts', zip([skillEntry], { here: 0 }), 'damaged'],
    ['several parts', zip([skillEntry], { disk: 1 }), 'damaged'],
    ['a wrong directory size', zip([skillEntry], { size: 3 }), 'damaged'],
    ['a wrong directory offset', zip([skillEntry], { start: 3 }), 'prepended-data'],
    ['a directory offset far after it', zip([skillEntry], { start: 0xffff_fff0 }), 'damaged'],
    [
      'something between directory and end',
      zip([skillEntry], { before: text('hidden') }),
      'damaged',
    ],
    [
      'a zip64 locator',
      zip([skillEntry], { before: join('PK\u0006\u0007', new Uint8Array(16)) }),
      'zip64',
    ],
    [
      'a directory of comments',
      zip(Array.from({ length: 70 }, (_, at) => ({ name: `f${at}`, comment: 'x'.repeat(0xffff) }))),
      'too-many-bytes',
    ],
    ['a saturated count', zip([skillEntry], { count: 0xffff }), 'zip64'],
    ['a saturated offset', zip([skillEntry], { start: 0xffff_ffff }), 'zip64'],
    ['only its first bytes', inside.subarray(0, 10), 'damaged'],
    ['only a signature', text('PK\u0003\u0004'), 'damaged'],
    ['half of its bytes', inside.subarray(0, 70), 'damaged'],
  ])('is refused with %s', async (_, bytes, rule) => {
    const refusal = await refusalOf(bytes);
    expect(refusal.rule).toBe(rule);
    expect(refusal).toMatchSnapshot();
  });
});
