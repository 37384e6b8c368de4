import { describe, expect, it } from 'vitest';
import { recentViews, stayedIn, stayMs, type ViewSample } from './stay.ts';

const views = (...looks: readonly (readonly [at: number, from: number, to: number])[]) =>
  looks.map(([at, from, to]): ViewSample => ({ at, ranges: [[from, to]] }));

describe('what counts as seen', () => {
  it('is nothing that was in view for a blink', () => {
    expect(stayedIn(views([0, 0, 10]), 0)).toEqual([]);
    expect(stayedIn(views([0, 0, 10], [100, 0, 10]), stayMs - 1)).toEqual([]);
    expect(stayedIn(views([0, 0, 10], [stayMs, 20, 30]), stayMs)).toEqual([]);
  });

  it('is what stayed in view, also while the rest scrolled', () => {
    expect(stayedIn(views([0, 0, 10], [100, 0, 10]), stayMs)).toEqual([[0, 10]]);
    expect(stayedIn(views([0, 0, 10], [100, 2, 12], [250, 4, 14]), 250)).toEqual([[4, 10]]);
    const apart: ViewSample = { at: 250, ranges: [[0, 3], [5, 20]] }; // oxfmt-ignore
    expect(stayedIn([...views([0, 0, 10]), apart], 250)).toEqual([
      [0, 3],
      [5, 10],
    ]);
  });

  it('is decided by the last moment alone', () => {
    const looks = views([0, 0, 1], [100, 0, 9], [200, 0, 9], [400, 0, 9]);
    expect(recentViews(looks, 400).map(({ at }) => at)).toEqual([100, 200, 400]);
    expect(stayedIn(recentViews(looks, 400), 400)).toEqual([[0, 9]]);
  });
});
