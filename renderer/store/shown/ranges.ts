/** Start (inclusive) and end (exclusive), in the part's unit. */
export type NumberRange = readonly [from: number, to: number];

/** Sorted, disjoint and nonempty. */
export type NumberRanges = readonly NumberRange[];

/** The ranges plus one; the same object if nothing is new. */
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

/** Gaps in `total` units, in order. */
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

/** How many of `total` units are covered. */
export const covered = (ranges: NumberRanges, total: number): number =>
  total - gapsIn(ranges, total).reduce((sum, [from, to]) => sum + to - from, 0);
