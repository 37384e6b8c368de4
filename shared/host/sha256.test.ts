import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { setDigest } from './index.ts';
import { sha256 } from './sha256.ts';

const reference = (text: string): string =>
  `sha256:${createHash('sha256').update(text).digest('hex')}`;

describe('SHA-256 without a library', () => {
  it('gives the published examples', () => {
    expect(sha256('')).toBe(
      'sha256:e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
    );
    expect(sha256('abc')).toBe(
      'sha256:ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
    );
    expect(sha256('abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq')).toBe(
      'sha256:248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1',
    );
  });

  it('agrees with the system at every length around the ends of blocks', () => {
    for (let length = 0; length < 200; length += 1)
      expect(sha256('x'.repeat(length))).toBe(reference('x'.repeat(length)));
  });

  it('hashes UTF-8 bytes', () => {
    const texts = ['é', '😀', '\u0000\u007f\u2028', 'ﬀ'.repeat(40)];
    expect(texts.map(sha256)).toEqual(texts.map(reference));
  });

  it('agrees with the system on many blocks of changing bits', () => {
    let text = 'seed';
    for (let round = 0; round < 200; round += 1) {
      const digest = reference(text);
      expect(sha256(text)).toBe(digest);
      text = digest.repeat(1 + (round % 9));
    }
  });
});

describe('the set digest', () => {
  it('has none for a URI with half a character', () => {
    expect(() => setDigest([{ uri: 'skill://a/\ud800', digest: reference('a') }])).toThrow(
      TypeError,
    );
  });
});
