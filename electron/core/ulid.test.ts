import { randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import { ulid } from './ulid.ts';

const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** Decodes the number that the format defines. */
function asNumber(text: string): bigint {
  return [...text].reduce((sum, digit) => sum * 32n + BigInt(alphabet.indexOf(digit)), 0n);
}

it('is 48 bits of milliseconds and then 80 random ones, in 26 digits', () => {
  for (const now of [0, 1, 31, 32, Date.now(), 2 ** 48 - 1])
    for (const random of [Buffer.alloc(10), Buffer.alloc(10, 255), randomBytes(10)]) {
      const id = ulid(now, random);
      expect(id).toMatch(/^[0-9A-HJKMNP-TV-Z]{26}$/);
      expect(asNumber(id)).toBe((BigInt(now) << 80n) | BigInt(`0x${random.toString('hex')}`));
    }
});

it('sorts by time', () => {
  const [early, late] = [ulid(1_000, Buffer.alloc(10, 255)), ulid(1_001, Buffer.alloc(10))];
  expect(early < late).toBe(true);
});
