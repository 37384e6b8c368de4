import { describe, expect, it } from 'vitest';
import { canonicalJson } from './canonical-json.ts';

describe('canonical JSON', () => {
  it('sorts keys by UTF-16 code units at every depth and writes no white space', () => {
    // RFC 8785, 3.2.3: the surrogate pair of 😂 sorts before U+FB33.
    const value = {
      '\u20ac': 1,
      '\r': 2,
      '\ufb33': 3,
      '1': 4,
      '\ud83d\ude00': 5,
      '\u0080': 6,
      '\u00f6': { b: 1, a: [{ d: 1, c: 2 }] },
    };
    expect(canonicalJson(value)).toBe(
      '{"\\r":2,"1":4,"\u0080":6,"ö":{"a":[{"c":2,"d":1}],"b":1},"€":1,"😀":5,"\ufb33":3}',
    );
  });

  it.each([
    [0, '0'],
    [-0, '0'],
    [1e21, '1e+21'],
    [Number('333333333.33333329'), '333333333.3333333'],
    [1e-7, '1e-7'],
    [5e-324, '5e-324'],
    [Number('9007199254740993'), '9007199254740992'],
    ['\u000f\n"\\/é\u2028', '"\\u000f\\n\\"\\\\/é\u2028"'],
    [null, 'null'],
    [[true, false, []], '[true,false,[]]'],
  ])('writes %j as ECMAScript does', (value, text) => {
    expect(canonicalJson(value)).toBe(text);
  });

  it('keeps a key named __proto__ that came from JSON', () => {
    expect(canonicalJson(JSON.parse('{"b":1,"__proto__":{"a":1}}'))).toBe(
      '{"__proto__":{"a":1},"b":1}',
    );
  });

  const cycle: unknown[] = [];
  cycle.push(cycle);
  it.each([
    [undefined],
    [Number.NaN],
    [Number.POSITIVE_INFINITY],
    [10n],
    [() => 1],
    [Symbol('s')],
    [new Date(0)],
    [new Map()],
    ['\ud800'],
    [{ '\udc00': 1 }],
    [{ a: undefined }],
    [Object.assign([], { length: 2 })],
    [cycle],
  ])('throws on what JSON cannot carry (case %#)', (value) => {
    expect(() => canonicalJson(value)).toThrow(TypeError);
  });

  it('accepts the same object twice, which is no cycle', () => {
    const shared = { a: 1 };
    expect(canonicalJson([shared, shared])).toBe('[{"a":1},{"a":1}]');
  });
});
