import { describe, expect, it } from 'vitest';
import { own, setOwn, weigh } from './json.ts';

describe('JSON values of a server', () => {
  it('gives own properties only, never those of the prototype', () => {
    expect(own({}, 'constructor')).toBeUndefined();
    expect(own(JSON.parse('{"__proto__":1}') as Record<string, unknown>, '__proto__')).toBe(1);
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
