/**
 * How long something must stay in view to count as seen, in ms. What a held key or a flick of the
 * wheel drags past was on screen, but nobody saw it.
 */
export const stayMs = 250;
/** How often to look while something has yet to be seen, in ms. */
export const lookMs = 100;

type ViewRange = readonly [from: number, to: number];

/** What was in view at one look. */
export interface ViewSample {
  /** ms, on the same clock as `now`. */
  readonly at: number;
  /** Sorted and disjoint. */
  readonly ranges: readonly ViewRange[];
}

/** The looks that still matter: those of the last moment, and the one before it. */
export const recentViews = (views: readonly ViewSample[], now: number): readonly ViewSample[] =>
  views.slice(
    Math.max(
      0,
      views.findLastIndex(({ at }) => at <= now - stayMs),
    ),
  );

/** What was in view at each of these looks, if the first is long enough ago; else nothing. */
export function stayedIn(views: readonly ViewSample[], now: number): readonly ViewRange[] {
  const [first, ...others] = views;
  if (first === undefined || first.at > now - stayMs) return [];
  return others.reduce((ranges, view) => inBoth(ranges, view.ranges), first.ranges);
}

const inBoth = (some: readonly ViewRange[], others: readonly ViewRange[]): readonly ViewRange[] =>
  some.flatMap(([from, to]) =>
    others.flatMap(([a, b]): ViewRange[] => {
      const range: ViewRange = [Math.max(from, a), Math.min(to, b)];
      return range[0] < range[1] ? [range] : [];
    }),
  );

export type ViewBox = Pick<DOMRect, 'top' | 'bottom' | 'left' | 'right'>;

export const commonBox = (one: ViewBox, other: ViewBox): ViewBox => ({
  top: Math.max(one.top, other.top),
  bottom: Math.min(one.bottom, other.bottom),
  left: Math.max(one.left, other.left),
  right: Math.min(one.right, other.right),
});

/** What of an element the window and everything that scrolls or cuts it leave in view. */
export function clipOf(element: HTMLElement): ViewBox {
  const page = { top: 0, bottom: window.innerHeight, left: 0, right: window.innerWidth };
  let clip = commonBox(element.getBoundingClientRect(), page);
  for (let above = element.parentElement; above !== null; above = above.parentElement)
    if (above !== document.body && getComputedStyle(above).overflow !== 'visible')
      clip = commonBox(clip, above.getBoundingClientRect());
  return clip;
}

/** Handles and rounded corners reach a little over the edges of what they belong to. */
const edge = 12;
const placesIn = (from: number, to: number): readonly number[] => {
  const inset = Math.min(edge, (to - from) / 2);
  return [from + inset, (from + to) / 2, to - inset];
};

/**
 * Whether something that isn't part of `root` lies above a part of the box: a dialog, a menu, or
 * the queue in a narrow window.
 */
export function isCovered({ top, bottom, left, right }: ViewBox, root: HTMLElement): boolean {
  const across = placesIn(left, right);
  const down = placesIn(top, bottom);
  return across.some((x) =>
    down.some((y) => {
      const hit = document.elementFromPoint(x, y);
      return hit !== null && !root.contains(hit) && !hit.contains(root);
    }),
  );
}
