import { describe, expect, it } from 'vitest';
import { terminalSafe, visible, visibleMultiline } from './text.ts';

const tagged = (text: string): string =>
  [...text].map((char) => String.fromCodePoint(0xe0000 + char.charCodeAt(0))).join('');

describe('visible', () => {
  it.each([
    ['a right-to-left override', 'invoice\u202Efdp.exe', 'invoice\\u{202E}fdp.exe'],
    ['isolates', '\u2066x\u2069', '\\u{2066}x\\u{2069}'],
    ['a zero width space', 'pay\u200Bpal', 'pay\\u{200B}pal'],
    ['a soft hyphen', 're\u00ADfunds', 're\\u{00AD}funds'],
    ['a byte order mark', '\uFEFFname', '\\u{FEFF}name'],
    ['an escape sequence', '\u001B[31mred', '\\u{001B}[31mred'],
    ['a C1 control', 'a\u009B31m', 'a\\u{009B}31m'],
    ['line ends and tabs', 'a\r\n\tb', 'a\\u{000D}\\u{000A}\\u{0009}b'],
    ['Unicode line separators', 'a\u2028b\u2029', 'a\\u{2028}b\\u{2029}'],
    ['tag text', `hi${tagged('rm')}`, 'hi\\u{E0072}\\u{E006D}'],
    ['selectors after a letter', 'a\uFE00\u{E0101}', 'a\\u{FE00}\\u{E0101}'],
    ['Hangul fillers', '\u3164\uFFA0', '\\u{3164}\\u{FFA0}'],
    ['a lone surrogate', 'a\uD800b', 'a\\u{D800}b'],
    ['a joiner between letters', 'a\u200Db', 'a\\u{200D}b'],
    ['a style selector after a letter', 'a\uFE0Fb', 'a\\u{FE0F}b'],
    ['a style selector after a digit that is no keycap', '1\uFE0F2', '1\\u{FE0F}2'],
    ['a no-break space', 'rm\u00A0-rf', 'rm\\u{00A0}-rf'],
    ['spaces of unusual widths', 'a\u2003b\u202Fc\u3000d', 'a\\u{2003}b\\u{202F}c\\u{3000}d'],
    ['a Cyrillic letter in a Latin word', 'p\u0430ypal', 'p\\u{0430}ypal'],
    [
      'a Latin letter in a Cyrillic word',
      '\u0441\u043E\u0432e\u0442',
      '\u0441\u043E\u0432\\u{0065}\u0442',
    ],
    ['a Greek letter in a Latin word', 'g\u03BFogle', 'g\\u{03BF}ogle'],
    [
      'a whole word that only looks Latin',
      'run \u0455\u0441\u043E\u0440\u0435 now',
      'run \\u{0455}\\u{0441}\\u{043E}\\u{0440}\\u{0435} now',
    ],
    ['a fullwidth letter in a plain word', 'r\uFF4Dfile', 'r\\u{FF4D}file'],
    ['a mathematical letter in a plain word', 'Ba\u{1D42C}h', 'Ba\\u{1D42C}h'],
    ['a slash of another block', 'github.com\u2215acme', 'github.com\\u{2215}acme'],
    ['a hyphen in a name', 'pdf\u2010tools', 'pdf\\u{2010}tools'],
    ['a hyphen before an option', 'rm \u2010rf', 'rm \\u{2010}rf'],
    ['a second style selector after an emoji', '❤\uFE0F\uFE0F', '❤\uFE0F\\u{FE0F}'],
  ])('shows %s', (_, text, shown) => {
    expect(visible(text)).toBe(shown);
  });

  it('leaves ordinary text of any script, and emoji, as they are', () => {
    for (const text of [
      'refunds',
      'Rückerstattung',
      '返金',
      'שלום',
      'नमस्ते',
      '👩‍👩‍👧',
      '❤️',
      '👍🏽',
      '1️⃣',
      'a b',
      'Возврат средств за рост',
      'Δx = 3 μm',
      'Wi-Fi-роутер',
      '設定　終了',
      'ＡＢＣ',
      'naïve café, Ærø, łódź',
    ])
      expect(visible(text)).toBe(text);
  });

  it('cuts to the length asked for, ends in an ellipsis and splits neither a pair nor an escape', () => {
    expect(visible('abcdef', 4)).toBe('abc…');
    expect(visible('abcd', 4)).toBe('abcd');
    expect(visible('ab😀d', 4)).toBe('ab…');
    expect(visible('ab\u202Ecdefghijkl', 6)).toBe('ab…');
    expect(visible('x'.repeat(1000))).toHaveLength(200);
  });

  it('never gives a control or direction character back, whatever the length', () => {
    const text = '\u202E\u0000a\u{E0041}'.repeat(50);
    for (let max = 1; max < 120; max += 1) {
      const shown = visible(text, max);
      expect(shown.length).toBeLessThanOrEqual(max);
      expect(shown.replaceAll(/\\u\{[0-9A-F]{4,6}\}/g, '')).toMatch(/^a*…$/);
    }
  });
});

