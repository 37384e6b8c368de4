import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { sha256 } from '../digest.ts';
import { limits } from '../limits.ts';
import { explained, firstDifference, notesOn } from './explain.ts';
import { rewritten } from './matching-rewrite.ts';

const text = '---\nname: refunds\ndescription: Ré\u{FB01}nd\n---\n\n# Refunds\n\nPay “back”.\n';
const crlf = text.replaceAll('\n', '\r\n');
const bytesOf = (of: string): Uint8Array => Buffer.from(of);

/** The explanation if `arrived` is received instead of `meant`. */
const said = (arrived: Uint8Array | string, meant: Uint8Array | string, sized = true) => {
  const bytes = typeof meant === 'string' ? bytesOf(meant) : meant;
  return explained(
    arrived,
    { digest: sha256(bytes), size: sized ? bytes.byteLength : undefined },
    [],
  );
};

describe('a change of a file in transit', () => {
  it.each([
    ['LF for CRLF', crlf, text, 'the same text with LF line endings'],
    ['CRLF for LF', text, crlf, 'the same text with CRLF line endings'],
    ['CR', text, text.replaceAll('\n', '\r'), 'the same text with CR line endings'],
    ['its last line end taken', `${text}\n`, text, 'the same text without its last line ending'],
    [
      'its last line end lost',
      text.slice(0, -1),
      text,
      'the same text with one more line ending at the end',
    ],
    [
      'a CRLF at its end lost',
      crlf.slice(0, -2),
      crlf,
      'the same text with one more line ending at the end',
    ],
    ['trimmed', text, text.trim(), 'the same text without its last line ending'],
    ['three ends', `${text}\n \n`, text.trim(), 'the same text without trailing whitespace'],
    ['a mark added', `\u{FEFF}${text}`, text, 'the same text without a byte order mark'],
    ['a mark lost', text, `\u{FEFF}${text}`, 'the same text with a byte order mark'],
    [
      'two at once',
      crlf,
      text.slice(0, -1),
      'the same text with LF line endings and without its last line ending',
    ],
    [
      'three at once',
      crlf,
      `\u{FEFF}${text.slice(0, -1)}`,
      'the same text with a byte order mark, with LF line endings and without its last line ending',
    ],
    [
      'blanks at line ends',
      text.replaceAll('\n', '  \n'),
      text,
      'the same text without whitespace at the end of its lines',
    ],
    ['composed', text.normalize('NFD'), text.normalize('NFC'), 'the same text in Unicode form NFC'],
    ['UTF-16', text, Buffer.from(text, 'utf16le'), 'the same text in UTF-16 (little-endian)'],
    [
      'windows-1252',
      'Rückgabe „heute“',
      Buffer.from([82, 252, 99, 107, 103, 97, 98, 101, 32, 132, 104, 101, 117, 116, 101, 147]),
      'the same text in windows-1252',
    ],
    ['Latin-1', 'a\u{81}ü', Buffer.from('a\u{81}ü', 'latin1'), 'the same text in windows-1252'],
    [
      'base64 hashed',
      text,
      Buffer.from(text).toString('base64'),
      'the received content encoded as base64, not its bytes',
    ],
    [
      'encoded twice',
      Buffer.from(text).toString('base64'),
      text,
      'the received content decoded from base64: it was encoded once too often',
    ],
    [
      'quoted',
      JSON.stringify(text),
      text,
      'the text in the received JSON string: it was quoted once too often',
    ],
    ['quotes hashed', text, JSON.stringify(text), 'the same text as a quoted JSON string'],
    [
      'read as windows-1252',
      'RÃ¼ckgabe â€“ â€žheuteâ€œ',
      'Rückgabe – „heute“',
      'the bytes before they were read as windows-1252 and written as UTF-8',
    ],
    [
      'the body hashed',
      text,
      '# Refunds\n\nPay “back”.',
      'the text after the frontmatter, without leading and trailing whitespace',
    ],
    [
      'more came',
      `${text}<!-- served by acme -->`,
      text,
      `the first ${Buffer.byteLength(text)} bytes of the received content, which has 23 bytes more`,
    ],
    ['nothing hashed', text, '', 'an empty file'],
  ])('is recognized by the digest: %s', (_, arrived, meant, of) => {
    expect(said(arrived, meant)?.message).toBe(`The expected digest matches ${of}.`);
    // The same file as bytes.
    const bytes = typeof arrived === 'string' ? bytesOf(arrived) : arrived;
    expect(said(bytes, meant)?.message).toBe(`The expected digest matches ${of}.`);
  });

  it('is recognized in a binary blob that was decoded before it was hashed', () => {
    const blob = gzipSync('x'.repeat(300));
    expect(said(blob, blob.toString('utf8'))).toEqual({
      id: 'decoded-wrongly',
      message:
        'The expected digest matches the received content read as UTF-8, with U+FFFD for each invalid byte.',
    });
  });

  it('is also recognized without a size', () => {
    expect(said(crlf, text, false)?.id).toBe('line-shape');
  });

  it('gives exactly the expected bytes, never similar ones', () => {
    const found = rewritten(crlf, { digest: sha256(text), size: Buffer.byteLength(text) });
    expect(Buffer.from(found?.bytes ?? []).toString()).toBe(text);
    expect(said(`${text}!`, text.replace('Pay', 'pay'))).toBeNull();
  });

  it('is not reported if the size contradicts it', () => {
    const size = Buffer.byteLength(text) + 1;
    expect(rewritten(crlf, { digest: sha256(text), size })).toBeNull();
  });
});

