import { describe, expect, it } from 'vitest';
import { firstDifference, notesOn } from './notes.ts';

const of = (arrived: string, expected: string | null): string[] =>
  notesOn(Buffer.from(arrived), expected === null ? null : Buffer.from(expected));

describe('what is to be seen in two files that should be one', () => {
  it.each([
    ['abc', 'abcdef\n', 'What arrived is cut off: it is the first 3 bytes of 7 bytes.'],
    ['abc\n', 'abc', 'What arrived begins with all that was expected, and has 1 byte more.'],
    ['a\nbx\n', 'a\nby\n', 'They differ first at byte 3 (from 0), in line 2.'],
    ['\u{FEFF}a', 'a', 'What arrived begins with a byte order mark; what was expected does not.'],
    ['a', '\u{FEFF}a', 'What was expected begins with a byte order mark; what arrived does not.'],
    ['a\r\nb', 'a\nb', 'What arrived has 1 CRLF line end; what was expected has 1 LF line end.'],
    ['a', 'a\n', 'What arrived ends without a line end; what was expected ends with a line end.'],
    [
      'a\u{FFFD}',
      'aé',
      'What arrived has U+FFFD, the sign for bytes that were no text when they were decoded; what was expected does not.',
    ],
  ])('%j for %j', (arrived, expected, note) => {
    expect(of(arrived, expected)).toContain(note);
  });

  it('is of what arrived alone where nothing else is known', () => {
    expect(of('a\r\nb\n', null)).toEqual([
      'What arrived has 1 CRLF and 1 LF line ends.',
      'What arrived ends with a line end.',
    ]);
    expect(notesOn(Uint8Array.of(255, 254, 0), null)).toEqual(['What arrived is not UTF-8 text.']);
  });

  it('finds the first difference behind many equal bytes', () => {
    const long = Buffer.alloc(1_000_003, 'a');
    const other = Buffer.from(long);
    other[1_000_001] = 0;
    expect(firstDifference(long, other)).toBe(1_000_001);
    expect(firstDifference(long, long.subarray(0, 9_000))).toBe(9_000);
  });
});
