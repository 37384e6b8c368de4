import { describe, expect, it } from 'vitest';
import { firstDifference, notesOn } from './explain.ts';

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
