import { describe, expect, it } from 'vitest';
import { exactSize, sizeText, grouped } from './size-text.ts';

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

describe('a size beside another one', () => {
  it('is for people, and exact where the unit rounds', () => {
    expect([0, 1, 15, 1024, 64 * 1024, 16 * 1024 ** 2].map(exactSize)).toEqual([
      '0 bytes',
      '1 byte',
      '15 bytes',
      '1 KiB',
      '64 KiB',
      '16 MiB',
    ]);
    expect(exactSize(1500)).toBe('1.5 KiB (1,500 bytes)');
    expect(exactSize(16 * 1024 ** 2 + 1)).toBe('16 MiB (16,777,217 bytes)');
  });
});

describe('a number for people', () => {
  it('is what the locale en makes of it', () => {
    for (const count of [0, 7, 999, 1_000, 12_345, 999_999, 1_000_000, 4_294_967_296])
      expect(grouped(count)).toBe(count.toLocaleString('en'));
  });
});
