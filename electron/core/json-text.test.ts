import { describe, expect, it } from 'vitest';
import { indentedJson, nameTwice } from './json-text.ts';

describe('a JSON text that is indented', () => {
  it.each([
    '{}',
    '[]',
    '{"a":[],"b":{},"c":[[],{}]}',
    '{"a":[1,2.50,-1e9,true,null,"x"],"b":{"c":"\\"}{][,: "}}',
    '"only a text"',
    '0',
  ])('is laid out as JSON.stringify does it: %s', (text) => {
    const value: unknown = JSON.parse(text);
    const spread = JSON.stringify(value, null, '\t\r').replaceAll(':', ' :');
    expect(indentedJson(JSON.stringify(value))).toBe(JSON.stringify(value, null, 2));
    expect(indentedJson(indentedJson(text))).toBe(indentedJson(text));
    expect(JSON.parse(indentedJson(spread))).toEqual(JSON.parse(spread));
  });

  it('keeps every piece as it is written', () => {
    const text =
      '{"a":1,"a":2,"n":12345678901234567890,"f":1.0e+999,"s":"\\u0041\\/","__proto__":0}';
    expect(indentedJson(text).replaceAll(/\n */g, '').replaceAll('": ', '":')).toBe(text);
  });

  it('needs no stack, and no more time than the text is long', () => {
    const long = `["${'\\\\\\"'.repeat(500_000)}"${',"\\""'.repeat(200_000)}]`;
    expect(JSON.parse(indentedJson(long))).toEqual(JSON.parse(long));
  });
});

describe('a name that stands twice', () => {
  it.each([
    ['{"a":1,"b":{"a":2},"c":[{"a":1},{"a":1}]}', null],
    ['["a","a",{"b":"b"}]', null],
    ['{"a":1,"a":1}', 'a'],
    ['[{"x":{"uri":1,"u\\u0072i":2}}]', 'uri'],
    ['{"__proto__":1,"__proto__":2}', '__proto__'],
  ])('of %s is %s', (text, name) => expect(nameTwice(text)).toBe(name));
});
