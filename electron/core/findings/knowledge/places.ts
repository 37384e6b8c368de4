import type { RuleHit } from '../rule.ts';

/** A hit at something with a place. */
export const at = (
  place: { readonly start: number; readonly end: number },
  more?: Partial<RuleHit>,
): RuleHit => ({
  start: place.start,
  end: place.end,
  ...more,
});
