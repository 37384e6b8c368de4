import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { join, little, text } from './testing/bytes.ts';
import { contentsOf, refusalOf, ruleOf } from './testing/reading.ts';
import {
  gzip,
  paxRecord,
  skillFile,
  tar,
  tarEnd,
  tarGz,
  tarHeaderBlock,
  tarPart,
} from './testing/tar-writer.ts';

const pathsOf = async (bytes: Uint8Array): Promise<string[]> =>
  (await contentsOf(bytes)).files.map(({ path }) => path);
const packed = (...parts: readonly Uint8Array[]): Uint8Array => gzip(join(...parts));
const one = tar([skillFile]);

describe('the gzip around a tar', () => {
  it('may carry a name, a comment, extra fields and a header checksum', async () => {
    expect(
      await pathsOf(
        gzip(one, {
          flags: 4 | 8 | 16,
          optional: join(little(2, 2), 'xx', 'name\u0000', 'comment\u0000'),
        }),
      ),
    ).toEqual(['SKILL.md']);
  });

  it.each([
    ['a second member', join(gzip(one), gzip(one)), 'trailing-data'],
    [
      'a tar in two members',
      join(gzip(one.subarray(0, 512)), gzip(one.subarray(512))),
      'trailing-data',
    ],
    ['garbage after it', join(gzip(one), 'x'), 'trailing-data'],
    ['zeros after it', join(gzip(one), new Uint8Array(512)), 'trailing-data'],
    ['a wrong checksum', gzip(one, { crc: 1 }), 'checksum'],
    ['a wrong size', gzip(one, { size: 5 }), 'size-lies'],
    ['a method that is not deflate', gzip(one, { method: 9 }), 'compression-method'],
    ['reserved flags', gzip(one, { flags: 0x20 }), 'damaged'],
    [
      'a wrong header checksum',
      gzip(one, { flags: 2, optional: new Uint8Array([1, 2]) }),
      'checksum',
    ],
    [
      'a name without an end',
      join(new Uint8Array([0x1f, 0x8b, 8, 8, 0, 0, 0, 0, 0, 3]), 'n'.repeat(40)),
      'damaged',
    ],
    [
      'an extra field beyond the end',
      gzip(one, { flags: 4, optional: little(0xffff, 2) }),
      'damaged',
    ],
    ['half of its bytes', gzip(one).subarray(0, 60), 'damaged'],
    ['no trailer', gzip(one).subarray(0, -8), 'damaged'],
    ['only the header', gzip(one).subarray(0, 10), 'damaged'],
    ['another gzip inside', gzip(gzip(one)), 'damaged'],
    [
      'another gzip inside, of a block or more',
      gzip(join(gzip(one), new Uint8Array(2_048))),
      'checksum',
    ],
    ['something other than a tar', gzip(text('hello'.repeat(300))), 'checksum'],
  ])('is refused with %s', async (_, bytes, rule) => {
    const refusal = await refusalOf(bytes);
    expect(refusal.rule).toBe(rule);
    expect(refusal).toMatchSnapshot();
  });

  it('is read from common writers', async () => {
    expect(await pathsOf(new Uint8Array(gzipSync(one)))).toEqual(['SKILL.md']);
    expect(
      await pathsOf(new Uint8Array(gzipSync(tar([skillFile], new Uint8Array(10_240))))),
    ).toEqual(['SKILL.md']);
  });
});

