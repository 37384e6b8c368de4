import { describe, expect, it } from 'vitest';
import { sizeText } from './size-text.ts';

describe('a size for people', () => {
  it.each<readonly [number, string]>([
    [0, '0 B'],
    [1023, '1023 B'],
    [1024, '1 KiB'],
    [3_891, '3.8 KiB'],
    [65_536, '64 KiB'],
    [16 * 1024 ** 2, '16 MiB'],
    [10_000 * 1024 ** 2, '10,000 MiB'],
    [1024 ** 2 - 1, '1 MiB'],
  ])('of %d bytes is %s', (count, text) => {
    expect(sizeText(count)).toBe(text);
  });
});
