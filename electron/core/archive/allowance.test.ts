import { describe, expect, it } from 'vitest';
import { limits } from '../limits.ts';
import { allowance, overRatio } from './archive.ts';

const plenty = 1e9;
const { skillBytes } = limits;

describe('the unpacked size of an archive', () => {
  it("is limited by the size of a skill plus the container's overhead", () => {
    const { most, refuse } = allowance(plenty, 512, plenty);
    expect(most).toBe(skillBytes + 512);
    expect(refuse(most + 1)).toEqual({
      rule: 'too-many-bytes',
      message: 'The unpacked archive is too large.',
      expected: 'at most 16 MiB',
      actual: '16 MiB (16,777,729 bytes)',
    });
    expect(refuse(null).actual).toBe('more than 16 MiB (16,777,728 bytes)');
  });

  it('is limited to two hundred times the packed bytes', () => {
    const { most, refuse } = allowance(10, 0, plenty);
    expect(most).toBe(2_000);
    expect(refuse(null)).toEqual({
      rule: 'ratio',
      message: 'The archive unpacks to more than 200 times its size.',
      expected: 'at most 2 KiB (2,000 bytes)',
      actual: 'more than 2 KiB (2,000 bytes)',
    });
  });

  it('is limited by what the server may still send, which is never negative', () => {
    const { most, refuse } = allowance(10, 0, 5);
    expect(most).toBe(5);
    expect(refuse(6)).toEqual({
      rule: 'server-budget',
      message: 'The server has reached the limit of data for one session.',
      expected: 'at most 5 bytes',
      actual: '6 bytes',
    });
    const spent = allowance(10, 0, -5);
    expect(spent.most).toBe(0);
    expect(spent.refuse(null)).toMatchObject({
      rule: 'server-budget',
      expected: 'at most 0 bytes',
    });
  });
});

it('a single entry exceeds the ratio above two hundred times its packed bytes', () => {
  expect([overRatio(10, 2_000), overRatio(10, 2_001), overRatio(0, 0), overRatio(0, 1)]).toEqual([
    false,
    true,
    false,
    true,
  ]);
});
