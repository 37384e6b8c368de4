import { describe, expect, it } from 'vitest';
import { limits } from '../limits.ts';
import { textOf } from './preview.ts';
import { be32, of, png, raw, utf8, zeros } from './testing/files.ts';

describe('text', () => {
  it('is Markdown with its frontmatter in file order if the name ends in .md', () => {
    const { preview } = of(
      'SKILL.md',
      utf8('---\nname: refunds\nallowed-tools: [Bash]\n---\n# Hi\n'),
    );
    expect(preview).toMatchObject({
      kind: 'markdown',
      body: '# Hi\n',
      frontmatter: [
        { field: 'name', value: '"refunds"' },
        { field: 'allowed-tools', value: '[\n  "Bash"\n]' },
      ],
    });
  });
  it('lists lines with both writing directions, and characters that imitate syntax in code', () => {
    const hidden = (path: string, text: string) =>
      of(path, utf8(text)).hidden.map(({ kind, line, codePoint }) => [kind, line, codePoint]);
    expect(hidden('a.md', 'x \u2013 y\nrefund(\u05d0, 1, 1000, \u05d1)\n')).toEqual([
      ['order', 2, ''],
    ]);
    expect(hidden('a.py', 'x \u2013 y\n')).toEqual([['lookalike', 1, 'U+2013']]);
  });
  it('is Markdown with either of the two extensions, in any case', () => {
    for (const path of ['a.md', 'a.MD', 'a.markdown'])
      expect(of(path, utf8('x')).preview.kind).toBe('markdown');
    expect(of('a.mdx', utf8('x')).preview.kind).toBe('code');
  });
  it('is Markdown with a problem only if it has broken frontmatter', () => {
    expect(of('notes.md', utf8('# Notes'))).toMatchObject({
      preview: { kind: 'markdown', body: '# Notes', frontmatter: [] },
    });
    expect(of('notes.md', utf8('# Notes')).preview).not.toHaveProperty('frontmatterProblem');
    expect(of('SKILL.md', utf8('---\na: [\n---\nx')).preview).toHaveProperty('frontmatterProblem');
  });
  it.each([
    ['run.py', 'print(1)', 'python'],
    ['a.json', '{}', 'json'],
    ['run', '#!/usr/bin/env bash\n', 'shell'],
    ['run', '#!/usr/bin/python3\n', 'python'],
    ['data', 'a: 1', 'plaintext'],
    ['constructor', 'x', 'plaintext'],
    ['Dockerfile', 'FROM x', 'dockerfile'],
    ['LICENSE', '', 'plaintext'],
  ])('%s is code, colored by its name first', (path, text, language) => {
    expect(of(path, utf8(text)).preview).toEqual({ kind: 'code', language, text });
  });
  it('shows SVG as source under any name', () => {
    const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';
    for (const path of ['logo.svg', 'logo.png', 'logo'])
      expect(of(path, utf8(svg)).preview.kind).toBe('code');
    expect(of('logo.svg', utf8(svg)).preview).toMatchObject({ language: 'xml' });
    expect(of('logo', utf8(svg)).preview).toMatchObject({ language: 'xml' });
  });
  it('is text even if it starts with the letters of a binary type', () => {
    for (const start of ['ID3 is an algorithm', 'GIF89a is old', 'BZh', 'PK zip'])
      expect(of('a.txt', utf8(start)).preview).toMatchObject({ kind: 'code', text: start });
  });
  it('keeps hidden characters in the text and says where they are', () => {
    const { preview, hidden } = of('a.txt', utf8('pay\u200Bpal \u202Egro'));
    expect(preview).toMatchObject({ text: 'pay\u200Bpal \u202Egro' });
    expect(hidden.map(({ codePoint }) => codePoint)).toEqual(['U+200B', 'U+202E']);
  });
  it('is cut at a whole character above the limit, unless all of it is requested', () => {
    const bytes = utf8(`x${'é'.repeat(limits.textShownBytes)}`);
    const cut = of('a.txt', bytes);
    expect(cut.truncated).toBe(true);
    expect(cut.preview.kind === 'code' && cut.preview.text.endsWith('é')).toBe(true);
    expect(cut.preview.kind === 'code' && utf8(cut.preview.text).length).toBe(
      limits.textShownBytes - 1,
    );
    const whole = of('a.txt', bytes, true);
    expect(whole.truncated).toBe(false);
    expect(whole.preview.kind === 'code' && utf8(whole.preview.text).length).toBe(bytes.length);
  });
});

