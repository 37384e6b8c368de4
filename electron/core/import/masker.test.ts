import { describe, expect, it } from 'vitest';
import { maskedHead, maskerOf } from './mask.ts';

const secrets = ['s3cr3t-token+with "quotes"', 'hunter2', 'abc'];
const [long = '', other = ''] = secrets;

describe('a masker', () => {
  it.each([
    'nothing of it',
    'a abc b, abcd',
    `x ${long} y`,
    `x ${encodeURIComponent(long)} y`,
    `x ${[...Buffer.from(other)].map((byte) => `%${byte.toString(16)}`).join('')} y`,
    String.raw`x ${JSON.stringify(long)} hunte\u0072\u0032`,
    `x ${Buffer.from(`user:${other}`).toString('base64')} y`,
    `x ${Buffer.from(long).toString('base64url')} y`,
    `x ${Buffer.from(long).toString('hex')} y`,
    `x ${Buffer.from(other).toString('hex').toUpperCase()} y`,
    `cut here: ${Buffer.from(long).toString('hex').slice(0, 21)}`,
    `cut here: ${long.slice(0, 12)}…`,
    `cut here: ${long.slice(0, 6)}`,
    '100 % of \\ it',
    '',
  ])('takes out what `maskedHead` does, and leaves what it leaves: %s', (text) => {
    const mask = maskerOf(secrets);
    expect(mask(text)).toBe(maskedHead(text, secrets, text.length));
    expect(mask(mask(text))).toBe(mask(text));
  });

  it('has nothing to do where nothing is secret', () => {
    const text = 'abc hunter2 %20';
    expect(maskerOf([])(text)).toBe(text);
    expect(maskerOf(['ab'])(text)).toBe(text);
  });
});
