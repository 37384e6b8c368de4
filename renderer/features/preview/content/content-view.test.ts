import { describe, expect, it } from 'vitest';
import { tableLimits, tableRows, indentJson } from './content-view.ts';

const texts = (text: string, separator: ',' | '\t' = ',') =>
  tableRows(text, separator)?.rows.map((row) => row.map((cell) => cell.text));

describe('comma-separated text as a table', () => {
  it('has quoted cells with separators, line ends and quotes in them', () => {
    expect(texts('a,b\r\n"x, y","he said ""no""\nand left"\n')).toEqual([
      ['a', 'b'],
      ['x, y', 'he said "no"\nand left'],
    ]);
    expect(texts('a\tb\n1,5\t\n', '\t')).toEqual([
      ['a', 'b'],
      ['1,5', ''],
    ]);
  });
  it('covers the whole text with its cells, so that seeing them all is reading it', () => {
    const text = 'a,b\n\n"1",\n3,4\n\n';
    const cells = tableRows(text, ',')?.rows.flat() ?? [];
    expect(cells[0]?.from).toBe(0);
    expect(cells.at(-1)?.to).toBe(text.length);
    for (const [index, { to }] of cells.entries())
      expect(cells[index + 1]?.from ?? text.length).toBe(to);
  });
  it('isn’t made of loose quotes, of one column or of one line', () => {
    for (const text of ['a,b\n"x" y,1\n', 'a,b\nx"y,1\n', 'a,b\n"x,1\n', 'a\nb\n', 'a,b\n'])
      expect(tableRows(text, ',')).toBeNull();
  });
  it('is cut at its limits, and covers no more than it shows', () => {
    const text = 'a,b\n'.repeat(20_000);
    const table = tableRows(text, ',');
    expect(table?.isCut).toBe(true);
    expect(table?.rows).toHaveLength(tableLimits.rows);
    expect(table?.rows.at(-1)?.at(-1)?.to).toBe(4 * tableLimits.rows);
    expect(tableRows(`${'a,'.repeat(200)}a\nb,c\n`, ',')).toBeNull();
  });
});

describe('indented JSON', () => {
  it('keeps every token as it was read: doubled keys, long numbers, escapes', () => {
    const json = '{"a":1,"a":[2,{}],"n":12345678901234567890,"e":"\\u0041 , {"}';
    expect(indentJson(json)?.text).toBe(
      [
        '{',
        '  "a": 1,',
        '  "a": [',
        '    2,',
        '    {}',
        '  ],',
        '  "n": 12345678901234567890,',
        '  "e": "\\u0041 , {"',
        '}',
        '',
      ].join('\n'),
    );
  });
  it('knows where each place was, so that reading one reads the other', () => {
    const json = ' {"key":  [1,2]}\n\n';
    const indented = indentJson(json);
    if (indented === null) throw new Error('not indented');
    const { text, toRead, toShown } = indented;
    for (const part of ['"key"', '[', '1', '2', '}']) {
      expect(toRead(text.indexOf(part))).toBe(json.indexOf(part));
      expect(toShown(json.indexOf(part))).toBe(text.indexOf(part));
    }
    expect(toRead(0)).toBe(0);
    expect(toRead(text.length)).toBe(json.length);
    let last = 0;
    for (let at = 0; at <= text.length; at += 1) {
      expect(toRead(at)).toBeGreaterThanOrEqual(last);
      last = toRead(at);
    }
  });
  it('leaves alone what isn’t JSON, is indented already, or nests endlessly', () => {
    expect(indentJson('{"a":1}\n{"b":2}\n')).toBeNull();
    expect(indentJson('{\n  "a": 1\n}\n')).toBeNull();
    expect(indentJson(`${'['.repeat(1_000)}${']'.repeat(1_000)}`)).toBeNull();
    expect(indentJson(`[${'1,'.repeat(200_000)}1]`)).toBeNull();
  });
});
