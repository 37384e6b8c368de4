import { describe, expect, it } from 'vitest';
import { labelProblem } from './label.ts';

describe('a label that a person types', () => {
  it.each([
    'acme',
    'Мой сервер',
    '社内　サーバー',
    'שרת',
    'prod 🚀',
    '❤️ acme',
    'b\u{1F469}\u200D\u{1F4BB}',
  ])('may be in any language, with any sign that is seen: %s', (label) => {
    expect(labelProblem(label)).toBeNull();
  });

  it.each<readonly [string, string, string]>([
    ['nothing', '', 'Give the server a label.'],
    ['a filler', 'ac\u3164me', 'A label can’t contain invisible characters.'],
    ['a change of direction', 'ac\u202eme', 'A label can’t contain invisible characters.'],
    ['a control character', 'ac\u0007me', 'A label can’t contain invisible characters.'],
    ['an unassigned character', 'ac\u{e000}me', 'A label can’t contain invisible characters.'],
    [
      'a letter of another script in a word',
      '\u0430cme',
      'A label can’t contain letters that look like those of another script: \\u{0430}cme',
    ],
    ['too much', 'x'.repeat(81), 'A label has at most 80 characters.'],
    ['a name of the language', '__proto__', 'This label can’t be used.'],
  ])('is refused in plain words where it has %s', (_, label, expected) => {
    expect(labelProblem(label)).toBe(expected);
  });
});
