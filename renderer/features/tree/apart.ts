/** Shorter names are shown whole, or cut at their end. Characters. */
const shortest = 20;
/** What stays of a name's end when its beginning tells it from its neighbours. */
const usualEnd = 8;
const longestStep = 6;

/** Such a name is not parted. */
export const isShort = (name: string): boolean => name.length <= shortest;

/** How many characters two names begin with alike. */
export function alike(a: string, b: string | undefined): number {
  if (b === undefined) return 0;
  const most = Math.min(a.length, b.length);
  let at = 0;
  while (at < most && a.charCodeAt(at) === b.charCodeAt(at)) at += 1;
  return at;
}

/** Where a long name begins to differ from those before and after it; 0 for one that is short. */
export const apartFrom = (
  name: string,
  before: string | undefined,
  after: string | undefined,
): number => (isShort(name) ? 0 : Math.max(alike(name, before), alike(name, after)));

/**
 * Where a name is parted, so that its middle gives way and what tells it from its neighbours stays
 * in sight; null for a name that is not parted.
 */
export function partingOf(name: string, apart: number): number | null {
  if (isShort(name)) return null;
  const end = name.length - usualEnd;
  let at = apart < usualEnd ? end : Math.min(apart, end);
  // A whole word reads better than its rest.
  for (let step = 1; step <= longestStep && at - step > 0; step += 1)
    if (/[-_./ ]/.test(name[at - step] ?? '')) {
      at -= step;
      break;
    }
  // Never within what is one sign to the eye.
  while (at > 0 && /^[\p{M}\u{200d}\u{dc00}-\u{dfff}]/u.test(name.charAt(at))) at -= 1;
  return at === 0 ? null : at;
}
