import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { LongText } from './LongText.tsx';

const laidOut = (text: string): readonly string[] =>
  renderToStaticMarkup(<LongText text={text} />)
    .split(/<span[^>]*>|<\/span>/)
    .filter((piece) => piece !== '');

describe('a long text', () => {
  it('is laid out in bounded pieces that together are the whole text', () => {
    const hostile = 'אa'.repeat(32_000);
    const pieces = laidOut(hostile);
    expect(pieces.join('')).toBe(hostile);
    expect(Math.max(...pieces.map((piece) => piece.length))).toBeLessThanOrEqual(2_000);
  });
  it('stays inline if it is short', () => {
    expect(renderToStaticMarkup(<LongText text="Ship it." />)).toBe('Ship it.');
  });
});
