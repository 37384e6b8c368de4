import { describe, expect, it } from 'vitest';
import { stateOf, type FileShown, keptText, shownIn } from './file-shown.ts';

const shown = (seen: FileShown['parts'][string]['seen']): FileShown => ({
  parts: { text: { total: 100, seen } },
  enough: [['text']],
  cut: false,
  readable: true,
});

describe('what was on screen of a file', () => {
  it('is the same after a restart', () => {
    for (const file of [shown([]), shown([[0, 60]]), shown([[0, 100]])]) {
      const again = shownIn(keptText(file) ?? '');
      expect(again).toEqual(file);
      expect(stateOf(again ?? undefined)).toBe(stateOf(file));
    }
  });

  it('isn’t kept if it’s in too many pieces', () => {
    const pieces = Array.from({ length: 1_000 }, (_, at) => [at * 2, at * 2 + 1] as const);
    expect(keptText(shown(pieces))).toBeNull();
  });

  const good = {
    parts: { text: [100, [[0, 60]]] },
    enough: [['text']],
    cut: false,
    readable: true,
  };
  it.each([
    ['no JSON', '{'],
    ['a list', '[]'],
    ['without parts', JSON.stringify({ ...good, parts: undefined })],
    ['with a part that is no part', JSON.stringify({ ...good, parts: { text: 1 } })],
    ['with a negative range', JSON.stringify({ ...good, parts: { text: [100, [[-1, 60]]] } })],
    ['with an empty range', JSON.stringify({ ...good, parts: { text: [100, [[6, 6]]] } })],
    ['without an end', JSON.stringify({ ...good, enough: 'text' })],
    ['with an end that takes no part', JSON.stringify({ ...good, enough: [[]] })],
    ['with another kind of end', JSON.stringify({ ...good, cut: 'no' })],
  ])('is unread if the kept text is %s', (_what, text) => {
    expect(shownIn(text)).toBeNull();
  });
});
