// @vitest-environment happy-dom
import { cleanup, render } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { partingOf } from './shown-rows.ts';
import { FilterWords, Name, cutAt, piecesOf } from './Row.tsx';

afterEach(cleanup);

describe('where a long name is split', () => {
  const parts = (name: string, apart: number) => {
    const at = partingOf(name, apart);
    return at === null ? [name] : [name.slice(0, at), name.slice(at)];
  };

  it('is before what distinguishes it, at the start of a word', () => {
    expect(parts('quarterly-report-for-the-eurozone', 25)).toEqual([
      'quarterly-report-for-the',
      '-eurozone',
    ]);
    expect(parts('quarterly-report-2025-final-draft', 20)).toEqual([
      'quarterly-report',
      '-2025-final-draft',
    ]);
  });

  it('is before its end if its start distinguishes it, and nowhere in a short one', () => {
    expect(parts('abcdefghijklmnopqrstuvwxyz', 0)).toEqual(['abcdefghijklmnopqr', 'stuvwxyz']);
    expect(parts('refunds', 3)).toEqual(['refunds']);
  });

  it('is never inside a visible character', () => {
    const signs = `${'\u{1f600}'.repeat(12)}`;
    for (let apart = 0; apart < 24; apart += 1) {
      const [head = '', tail = ''] = parts(signs, apart);
      expect([...head, ...tail].every((sign) => sign === '\u{1f600}')).toBe(true);
    }
    expect(parts(`${'a'.repeat(18)}e\u0301bbbbbbb`, 0)[1]?.startsWith('\u0301')).toBe(false);
  });
});

describe('the filter’s matches in a name', () => {
  it('are marked anywhere, in any case', () => {
    expect(piecesOf('Refund-refunds', ['ref', 'fun'])).toEqual([
      { text: 'Refun', marked: true },
      { text: 'd-', marked: false },
      { text: 'refun', marked: true },
      { text: 'ds', marked: false },
    ]);
  });

  it('aren’t marked if letters change length with their case', () => {
    expect(piecesOf('İstanbul', ['stan'])).toEqual([{ text: 'İstanbul', marked: false }]);
  });

  it('stay marked on both sides of the split', () => {
    const [head, tail] = cutAt(piecesOf('abcdef', ['bcde']), 3);
    expect([head, tail].map((side) => side.map(({ text }) => text))).toEqual([
      ['a', 'bc'],
      ['de', 'f'],
    ]);
  });
});

describe('a name', () => {
  const drawn = (text: string, words: readonly string[], apart = 0) =>
    render(
      <FilterWords value={words}>
        <Name text={text} apart={apart} title={text} />
      </FilterWords>,
    ).container;

  it('marks the words of the filter, and stays one word to a screen reader', () => {
    const container = drawn('refunds', ['fund']);
    expect(container.textContent).toBe('refunds');
    expect(container.querySelector('mark')?.textContent).toBe('fund');
  });

  it('is complete for a screen reader and in its tooltip if split on screen', () => {
    const name = 'quarterly-report-for-the-eurozone';
    const container = drawn(name, ['report'], 25);
    const seen = [...container.querySelectorAll('[aria-hidden]')].map((one) => one.textContent);
    expect(seen).toEqual(['quarterly-report-for-the', '-eurozone']);
    expect(container.querySelector('.visually-hidden')?.textContent).toBe(name);
    expect(container.querySelector('[title]')?.getAttribute('title')).toBe(name);
  });
});
