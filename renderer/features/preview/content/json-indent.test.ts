import { describe, expect, it } from 'vitest';
import { indentJson } from './content-view.ts';

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
