import { describe, expect, it } from 'vitest';
import { cpuCost } from './testing/cpu-cost.ts';
import { foldedForm, normalForm } from './normal-form.ts';

const marks = (count: number): string => '\u0316\u0300'.repeat(count / 2);

describe('a normal form', () => {
  it('is that of Unicode for every text that somebody writes', () => {
    for (const text of ['cafe\u0301', '\u1e9b\u0323', 'ﬁ', 'abc', `a${marks(30)}`]) {
      expect(normalForm(text, 'NFC')).toBe(text.normalize('NFC'));
      expect(normalForm(text, 'NFKC')).toBe(text.normalize('NFKC'));
    }
    expect(foldedForm('STRASSE')).toBe(foldedForm('straße'));
    expect(foldedForm('a\u200bb')).toBe('ab');
  });

  it('takes texts for equal that differ after the thirtieth mark over one letter', () => {
    expect(foldedForm(`a${marks(30)}\u0301`)).toBe(foldedForm(`a${marks(40)}`));
    expect(foldedForm(`a${marks(30)}b`)).not.toBe(foldedForm(`a${marks(30)}c`));
  });

  it('costs what the length of the text costs, not its square', () => {
    const cost = (text: string): number => cpuCost(() => foldedForm(text));
    expect(cost(`a${marks(65_536)}`)).toBeLessThan(cost('é\u0301'.repeat(32_768)) * 20);
  });
});
