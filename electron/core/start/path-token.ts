import { hasPlainPath, segmentsOf, type PathSegment } from './address.ts';
import { namesCredential } from './credential-name.ts';
import { hasAllKinds, isPathToken, longest } from './command-review.ts';
import { senseOf, turnsIn } from './sense.ts';

/** Behind these a service puts what it made up for one person: an ordinary word there stays one. */
const places = new Set(
  's t k u hook hooks webhook webhooks share shared invite link private personal session connect'.split(
    ' ',
  ),
);
const ofHooks = /^(?:web)?hooks?\./i;

/**
 * Whether a segment of a path is what only whoever was given it knows. Long ones tell by themselves.
 * One of 8 characters or more has to take turns between letters, capitals and digits, and to have
 * few words in it; where such things are put (`/hooks/`, `/s/`, or behind a name that says credential),
 * one of 6 with a turn and hardly a word is enough.
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

/** Letters alone, as hardly a word is. */
const hasNoVowel = (text: string): boolean => /^[b-df-hj-np-tv-xz]+$/i.test(text);
const hasBoth = (text: string): boolean => /[A-Za-z]/.test(text) && /\d/.test(text);
/** `v1.2.3`, `rc-2`: a number and what kind of one. */
const isNumbered = (text: string): boolean => /^[A-Za-z]{0,3}[-_.]?\d+(?:[._-]\d+)*$/.test(text);

/** Where the segments of an address's path stand that are tokens. */
export const tokensInPath = (address: string): readonly PathSegment[] =>
  segmentsOf(address).filter(isTokenInPath);

/**
 * Those of them that a screen hides. None of an address that programs may read differently: what one takes
 * for a part of the path is a host, or the parameter that names one, to another.
 */
export const tokensHidden = (address: string): readonly PathSegment[] =>
  hasPlainPath(address)
    ? tokensInPath(address).filter(({ text }) => !/[@,]|^[\w-]+=./.test(text))
    : [];
