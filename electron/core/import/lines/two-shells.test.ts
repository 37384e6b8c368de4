import { describe, expect, it } from 'vitest';
import { certainLines } from './lines.ts';

const read = (text: string) =>
  certainLines(text).map(({ words, problem }) =>
    problem === null ? words.map((word) => word.text) : problem,
  );

describe('a line that two shells read', () => {
  it.each([
    "acme '$env:X' a\\ b",
    'acme a # C:\\x',
    "acme a\\ b # '$env:X'",
    'acme C:\\\\x',
    'acme C:\\dir\\ b',
    "acme '$env:X' a\\b",
    "one '$env:X'\nacme a\\ b",
  ])('is refused if they read it differently: %j', (text) => {
    expect(read(text).at(-1)).toMatch(/^A Unix shell reads this line differently/);
  });

  it.each<readonly [string, string[][]]>([
    ["acme '$env:X' b", [['acme', '$env:X', 'b']]],
    [
      "one '$env:X'\nacme 'a b'",
      [
        ['one', '$env:X'],
        ['acme', 'a b'],
      ],
    ],
    ['npx --dir C:\\Users\\x', [['npx', '--dir', 'C:\\Users\\x']]],
    ["npx --dir 'C:\\Users\\x y'", [['npx', '--dir', 'C:\\Users\\x y']]],
    ['.\\a.exe --dir=C:\\Users\\x', [['.\\a.exe', '--dir=C:\\Users\\x']]],
    ["node C:\\x.js 'a b'", [['node', 'C:\\x.js', 'a b']]],
    ['# a note\nnpx --dir C:\\Users\\x', [['npx', '--dir', 'C:\\Users\\x']]],
    ['C:\\> acme a\\b', [['acme', 'a\\b']]],
    ['x C:\\a ^\r\n y', [['x', 'C:\\a', 'y']]],
    ['acme a\\ b', [['acme', 'a b']]],
  ])('is read where they do not, or only one of them can be meant: %j', (text, expected) => {
    expect(read(text)).toEqual(expected);
  });
});
