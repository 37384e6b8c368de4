import { describe, expect, it } from 'vitest';
import { mixedOrderLines } from './direction.ts';

describe('a line of both writing directions', () => {
  it('is found by its number', () => {
    const text =
      'one\nrefund(\u05d0, 1, 1000, \u05d1)\n\u05e9\u05dc\u05d5\u05dd\n\u0627\u0644\u0641 12\n';
    expect(mixedOrderLines(text, 10)).toEqual([2, 4]);
    expect(mixedOrderLines(text, 1)).toEqual([2]);
  });

  it('is none where all letters are of one direction', () => {
    for (const text of [
      'plain',
      '\u05e9\u05dc\u05d5\u05dd \u05e2\u05d5\u05dc\u05dd!',
      '\u4f60\u597d API',
    ])
      expect(mixedOrderLines(text, 10)).toEqual([]);
  });
});
