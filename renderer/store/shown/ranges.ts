/** From the first to before the second, in whatever unit the part is counted in. */
export type Range = readonly [from: number, to: number];

/** Sorted, apart from each other, none empty. */
export type Ranges = readonly Range[];

/** The ranges with one more; the same object when nothing is new. */
export function withRange(ranges: Ranges, [from, to]: Range): Ranges {
  if (to <= from || ranges.some(([a, b]) => a <= from && to <= b)) return ranges;
  const apart = ranges.filter(([a, b]) => b < from || a > to);
  const touching = ranges.filter(([a, b]) => !(b < from || a > to));
  const whole: Range = [
    Math.min(from, ...touching.map(([a]) => a)),
    Math.max(to, ...touching.map(([, b]) => b)),
  ];
  return [...apart, whole].toSorted(([a], [b]) => a - b);
}

/** What of `total` units the ranges leave out, in order. */
export function gapsIn(ranges: Ranges, total: number): Ranges {
  const gaps: Range[] = [];
  let at = 0;
  for (const [from, to] of ranges) {
    if (from > at) gaps.push([at, Math.min(from, total)]);
    at = Math.max(at, to);
    if (at >= total) return gaps;
  }
  if (at < total) gaps.push([at, total]);
  return gaps;
}

/** How many of `total` units were covered. */
export const covered = (ranges: Ranges, total: number): number =>
  total - gapsIn(ranges, total).reduce((sum, [from, to]) => sum + to - from, 0);