describe('another explanation of a mismatch', () => {
  it('can be another file of the manifest, with its name escaped', () => {
    const others = [{ path: 'a\u{202E}b.md', digest: sha256('other') }];
    expect(explained('other', { digest: sha256('mine'), size: 4 }, others)).toEqual({
      id: 'other-file',
      message: "The received content matches the manifest's entry for a\\u{202E}b.md.",
    });
  });

  it.each([
    ['counts UTF-16 units, not bytes', text.length],
    ['counts CRLF as one byte', Buffer.byteLength(text)],
    ["isn't a count of these bytes", 7],
  ])('can be a size that %s', (words, size) => {
    const raw = words.includes('CRLF') ? crlf : text;
    expect(explained(raw, { digest: sha256(raw), size }, [])).toEqual({
      id: 'size-alone',
      message: `The digest matches and only the size differs: the expected size ${words}.`,
    });
  });
});

describe('hostile files', () => {
  it('are not rewritten if they are large, but extra data is still found', () => {
    const large = Buffer.alloc(limits.rewrittenBytes + 2, 'a\r\n');
    const lf = large.toString().replaceAll('\r\n', '\n');
    expect(said(large, lf)).toBeNull();
    expect(said(large, large.subarray(0, 9))?.id).toBe('longer');
  });

  it('of spaces, quotes and lone line endings are walked only once', () => {
    const size = 200_000;
    for (const one of [' ', '"', '\r', '\n', '-', 'A', '\u{FEFF}'])
      for (const arrived of [one.repeat(size), `${one.repeat(size)}!`])
        expect(explained(arrived, { digest: sha256('?') }, [])).toBeNull();
  });
});

const of = (arrived: string, expected: string | null): string[] =>
  notesOn(Buffer.from(arrived), expected === null ? null : Buffer.from(expected));

describe('notes on two files that should be the same', () => {
  it.each([
    [
      'abc',
      'abcdef\n',
      'The received content is cut off: it has only the first 3 bytes of 7 bytes.',
    ],
    [
      'abc\n',
      'abc',
      'The received content starts with all of the expected content and has 1 byte more.',
    ],
    ['a\nbx\n', 'a\nby\n', 'They first differ at byte 3 (counted from 0), on line 2.'],
    [
      '\u{FEFF}a',
      'a',
      "The received content starts with a byte order mark; the expected content doesn't.",
    ],
    [
      'a',
      '\u{FEFF}a',
      "The expected content starts with a byte order mark; the received content doesn't.",
    ],
    [
      'a\r\nb',
      'a\nb',
      'The received content has 1 CRLF line ending; the expected content has 1 LF line ending.',
    ],
    [
      'a',
      'a\n',
      'The received content ends without a line ending; the expected content ends with a line ending.',
    ],
    [
      'a\u{FFFD}',
      'aé',
      "The received content has U+FFFD, which stands for bytes that could not be decoded; the expected content doesn't.",
    ],
  ])('%j for %j', (arrived, expected, note) => {
    expect(of(arrived, expected)).toContain(note);
  });

  it('are only about the received content if nothing else is known', () => {
    expect(of('a\r\nb\n', null)).toEqual([
      'The received content has 1 CRLF and 1 LF line endings.',
      'The received content ends with a line ending.',
    ]);
    expect(notesOn(Uint8Array.of(255, 254, 0), null)).toEqual([
      'The received content is not UTF-8 text.',
    ]);
  });

  it('find the first difference after many equal bytes', () => {
    const long = Buffer.alloc(1_000_003, 'a');
    const other = Buffer.from(long);
    other[1_000_001] = 0;
    expect(firstDifference(long, other)).toBe(1_000_001);
    expect(firstDifference(long, long.subarray(0, 9_000))).toBe(9_000);
  });
});
