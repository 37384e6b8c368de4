import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { LongText, piecesOf } from './LongText.tsx';

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

const textsOf = (text: string): string[] => piecesOf(text).map(([, piece]) => piece);

describe('pieces of a text', () => {
  it.each([
    '',
    'short',
    '\n\n\n',
    'x'.repeat(10_001),
    'line\n'.repeat(3_000),
    `${'\u05d0 a '.repeat(5_000)}\nend`,
    '\u{1f600}'.repeat(5_000),
    `a${'\u{1f600}'.repeat(5_000)}`,
  ])('are the whole text in order, none longer than can be laid out at once', (text) => {
    const pieces = piecesOf(text);
    expect(pieces.map(([, piece]) => piece).join('')).toBe(text);
    for (const [at, piece] of pieces) {
      expect(piece.length).toBeLessThanOrEqual(2_000);
      expect(text.startsWith(piece, at)).toBe(true);
      expect(piece).not.toMatch(/\p{Surrogate}/u);
    }
  });

  it('end at line ends if one fits', () => {
    for (const piece of textsOf('line\n'.repeat(3_000))) expect(piece).toMatch(/^(line\n)+$/);
  });
});
