import { describe, expect, it } from 'vitest';
import { mountedIn, revealing, viewAt, windowAt, type ScrollWindow } from './tree-rows.ts';

const isIn = (index: number, { first, last }: { first: number; last: number }) =>
  index >= first && index <= last;

describe('the rows that are mounted', () => {
  it('are the visible ones and some beyond, wherever the list is scrolled', () => {
    for (let top = 0; top <= 10_000 * 26 - 800; top += 997) {
      const rows = windowAt(top, 800, 10_000, 26);
      expect(isIn(Math.floor(top / 26), rows)).toBe(true);
      expect(isIn(Math.floor((top + 799) / 26), rows)).toBe(true);
      expect(rows.last - rows.first).toBeLessThan(70);
    }
  });

  it('have one element each, always as many as are ever mounted', () => {
    const slots = mountedIn(800, 26);
    for (let top = 0; top <= 10_000 * 26 - 800; top += 997) {
      const { first, last } = windowAt(top, 800, 10_000, 26);
      expect(last - first + 1).toBe(Math.min(slots, 10_000 - first));
    }
  });

  it('keep their elements while they stay, and after a jump reuse them in order', () => {
    const slots = mountedIn(800, 26);
    const first = ({ top }: ScrollWindow) => windowAt(top, 800, 10_000, 26).first;
    const slot = ({ turn }: ScrollWindow, index: number) => (index + turn) % slots;
    const start = viewAt({ top: 5_200, size: 800, turn: 3 }, 5_304, 800, 26);
    expect(start.turn).toBe(3);
    for (const top of [0, 100_000, 200_200, 30_004]) {
      const next = viewAt(start, top, 800, 26);
      expect(slot(next, first(next))).toBe(slot(start, first(start)));
    }
    expect(viewAt(start, start.top, 800, 26)).toBe(start);
  });

  it('are the last ones if the list got shorter than its scroll position, and none in an empty list', () => {
    expect(windowAt(200_000, 800, 40, 26)).toEqual({ first: 0, last: 39 });
    expect(isIn(399, windowAt(200_000, 800, 400, 26))).toBe(true);
    expect(windowAt(0, 800, 0, 26)).toEqual({ first: 0, last: -1 });
  });

  it('stay the same while scrolling less than a block of rows', () => {
    const at = (top: number) => windowAt(Math.floor(top / 104) * 104, 904, 10_000, 26);
    expect(at(10_400)).toEqual(at(10_503));
    expect(at(10_400)).not.toEqual(at(10_504));
  });
});

describe('revealing a row', () => {
  it('scrolls as little as possible', () => {
    expect(revealing(1_000, 800, 10, 26)).toBe(260);
    expect(revealing(0, 800, 100, 26)).toBe(101 * 26 - 800);
    expect(revealing(1_000, 800, 45, 26)).toBe(1_000);
  });
});
