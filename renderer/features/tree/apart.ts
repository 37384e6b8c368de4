/** In characters: shorter names are shown whole or cut at the end. */
const shortest = 20;
/** Characters kept at a name's end if its start differs from its neighbors. */
const usualEnd = 8;
const longestStep = 6;

/** Such a name isn't split. */
export const isShort = (name: string): boolean => name.length <= shortest;

/** Length of the common prefix of two names. */
export function alike(a: string, b: string | undefined): number {
  if (b === undefined) return 0;
  const most = Math.min(a.length, b.length);
  let at = 0;
  while (at < most && a.charCodeAt(at) === b.charCodeAt(at)) at += 1;
  return at;
}

/** Where a long name starts to differ from its neighbors; 0 for a short one. */
export const apartFrom = (
  name: string,
  before: string | undefined,
  after: string | undefined,
): number => (isShort(name) ? 0 : Math.max(alike(name, before), alike(name, after)));

/**
 * Where to split a name so that its middle is cut and the distinguishing part stays visible; null
 * if it isn't split.
 */
export function partingOf(name: string, apart: number): number | null {
  if (isShort(name)) return null;
  const end = name.length - usualEnd;
  let at = apart < usualEnd ? end : Math.min(apart, end);
  // A whole word reads better than a fragment.
  for (let step = 1; step <= longestStep && at - step > 0; step += 1)
    if (/[-_./ ]/.test(name[at - step] ?? '')) {
      at -= step;
      break;
    }
  // Never split a character that appears as one.
  while (at > 0 && /^[\p{M}\u{200d}\u{dc00}-\u{dfff}]/u.test(name.charAt(at))) at -= 1;
  return at === 0 ? null : at;
}