describe('the blocks of a tar', () => {
  it.each([
    ['a wrong header checksum', tarGz({ name: 'a', broken: true }), 'checksum'],
    ['one empty block at its end', gzip(tar([skillFile], new Uint8Array(512))), 'damaged'],
    ['no empty block at its end', gzip(tar([skillFile], new Uint8Array())), 'damaged'],
    ['part of a block at its end', packed(one, new Uint8Array(100)), 'damaged'],
    [
      'another tar behind its end',
      packed(one, tar([{ name: 'evil', body: 'x' }])),
      'trailing-data',
    ],
    [
      'one entry between two empty blocks',
      packed(tarPart(skillFile), new Uint8Array(512), tarPart({ name: 'evil' }), tarEnd),
      'trailing-data',
    ],
    ['a size beyond its end', tarGz({ name: 'a', body: 'x', size: 100_000 }), 'damaged'],
    [
      'a size over the limit',
      tarGz({ name: 'a', body: 'x', size: 0o7777777 * 512 }),
      'too-many-bytes',
    ],
    [
      'a binary size',
      tarGz({
        name: 'a',
        body: 'x',
        size: new Uint8Array([0x80, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1]),
      }),
      'damaged',
    ],
    [
      'a negative size',
      tarGz({ name: 'a', body: 'x', size: new Uint8Array(12).fill(0xff) }),
      'damaged',
    ],
    [
      'a size with a sign',
      tarGz({ name: 'a', body: 'x', size: text('-0000000001\u0000') }),
      'damaged',
    ],
    ['a folder with content', tarGz({ name: 'a/', type: '5', body: 'x' }), 'size-lies'],
    ['an old folder with content', tarGz({ name: 'a/', type: '\u0000', body: 'x' }), 'size-lies'],
    [
      'a link with bytes',
      tarGz({ name: 'a', type: '2', linkName: 'SKILL.md', body: 'x' }),
      'size-lies',
    ],
    ['a file that names a target', tarGz({ name: 'a', linkName: 'SKILL.md' }), 'readers-disagree'],
  ])('are refused with %s', async (_, bytes, rule) => {
    const refusal = await refusalOf(bytes);
    expect(refusal.rule).toBe(rule);
    expect(refusal).toMatchSnapshot();
  });

  it.each(['3', '4', '6', '7', 'D', 'M', 'N', 'V', 'X', 'Z'])(
    'of type %s are refused, because only files, folders and links are allowed',
    async (type) => {
      expect(await refusalOf(tarGz({ name: 'odd', type }))).toMatchObject({
        rule: 'entry-kind',
        entry: 'odd',
      });
    },
  );

  it('may be in the oldest format, in which a slash marks a folder', async () => {
    const read = await contentsOf(
      tarGz(
        { name: 'docs/', type: '\u0000', magic: '' },
        { name: 'docs/a', type: '\u0000', magic: '', body: 'x' },
      ),
    );
    expect(read.entries.map(({ path, kind }) => [path, kind])).toEqual([
      ['SKILL.md', 'file'],
      ['docs', 'folder'],
      ['docs/a', 'file'],
    ]);
  });

  it('may fill the whole field of a name or target, and be padded with spaces', async () => {
    const name = 'n'.repeat(100);
    expect(await pathsOf(tarGz({ name, body: 'x' }))).toEqual(['SKILL.md', name]);
    const size = text('         1  ');
    expect(await pathsOf(tarGz({ name: 'a', body: 'x', size }))).toEqual(['SKILL.md', 'a']);
    const none = text(' '.repeat(12));
    expect(await pathsOf(tarGz({ name: 'a', body: '', size: none }))).toEqual(['SKILL.md', 'a']);
  });

  it('have no prefix where GNU stores something else', async () => {
    const old = { name: 'a', body: 'x', magic: 'ustar  \u0000', prefix: '00000000000' };
    expect(await pathsOf(tarGz(old))).toEqual(['SKILL.md', 'a']);
  });

  it('may split a long path between name and prefix', async () => {
    expect(await pathsOf(tarGz({ prefix: 'p'.repeat(90), name: 'a.md', body: 'x' }))).toEqual([
      'SKILL.md',
      `${'p'.repeat(90)}/a.md`,
    ]);
    expect(await ruleOf(tarGz({ prefix: '..', name: 'evil' }))).toBe('path-traversal');
    expect(await ruleOf(tarGz({ prefix: '/etc', name: 'evil' }))).toBe('path-absolute');
  });

  it('are refused if readers split a name differently', async () => {
    expect(await ruleOf(tarGz({ name: 'a\u0000b\nc', body: 'x' }))).toBe('readers-disagree');
    expect(await pathsOf(tarGz({ name: 'a\u0000garbage', body: 'x' }))).toEqual(['SKILL.md', 'a']);
  });
});

