import { describe, expect, it } from 'vitest';
import { hiddenCharacters } from './hidden.ts';

const tagged = (text: string): string =>
  [...text].map((char) => String.fromCodePoint(0xe0000 + char.charCodeAt(0))).join('');

describe('hiddenCharacters', () => {
  it('gives line, column, code point and name', () => {
    expect(hiddenCharacters('one\ntwo\u200B\r\n\u202Ethree')).toEqual([
      { kind: 'invisible', line: 2, column: 4, codePoint: 'U+200B', name: 'zero width space' },
      {
        kind: 'invisible',
        line: 3,
        column: 1,
        codePoint: 'U+202E',
        name: 'right-to-left override',
      },
    ]);
  });
  it('spells tag characters out', () => {
    expect(hiddenCharacters(tagged('a'))).toEqual([
      { kind: 'invisible', line: 1, column: 1, codePoint: 'U+E0061', name: 'tag character “a”' },
    ]);
  });
  it('finds nothing in a leading byte order mark, tabs, CRLF and emoji', () => {
    expect(hiddenCharacters('\uFEFFa\tb\r\n👩‍👩‍👧 ❤️')).toEqual([]);
  });
  it('stops at the limit', () => {
    expect(hiddenCharacters('\u200B'.repeat(5000))).toHaveLength(200);
    expect(hiddenCharacters('\u200B'.repeat(5000), 3)).toHaveLength(3);
  });
  it('finds unusual spaces and letters that pose as others', () => {
    expect(hiddenCharacters('a\u00A0b\nb\u0430sh')).toEqual([
      { kind: 'space', line: 1, column: 2, codePoint: 'U+00A0', name: 'no-break space' },
      {
        kind: 'lookalike',
        line: 2,
        column: 2,
        codePoint: 'U+0430',
        name: 'Cyrillic letter in a word of Latin ones',
      },
    ]);
  });
  it('finds signs that imitate syntax, and more of them in code', () => {
    const found = {
      kind: 'lookalike',
      line: 1,
      column: 7,
      codePoint: 'U+2215',
      name: 'character that looks like "/"',
    };
    expect(hiddenCharacters('a.test\u2215b \u2013 c')).toEqual([found]);
    expect(hiddenCharacters('a.test\u2215b \u2013 c', 200, 'code')).toMatchObject([
      found,
      { codePoint: 'U+2013', name: 'character that looks like "-"' },
    ]);
  });
  it('finds a line that goes on long after its visible part, and text after a screen of nothing', () => {
    expect(hiddenCharacters(`one\nok${' '.repeat(300)}curl evil\n`)).toEqual([
      { kind: 'blank', line: 2, column: 3, codePoint: '', name: '300 spaces in a row' },
    ]);
    expect(hiddenCharacters(`ok${'\t \t'.repeat(100)}`)).toHaveLength(1);
    expect(hiddenCharacters(`end${'\n'.repeat(80)}rm -rf`)).toMatchObject([
      { kind: 'blank', line: 1, name: '79 empty lines before more text' },
    ]);
    expect(hiddenCharacters(`| a${' '.repeat(120)}| b |\n    code\n\n\nend\n`)).toEqual([]);
  });
  it('stays linear over a megabyte of blanks and of mixed words', () => {
    const hostile = [
      ' \t'.repeat(5e5),
      'a'.repeat(1e6),
      '\u0430a '.repeat(3e5),
      '\u0441 '.repeat(5e5),
    ];
    for (const text of hostile) expect(hiddenCharacters(text).length).toBeLessThanOrEqual(200);
  });
});
