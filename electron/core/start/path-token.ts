import { hasPlainPath, segmentsOf, type PathSegment } from './address.ts';
import { namesCredential } from './credential.ts';
import { hasAllKinds, isPathToken, longest } from './command-review.ts';
import { senseOf, turnsIn } from './program.ts';

/** After these, services put generated personal values; an ordinary word there stays one. */
const places = new Set(
  's t k u hook hooks webhook webhooks share shared invite link private personal session connect'.split(
    ' ',
  ),
);
const ofHooks = /^(?:web)?hooks?\./i;

/**
 * Whether a path segment is known only to its recipient. Long ones show it themselves. One of 8
 * characters or more must alternate between letters, capitals and digits and contain few words;
 * after `/hooks/`, `/s/` or a credential name, 6 characters with one change and hardly a word are
 * enough.
 */
export function isTokenInPath({ text, before, host }: PathSegment): boolean {
  if (isPathToken(text)) return true;
  if (text.length < 6 || text.length > longest || !/^[\w~.:=+!-]+$/.test(text)) return false;
  const isNamed = namesCredential(before);
  if (isNamed && hasBoth(text) && !/^v\d/i.test(text)) return true;
  const isPlaced = isNamed || places.has(before.toLowerCase()) || ofHooks.test(host);
  const shortest = isPlaced ? 6 : 8;
  const stretches = [...(text.match(/[A-Za-z\d]+/g) ?? []), ...(hasAllKinds(text) ? [text] : [])];
  return stretches.some((stretch) => {
    if (stretch.length < shortest) return false;
    const [turns, sense] = [turnsIn(stretch), senseOf(stretch)];
    if (isPlaced && (turns > 0 ? sense <= 0.5 && !isNumbered(text) : hasNoVowel(stretch)))
      return true;
    return turns > 2 && sense <= (turns > 3 ? 0.7 : 0.5);
  });
}

/** Letters alone that hardly form a word. */
const hasNoVowel = (text: string): boolean => /^[b-df-hj-np-tv-xz]+$/i.test(text);
const hasBoth = (text: string): boolean => /[A-Za-z]/.test(text) && /\d/.test(text);
/** `v1.2.3`, `rc-2`: a number and its kind. */
const isNumbered = (text: string): boolean => /^[A-Za-z]{0,3}[-_.]?\d+(?:[._-]\d+)*$/.test(text);

/** Where the path segments of an address that are tokens are. */
export const tokensInPath = (address: string): readonly PathSegment[] =>
  segmentsOf(address).filter(isTokenInPath);

/**
 * Those that a screen hides. None if programs may read the address differently: what is path to one
 * is a host, or a parameter naming one, to another.
 */
export const tokensHidden = (address: string): readonly PathSegment[] =>
  hasPlainPath(address)
    ? tokensInPath(address).filter(({ text }) => !/[@,]|^[\w-]+=./.test(text))
    : [];
