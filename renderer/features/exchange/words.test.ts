import { describe, expect, it } from 'vitest';
import { spaced, wouldWrite } from './words.ts';

const item = (change: 'new' | 'replaces' | 'same' | 'unknown-server') =>
  ({
    server: 's',
    identity: 'i',
    uri: 'u',
    name: 'n',
    decision: 'approved',
    change,
    message: '',
  }) as const;

describe('a bundle of decisions', () => {
  it('writes only what is new or different, on servers that are here', () => {
    expect(
      wouldWrite([item('new'), item('same'), item('replaces'), item('unknown-server')]).map(
        (one) => one.change,
      ),
    ).toEqual(['new', 'replaces']);
  });
  it('shows a fingerprint in groups of four, with or without a prefix', () => {
    expect(spaced('sha256:0123456789')).toBe('sha256: 0123 4567 89');
    expect(spaced('01234567')).toBe('0123 4567');
  });
});