describe('images', () => {
  it.each([
    ['image/png', png(2, 3)],
    ['image/gif', raw('GIF89a', [2, 0, 3, 0, 0, 0, 0], [0x3b])],
    [
      'image/jpeg',
      raw([
        0xff, 0xd8, 0xff, 0xe0, 0, 4, 0, 0, 0xff, 0xc0, 0, 11, 8, 0, 3, 0, 2, 1, 1, 0x11, 0, 0xff,
        0xd9,
      ]),
    ],
    ['image/webp', raw('RIFF', zeros(4), 'WEBPVP8X', zeros(8), [1, 0, 0], [2, 0, 0])],
    [
      'image/bmp',
      raw('BM', zeros(12), [40, 0, 0, 0, 2, 0, 0, 0, 0xfd, 0xff, 0xff, 0xff], zeros(20)),
    ],
    [
      'image/avif',
      raw(be32(24), 'ftypavif', zeros(12), be32(20), 'ispe', zeros(4), be32(2), be32(3), zeros(20)),
    ],
  ])('%s is recognized by its first bytes, not by its name', (mediaType, bytes) => {
    expect(of('notes.txt', bytes).preview).toMatchObject({
      kind: 'image',
      mediaType,
    });
  });
  it.each([
    ['PNG', png(100_000, 100_000)],
    [
      'GIF with a frame outside its screen',
      raw(
        'GIF89a',
        [2, 0, 3, 0, 0, 0, 0],
        [0x2c, 0, 0, 0, 0, 0xff, 0xff, 0xff, 0xff, 0, 2, 0, 0x3b],
      ),
    ],
    [
      'JPEG whose second frame is the large one',
      raw(
        [
          0xff, 0xd8, 0xff, 0xc0, 0, 9, 8, 0, 3, 0, 2, 1, 1, 0xff, 0xc2, 0, 9, 8, 0xff, 0xff, 0xff,
          0xff, 1, 1, 0xff, 0xd9,
        ],
        zeros(12),
      ),
    ],
  ])('a %s of more than 50 megapixels is not decoded', (_, bytes) => {
    const { preview } = of('a.png', bytes);
    expect(preview).toMatchObject({ kind: 'binary' });
    expect(preview.kind === 'binary' && preview.type).toContain('megapixels');
  });
  it('an image that hides its size is not decoded', () => {
    expect(of('a.jpg', raw([0xff, 0xd8, 0xff, 0xda, 0, 2]))).toMatchObject({
      preview: { kind: 'binary', type: 'image/jpeg that does not state its size' },
    });
  });
});

describe('everything else', () => {
  it.each([
    ['run.md', raw('\x7fELF', zeros(12)), 'ELF executable or library'],
    ['setup.txt', raw('MZ', zeros(64)), 'Windows executable or library (PE)'],
    ['a', raw([0xcf, 0xfa, 0xed, 0xfe], zeros(12)), 'Mach-O executable or library'],
    ['a', raw([0xca, 0xfe, 0xba, 0xbe, 0, 0, 0, 2]), 'Mach-O universal binary'],
    ['A.class', raw([0xca, 0xfe, 0xba, 0xbe, 0, 0, 0, 61]), 'Java class'],
    ['manual.pdf', raw('%PDF-1.7\n', zeros(12)), 'PDF document'],
    ['paper.pdf', raw('%PDF-1.7\n%', [0xe2, 0xe3, 0xcf, 0xd3], '\n1 0 obj\n'), 'PDF document'],
    ['a.zip', raw('PK\x03\x04', zeros(26), 'x'), 'zip archive'],
    [
      'a.png',
      raw('PK\x03\x04', zeros(26), '[Content_Types].xml', zeros(9), 'word/document.xml'),
      'Microsoft Word document',
    ],
    ['a.gz', raw([0x1f, 0x8b, 8, 0]), 'gzip archive'],
    ['a.wasm', raw('\0asm', [1, 0, 0, 0]), 'WebAssembly module'],
    ['x.pyc', raw([0xcb, 0x0d, 0x0d, 0x0a, 0, 0]), 'Python bytecode'],
    ['db', raw('SQLite format 3\0'), 'SQLite database'],
    ['a.tar', raw('file', zeros(253), 'ustar', zeros(8)), 'tar archive'],
    ['blob.md', raw([1, 2, 0, 255]), 'unknown type'],
    ['koi8.txt', raw([0xf0, 0xd2, 0xc9, 0xd7, 0xc5, 0xd4]), 'unknown type'],
    [
      'photo.png',
      raw([0, 1, 2, 3], 'MZ', zeros(60), '\x89PNG\r\n\x1a\n', zeros(20)),
      'unknown type, with a PNG image after 66 bytes of other data',
    ],
  ])('%s is named by its bytes and shown as hex', (path, bytes, type) => {
    expect(of(path, bytes).preview).toMatchObject({ kind: 'binary', type });
  });
  it('mentions an image further inside only if the file is named as an image', () => {
    const bytes = raw([0, 1, 2, 3], zeros(60), '\x89PNG\r\n\x1a\n', zeros(20));
    const inside = 'unknown type, with a PNG image after 64 bytes of other data';
    for (const path of ['a.png', 'a.jpg', 'a.JPEG', 'a.webp', 'a.avif'])
      expect(of(path, bytes).preview, path).toMatchObject({ type: inside });
    for (const path of ['a', 'a.txt', 'a.apng', 'a.png2', 'png'])
      expect(of(path, bytes).preview, path).toMatchObject({ type: 'unknown type' });
    expect(of('a.png', bytes)).toMatchObject({ truncated: false, hidden: [] });
  });
  it('returns the first 64 KiB and says that there is more', () => {
    const just = of('x', raw([0, 1, 2, 3], zeros(limits.bytesShown - 4))).preview;
    expect(just).toMatchObject({ kind: 'binary', cut: false });

    const small = of('x', raw(zeros(4096), 'A'.repeat(4096))).preview;
    expect(small).toMatchObject({ kind: 'binary', cut: false, text: null });
    expect(small.kind === 'binary' && Buffer.from(small.base64, 'base64').length).toBe(8192);
    const large = of('x', raw([0, 1, 2, 3], zeros(limits.bytesShown))).preview;
    expect(large).toMatchObject({ kind: 'binary', cut: true });
    expect(large.kind === 'binary' && Buffer.from(large.base64, 'base64').length).toBe(
      limits.bytesShown,
    );
  });
});

describe('textOf', () => {
  const text = (bytes: Uint8Array, path = 'a.md') => textOf({ path, bytes });
  it('returns the text of files shown as text, and null for others', () => {
    expect(text(utf8('\uFEFFé'))).toBe('\uFEFFé');
    expect(text(raw([0xff]))).toBeNull();
    expect(text(raw('a line of text\0'))).toBe('a line of text\0');
  });
});
