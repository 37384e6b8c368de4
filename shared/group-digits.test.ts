import { describe, expect, it } from 'vitest';
import { grouped } from './size-text.ts';

describe('a number for people', () => {
  it('is what the locale en makes of it', () => {
    for (const count of [0, 7, 999, 1_000, 12_345, 999_999, 1_000_000, 4_294_967_296])
      expect(grouped(count)).toBe(count.toLocaleString('en'));
  });
});
