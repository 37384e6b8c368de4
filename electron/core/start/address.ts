import { parts, type MaskedPart, namesCredential, wordsOf } from './credential.ts';
import { loadsCode } from './loader-variables.ts';
import { isHostLike, isToken, hasAllKinds, isPathToken, longest } from './command-review.ts';
import { senseOf, turnsIn } from './program.ts';
import { decodeText } from '../uri.ts';

/** `https://`, `git+ssh://`, `jdbc:postgresql://`. */
const scheme = /^(?:[a-z][a-z\d+.-]*:){1,3}\/\//i;
export const isAddress = (text: string): boolean => scheme.test(text);

/**
 * An address with its password, a token used as user name and, unless told otherwise, its
 * credential parameters and path tokens hidden. Never hides its host.
 */
export function addressParts(
  address: string,
  hides = { parameters: true, path: true },
): readonly MaskedPart[] {
  const found: (readonly [text: string, hidden: boolean])[] = [];
  let from = 0;
  const hide = (start: number, end: number): void => {
    // A line break or bracket isn't part of an address: it ends a comment in the code after it.
    if (/[\s"'`;|&$(){}<>\\]/.test(address.slice(start, end))) return;
    found.push([address.slice(from, start), false], [address.slice(start, end), true]);
    from = end;
  };
  const user = userInfo(address);
  if (user !== null) {
    const colon = address.indexOf(':', user.start);
    const end = colon >= 0 && colon < user.end ? colon : user.end;
    if (isToken(address.slice(user.start, end))) hide(user.start, end);
    // Any other name stays: `https://github.com:x@evil.example` must not look like another host.
    if (end + 1 < user.end) hide(end + 1, user.end);
  }
  // A path says which of a host's programs is meant, so something that only may be a token stays.
  if (hides.path && hasPlainPath(address))
    for (const { text, start, end } of segmentsOf(address)) if (isToken(text)) hide(start, end);
  if (hides.parameters) for (const [start, end] of parameters(address)) hide(start, end);
  return parts(...found, [address.slice(from), false]);
}

/**
 * Where the name and password of an address are; null if there are none, or if programs read
 * different hosts: some end the user info at the first `@` and some at the last, some read a
 * backslash as a slash, and some accept a comma-separated list of hosts.
 */
export function userInfo(address: string): { readonly start: number; readonly end: number } | null {
  const start = address.indexOf('//') + 2;
  const authority = /^[^/?#]*/.exec(address.slice(start))?.[0] ?? '';
  const [user = '', ...hosts] = authority.split('@');
  const isPlain = hosts.length === 1 && !/[,[\]]/.test(user) && !authority.includes('\\');
  return isPlain ? { start, end: start + user.length } : null;
}

/**
 * Whether all programs read the same host and path in an address: some start the parameters, one of
 * which may name a host, at the first `&` or `;`.
 */
function hasPlainPath(address: string): boolean {
  const [before = ''] = /^[^?#]*/.exec(address.slice(address.indexOf('//') + 2)) ?? [];
  if (/[&;\\\s]/.test(before)) return false;
  return userInfo(address) !== null || !/^[^/]*[@,]/.test(before);
}

/** A decoded segment of an address's path, what precedes it, and where it is. */
interface PathSegment {
  readonly text: string;
  readonly before: string;
  readonly host: string;
  readonly start: number;
  readonly end: number;
}

export function segmentsOf(address: string): readonly PathSegment[] {
  if (!isAddress(address)) return [];
  const from = address.indexOf('//') + 2;
  const [authority = ''] = /^[^/?#]*/.exec(address.slice(from)) ?? [];
  const [path = ''] = /^[^?#]*/.exec(address.slice(from + authority.length)) ?? [];
  const host = authority.slice(authority.lastIndexOf('@') + 1);
  let start = from + authority.length;
  let before = '';
  return path.split('/').map((segment) => {
    const one = { text: decodeText(segment), before, host, start, end: start + segment.length };
    before = one.text;
    start = one.end + 1;
    return one;
  });
}

/** Where the values of an address's credential parameters are. */
export function* parameters(address: string): Generator<readonly [start: number, end: number]> {
  const begin = address.indexOf('?');
  for (const match of address.matchAll(/[?&]([^=&#?]*)=([^&#?]+)/g)) {
    const [whole, name = '', value = ''] = match;
    const end = match.index + whole.length;
    if (begin < 0 || match.index < begin) continue;
    const [called, said] = [decodeText(name), decodeText(value)];
    const isSecret = namesCredential(called)
      ? !isHostLike(said) && !/^[./~\\]|\/\/|@/.test(said)
      : isToken(said) && !namesPlace(called);
    if (isSecret) yield [end - value.length, end];
  }
}

const places = new Set(
  [
    'host hosts hostname hostaddr server servers url urls uri endpoint origin base target upstream',
    'remote redirect callback domain address addr site to via next src source service node peer',
    'destination dest backend gateway forward package module plugin program app path',
  ].flatMap((names) => names.split(' ')),
);
/** Whether a name says that its value is a host, a path or a program. */
export const namesPlace = (name: string): boolean =>
  loadsCode(name) || places.has(wordsOf(name).at(-1) ?? '');

/**
 * Whether a query parameter may be a credential, by its name or the look of its value: enough for
 * what a log or bundle must not contain.
 */
export const mayBeCredential = (name: string, value: string): boolean =>
  namesCredential(name) ||
  (value.length >= 20 && /^[\w.~+/=-]+$/.test(value) && /\d/.test(value) && /[A-Za-z]/.test(value));

/** After these, services put generated personal values; an ordinary word there stays one. */
const tokenPlaces = new Set(
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
  const isPlaced = isNamed || tokenPlaces.has(before.toLowerCase()) || ofHooks.test(host);
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
