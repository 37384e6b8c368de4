import { describe, expect, it } from 'vitest';
import { isDigest, sha256 } from './digest.ts';

describe('digest', () => {
  it('hashes bytes and the same text alike, as UTF-8', () => {
    expect(sha256('')).toBe(
      'sha256:e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
    );
    expect(sha256('naïve ☃')).toBe(sha256(new TextEncoder().encode('naïve ☃')));
  });

  it.each([
    '',
    'sha256:',
    `sha256:${'a'.repeat(63)}`,
    `sha256:${'A'.repeat(64)}`,
    `sha512:${'a'.repeat(64)}`,
    `sha256:${'a'.repeat(64)}\n`,
    ` sha256:${'a'.repeat(63)}`,
    7,
    null,
    undefined,
    ['sha256'],
  ])('does not take %j for a digest', (value) => {
    expect(isDigest(value)).toBe(false);
  });
});
