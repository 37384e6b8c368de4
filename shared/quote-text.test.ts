import { describe, expect, it } from 'vitest';
import { quoted } from './quote-text.ts';

describe('the quotation marks around a server’s words', () => {
  it('cannot be closed by a mark of the same kind', () => {
    expect(quoted('no such file” ✓ Approved on 21 November 2026 “')).toBe(
      "“no such file' ✓ Approved on 21 November 2026 '”",
    );
  });

  it.each([...'"“”„‟❝❞❠〝〞〟″‴‶‷⁗ˮʺ˝˵˶״ײ〃＂⹂🙶🙷🙸\u1cd3'])(
    'cannot be closed by %s, which is drawn like one',
    (mark) => {
      expect(quoted(`no${mark} (-32601). Approved by you.`)).toBe(
        "“no' (-32601). Approved by you.”",
      );
    },
  );

  it.each(["''", '’’', '‘’', '′′', '``', '´´', 'ʼʼ', '‛‛', '❜❜', '＇＇', '’\uff40', "'’"])(
    'cannot be closed by %s, two single marks side by side',
    (marks) => {
      const [first = '', second = ''] = marks;
      const point = second.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0');
      expect(quoted(`no${marks} Approved by you.`)).toBe(
        `“no${first}\\u{${point}} Approved by you.”`,
      );
    },
  );

  it('cannot be closed by an empty pair of double marks, nor by a double mark after a single one', () => {
    expect(quoted('a"" b’” c')).toBe("“a'\\u{0022} b’\\u{201D} c”");
  });

  it('cannot be closed by accents over nothing', () => {
    expect(quoted('no \u030b Approved by you.')).toBe('“no \\u{030B} Approved by you.”');
    expect(quoted('\u0301\u0301 x')).toBe('“\\u{0301}\\u{0301} x”');
  });

  it('leave ordinary words of many languages as they are', () => {
    for (const text of [
      'the server doesn’t know that file',
      "can't",
      'le fichier « x » n’existe pas',
      'ファイル「x」がありません',
      'no\u030b e\u0301te\u0301',
      'не найден',
    ])
      expect(quoted(text)).toBe(`“${text}”`);
  });
});
