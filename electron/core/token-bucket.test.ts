import { describe, expect, it } from 'vitest';
import { TokenBucket } from './token-bucket.ts';

describe('an allowance', () => {
  it('gives a few at once, and then one for every while that passes', () => {
    const allowance = new TokenBucket(2, 2_000);
    expect(allowance.wait(0)).toBe(0);
    allowance.take(0);
    expect(allowance.wait(0)).toBe(0);
    allowance.take(0);
    expect(allowance.wait(0)).toBe(2_000);
    expect(allowance.wait(500)).toBe(1_500);
    expect(allowance.wait(2_000)).toBe(0);
    allowance.take(2_000);
    expect(allowance.wait(2_000)).toBe(2_000);
  });

  it('saves up no more than the few', () => {
    const allowance = new TokenBucket(2, 2_000);
    allowance.take(0);
    allowance.take(1_000_000);
    allowance.take(1_000_000);
    expect(allowance.wait(1_000_000)).toBe(2_000);
  });

  it('is neither lost nor gained when the clock is set back', () => {
    const allowance = new TokenBucket(1, 2_000);
    allowance.take(10_000);
    expect(allowance.wait(1_000)).toBe(2_000);
    expect(allowance.wait(3_000)).toBe(0);
  });
});
