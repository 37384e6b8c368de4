import { describe, expect, it } from 'vitest';
import { retryAfterMs } from './retry-after.ts';

const now = Date.parse('Tue, 24 Nov 2026 10:00:00 GMT');

describe('Retry-After', () => {
  it.each([
    ['30', 30_000],
    [' 0 ', 0],
    ['Tue, 24 Nov 2026 10:01:30 GMT', 90_000],
    ['Tue, 24 Nov 2026 09:00:00 GMT', 0],
    ['9999999999', 86_400_000],
    ['Fri, 31 Dec 9999 23:59:59 GMT', 86_400_000],
    ['soon', null],
    ['-5', null],
    ['1.5', null],
    ['2026-11-24T10:01:30Z', null],
    ['99999999999999999999', null],
    ['', null],
    [null, null],
  ])('of %j asks to wait %j ms', (header, ms) => {
    expect(retryAfterMs(header, now)).toBe(ms);
  });
});
