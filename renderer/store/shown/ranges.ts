/** From the first to before the second, in whatever unit the part is counted in. */
export type NumberRange = readonly [from: number, to: number];

/** Sorted, apart from each other, none empty. */
export type NumberRanges = readonly NumberRange[];

/** The ranges with one more; the same object when nothing is new. */
export function withRange(ranges: NumberRanges, [from, to]: NumberRange): NumberRanges {
  if (to <= from || ranges.some(([a, b]) => a <= from && to <= b)) return ranges;
  const apart = ranges.filter(([a, b]) => b < from || a > to);
  const touching = ranges.filter(([a, b]) => !(b < from || a > to));
  const whole: NumberRange = [
    Math.min(from, ...touching.map(([a]) => a)),
    Math.max(to, ...touching.map(([, b]) => b)),
  ];
  return [...apart, whole].toSorted(([a], [b]) => a - b);
}

/** What of `total` units the ranges leave out, in order. */
export function gapsIn(ranges: NumberRanges, total: number): NumberRanges {
  const gaps: NumberRange[] = [];
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
export const covered = (ranges: NumberRanges, total: number): number =>
  total - gapsIn(ranges, total).reduce((sum, [from, to]) => sum + to - from, 0);
