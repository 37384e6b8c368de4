import { describe, expect, it } from 'vitest';
import { revealInvisible } from './invisible.ts';

describe('marks on a letter', () => {
  it('are written out where they pile up beyond what a language writes', () => {
    expect(revealInvisible(`a${'\u0301'.repeat(10)}b`)).toBe(
      `a${'\u0301'.repeat(8)}\\u{0301}\\u{0301}b`,
    );
    expect(revealInvisible(`a${'\u0e47'.repeat(8)}\u{1e8d0}b`)).toBe(
      `a${'\u0e47'.repeat(8)}\\u{1E8D0}b`,
    );
  });

  it('stay where a language writes them', () => {
    for (const text of [
      'Vie\u0302\u0323t',
      '\u0e01\u0e33\u0e49',
      '\u05e9\u05c1\u05bc\u05b8',
      '\u0f62\u0f92\u0fb1\u0f74',
    ])
      expect(revealInvisible(text)).toBe(text);
  });
});
