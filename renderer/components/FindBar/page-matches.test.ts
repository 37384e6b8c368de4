// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest';
import { matchesIn, mostMatches } from './use-find-in-page.tsx';

const found = (html: string, text: string): string[] => {
  document.body.innerHTML = html;
  return matchesIn(document.body, text).map(
    ({ startContainer, startOffset, endContainer, endOffset }) =>
      startContainer === endContainer
        ? (startContainer.textContent ?? '').slice(startOffset, endOffset)
        : `${(startContainer.textContent ?? '').slice(startOffset)}|${(
            endContainer.textContent ?? ''
          ).slice(0, endOffset)}`,
  );
};

describe('find in a page', () => {
  it('ignores case, and takes the text as it is', () => {
    expect(found('<p>Refund a.c, refund abc</p>', 'REFUND')).toEqual(['Refund', 'refund']);
    expect(found('<p>Refund a.c, refund abc</p>', 'a.c')).toEqual(['a.c']);
  });
  it('goes through elements of one block, never from block to block', () => {
    expect(found('<p>re<b>fund</b></p>', 'refund')).toEqual(['re|fund']);
    expect(found('<p>re</p><p>fund</p>', 'refund')).toEqual([]);
    expect(found('<p>give</p><p>back</p>', 'give back')).toEqual([]);
  });
  it('takes any white space for a space', () => {
    expect(found('<p>give\n  back</p>', 'give back')).toEqual(['give\n  back']);
  });
  it('keeps places right where letters change their length with their case', () => {
    expect(found('<p>İİ refund</p>', 'Refund')).toEqual(['refund']);
  });
  it('is bounded', () => {
    expect(found(`<p>${'x '.repeat(5_000)}</p>`, 'x')).toHaveLength(mostMatches);
    expect(found('<p>x</p>', '  ')).toEqual([]);
  });
});