describe('names outside the header', () => {
  const long = `${'docs/'.repeat(25)}guide.md`;
  const pax = (...records: string[]) => ({
    name: 'PaxHeaders/x',
    type: 'x',
    body: records.join(''),
  });
  const shared = (...records: string[]) => ({
    name: 'pax_global_header',
    type: 'g',
    body: records.join(''),
  });
  const gnu = (name: string, type = 'L') => ({
    name: '././@LongLink',
    type,
    body: `${name}\u0000`,
    magic: 'ustar  \u0000',
  });
  const file = { name: 'short', body: 'x' };

  it('are read from a pax or GNU header', async () => {
    expect(
      await pathsOf(tarGz(pax(paxRecord('mtime', '1.5'), paxRecord('path', long)), file)),
    ).toEqual(['SKILL.md', long]);
    expect(await pathsOf(tarGz(gnu(long), file))).toEqual(['SKILL.md', long]);
    expect(
      await pathsOf(tarGz(pax(paxRecord('path', 'naïve.md')), file, { name: 'next', body: 'y' })),
    ).toEqual(['SKILL.md', 'naïve.md', 'next']);
  });

  it('may be next to a repeated size, as node-tar writes it', async () => {
    expect(
      await pathsOf(tarGz(pax(paxRecord('path', long), paxRecord('size', '1')), file)),
    ).toEqual(['SKILL.md', long]);
  });

  it('may be next to a global header, as git writes it', async () => {
    expect(
      await pathsOf(gzip(tar([shared(paxRecord('comment', 'a'.repeat(40))), skillFile]))),
    ).toEqual(['SKILL.md']);
  });

  it.each(['../evil', '/etc/passwd', 'C:\\evil', 'a\\b', 'a//b', '', `${'a/'.repeat(40)}b`])(
    'are checked like any other: %j',
    async (name) => {
      expect(await ruleOf(tarGz(pax(paxRecord('path', name)), file))).toMatch(/^path-/);
      expect(await ruleOf(tarGz(gnu(name), file))).toMatch(/^path-|damaged|readers-disagree/);
    },
  );

  it('of a link are checked too', async () => {
    const link = { name: 'link', type: '2', linkName: 'SKILL.md' };
    expect(await ruleOf(tarGz(pax(paxRecord('linkpath', '../../etc')), link))).toBe('link-outside');
    expect(await ruleOf(tarGz(gnu('/etc/passwd', 'K'), link))).toBe('link-outside');
    expect((await contentsOf(tarGz(gnu('./SKILL.md', 'K'), link))).entries[1]?.linkTarget).toBe(
      './SKILL.md',
    );
  });

  it.each([
    [
      'a pax path twice',
      [pax(paxRecord('path', 'a'), paxRecord('path', 'b')), file],
      'names-disagree',
    ],
    [
      'two pax headers',
      [pax(paxRecord('path', 'a')), pax(paxRecord('path', 'b')), file],
      'names-disagree',
    ],
    ['two GNU names', [gnu('a'), gnu('b'), file], 'names-disagree'],
    ['a pax and a GNU name', [pax(paxRecord('path', 'a')), gnu('b'), file], 'names-disagree'],
    ['a shared path', [shared(paxRecord('path', 'evil')), file], 'names-disagree'],
    ['a different size in a pax header', [pax(paxRecord('size', '512')), file], 'size-lies'],
    ['a size in a shared header', [shared(paxRecord('size', '512')), file], 'size-lies'],
    [
      'a repeated size',
      [pax(paxRecord('size', '1'), paxRecord('size', '1')), file],
      'names-disagree',
    ],
    ['a malformed size', [pax(paxRecord('size', '+1')), file], 'size-lies'],
    ['a GNU sparse map in a pax header', [pax(paxRecord('GNU.sparse.major', '1')), file], 'sparse'],
    ['an old sparse file', [{ name: 'holes', type: 'S', body: 'x' }], 'sparse'],
    [
      'another character set',
      [pax(paxRecord('hdrcharset', 'BINARY'), paxRecord('path', 'a')), file],
      'name-encoding',
    ],
    ['a record with a wrong length', [pax('99 path=a\n'), file], 'damaged'],
    ['a record without a length', [pax('path=a\n'), file], 'damaged'],
    ['a record of length zero', [pax('0 path=a\n'), file], 'damaged'],
    ['a record without a value', [pax('8 pathx\n'), file], 'damaged'],
    ['a record whose length is not all digits', [pax('9x path=a\n'), file], 'damaged'],
    ['a record whose length does not start with a digit', [pax('x10 path=a\n'), file], 'damaged'],
    ['a record without its line ending', [pax('9 path=abc'), file], 'damaged'],
    [
      'a name that ends in NUL and more',
      [pax(paxRecord('path', 'a\u0000b')), file],
      'path-control',
    ],
    [
      'a header that is too large',
      [pax(paxRecord('comment', Array.from({ length: 20_000 }, (_, at) => at).join())), file],
      'too-many-bytes',
    ],
    ['a header without its entry', [pax(paxRecord('path', 'a'))], 'damaged'],
  ] as const)('are refused with %s', async (_, parts, rule) => {
    const refusal = await refusalOf(tarGz(...parts));
    expect(refusal.rule).toBe(rule);
    expect(refusal).toMatchSnapshot();
  });

  it('are limited in total, so that headers cost no more than the entries', async () => {
    const many = Array.from({ length: 5_000 }, (_, at) =>
      paxRecord('c', String((at * 7_919) % 10_007)),
    ).join('');
    expect(await ruleOf(tarGz(...Array.from({ length: 30 }, () => shared(many)), file))).toBe(
      'too-many-bytes',
    );
    expect(
      await ruleOf(
        tarGz(
          ...Array.from({ length: 7_000 }, (_, at) => ({
            ...shared(),
            name: `g${(at * 7_919) % 10_007}`,
          })),
          file,
        ),
      ),
    ).toBe('too-many-entries');
  });

  it('cannot hide a record in the value of another', async () => {
    const read = await ruleOf(
      tarGz(pax(paxRecord('comment', `x\n${paxRecord('path', 'evil')}`)), file),
    );
    expect(['accepted', 'readers-disagree']).toContain(read);
    if (read === 'accepted')
      expect(
        await pathsOf(tarGz(pax(paxRecord('comment', `x\n${paxRecord('path', 'evil')}`)), file)),
      ).toEqual(['SKILL.md', 'short']);
  });

  it('keep the end where the headers put it', async () => {
    // The header says one block and a pax size says none; the body must not become a header.
    const inner = tarHeaderBlock({ name: 'smuggled', size: 0 });
    expect(await ruleOf(tarGz(pax(paxRecord('size', '0')), { name: 'outer', body: inner }))).toBe(
      'size-lies',
    );
    expect(await pathsOf(tarGz({ name: 'outer', body: inner }))).toEqual(['SKILL.md', 'outer']);
  });
});
