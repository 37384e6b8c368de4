import { describe, expect, it } from 'vitest';
import { maskedHead } from './mask.ts';

const secret = 'hunter2-hunter2';

describe('the beginning of a text, masked', () => {
  it.each(Array.from({ length: 40 }, (_, at) => at))(
    'has nothing of a secret wherever it is cut: after %i characters',
    (most) => {
      for (const text of [`0123456789${secret}0123456789`, secret.repeat(50)]) {
        const shown = maskedHead(text, [secret], most);
        expect(shown).not.toContain('hun');
        expect(shown).not.toContain('ter2');
      }
    },
  );

  it('has nothing of secrets that overlap at the cut', () => {
    const shown = maskedHead('aaaabcdefghijklm', ['abcdef', 'efghij', 'ijklmn'], 5);
    expect(shown).not.toContain('abcdef');
    expect(shown).not.toMatch(/abc|fgh/);
  });

  it('has nothing of the beginning of one that somebody has cut before', () => {
    expect(maskedHead('the string "hunter2-hu"', [secret], 100)).toBe('the string "••••"');
    expect(maskedHead('hunter2-hu…', [secret], 100)).toBe('••••…');
    expect(maskedHead('hunter2-horse', [secret], 100)).toBe('hunter2-horse');
  });

  it('has nothing of one that is percent-encoded in part', () => {
    const respelled = `skill://x/%68unter2-hunter%32/SKILL.md`;
    expect(maskedHead(respelled, [secret], 100)).toBe('skill://x/••••/SKILL.md');
    expect(maskedHead('skill://x/%20y', [secret], 100)).toBe('skill://x/%20y');
  });

  it('keeps a short text whole, and as much of a long one as was asked for', () => {
    expect(maskedHead('short', [secret], 100)).toBe('short');
    expect(maskedHead('x'.repeat(100), [secret], 10)).toBe('x'.repeat(10));
  });
});
