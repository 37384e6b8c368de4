import { describe, expect, it } from 'vitest';
import { isRecord, own, setOwn, weigh } from './json.ts';

describe('JSON values of a server', () => {
  it('gives own properties only, never those of the prototype', () => {
    expect(own({}, 'constructor')).toBeUndefined();
    expect(own(JSON.parse('{"__proto__":1}') as Record<string, unknown>, '__proto__')).toBe(1);
  });

  it('tells an object from everything else', () => {
    expect([{}, Object.create(null), [], null, 'x', 7, undefined, () => {}].map(isRecord)).toEqual([
      true,
      true,
      ...[false, false, false, false, false, false],
    ]);
  });

  it('sets every other name as a property, too', () => {
    const target: Record<string, unknown> = {};
    setOwn(target, 'a', 1);
    setOwn(target, '__proto__', 2);
    expect(Object.getOwnPropertyDescriptor(target, '__proto__')).toEqual({
      value: 2,
      enumerable: true,
      configurable: true,
      writable: true,
    });
    expect(Object.entries(target)).toEqual([
      ['a', 1],
      ['__proto__', 2],
    ]);
  });

  it('sets __proto__ as a property and leaves the prototype alone', () => {
    const target: Record<string, unknown> = {};
    setOwn(target, '__proto__', { polluted: true });
    expect(Object.keys(target)).toEqual(['__proto__']);
    expect(Object.getPrototypeOf(target)).toBe(Object.prototype);
    expect('polluted' in target).toBe(false);
  });

  it('weighs a value about as its JSON does', () => {
    const value = { a: ['x', 1, null, true], é: { b: '☃' } };
    const { bytes, depth } = weigh(value, 1_000, 10);
    expect(Math.abs(bytes - Buffer.byteLength(JSON.stringify(value)))).toBeLessThan(8);
    expect(depth).toBe(2);
  });

  it.each([
    ['abc', 5, 0],
    [12, 2, 0],
    [null, 4, 0],
    [{ key: 'v' }, 12, 1],
    [['a', 'b'], 10, 1],
  ])('weighs %j as %d bytes', (value, bytes, depth) => {
    expect(weigh(value, 1_000, 10)).toEqual({ bytes, depth });
  });

  it('survives nesting that would exhaust the call stack, and stops there', () => {
    let deep: unknown = 'bottom';
    for (let level = 0; level < 200_000; level += 1) deep = [deep];
    expect(weigh(deep, 1_000_000, 64).depth).toBe(65);
  });

  it('stops at an array that is longer than the bound', () => {
    expect(
      weigh(
        Array.from({ length: 1_000_000 }, () => 0),
        1_000,
        64,
      ).bytes,
    ).toBeGreaterThan(1_000);
  });
});