describe('visibleMultiline', () => {
  it('keeps tabs and line ends and shows a lone carriage return', () => {
    expect(visibleMultiline('a\r\n\tb\nc\rd\u200B')).toBe('a\r\n\tb\nc\\u{000D}d\\u{200B}');
  });
  it('cuts only when asked', () => {
    expect(visibleMultiline('y'.repeat(5000))).toHaveLength(5000);
    expect(visibleMultiline('y'.repeat(5000), 10)).toBe(`${'y'.repeat(9)}…`);
  });
});

describe('terminalSafe', () => {
  it('lets no control, escape or direction character through', () => {
    const forged = '\u001B]0;owned\u0007\u009B2J\u202E\r\nok\tgo\u0008\u007F\rover\u{E0041}';
    expect(terminalSafe(forged)).not.toMatch(
      /[\u0000-\u0008\u000B-\u001F\u007F-\u009F\u202A-\u202E\u2066-\u2069\u{E0000}-\u{E007F}]/u,
    );
    expect(terminalSafe('a\r\nb\tc')).toBe('a\nb\tc');
  });
});

describe('what Unicode calls invisible', () => {
  it('is written out, every character of it but the signs that draw themselves', () => {
    const unseen = /[\p{Cc}\p{Cf}\p{Cs}\p{Z}\p{Default_Ignorable_Code_Point}\u{fffc}\u{1d159}]/u;
    // Signs around Arabic, Syriac and Kaithi numbers are format characters with a visible shape.
    const drawn = /[ \u{600}-\u{605}\u{6dd}\u{70f}\u{890}\u{891}\u{8e2}\u{110bd}\u{110cd}]/u;
    const through: string[] = [];
    for (let point = 0; point <= 0x10ffff; point += 1) {
      const character = String.fromCodePoint(point);
      if (!unseen.test(character) || drawn.test(character)) continue;
      if (visible(`a${character}b`).includes(character)) through.push(point.toString(16));
    }
    expect(through).toEqual([]);
  });
});

describe('a text that is cut', () => {
  it.each([
    ['abcdef', 6, 'abcdef'],
    ['abcdefg', 6, 'abcde…'],
    // Never splits a pair.
    ['abcd😀x', 6, 'abcd…'],
    ['abc😀xy', 6, 'abc😀…'],
    ['\uD83D\uDE00\uD83D\uDE00', 3, '😀…'],
    // Nor an escape, which is returned whole or not at all.
    ['ab\u202Ecd', 9, 'ab…'],
    ['ab\u202Ecd', 11, String.raw`ab\u{202E}…`],
    ['ab\u202Ec', 11, String.raw`ab\u{202E}c`],
    ['\u202Eabcdefghijkl', 15, String.raw`\u{202E}abcdef…`],
    // Something that only looks like an unfinished escape is text.
    [`${String.raw`\u{`}abcdefghijklmnop}`, 15, `${String.raw`\u{`}abcdefghijk…`],
  ])('%j to %d is %s', (text, most, shown) => {
    expect(visible(text, most)).toBe(shown);
    expect(visible(text, most).length).toBeLessThanOrEqual(Math.max(most, 1));
  });
});
