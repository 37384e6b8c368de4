import { parts, type MaskedPart, namesCredential, wordsOf } from './credential.ts';
import { loadsCode } from './loader-variables.ts';
import { isHostLike, isToken } from './command-review.ts';

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
export function hasPlainPath(address: string): boolean {
  const [before = ''] = /^[^?#]*/.exec(address.slice(address.indexOf('//') + 2)) ?? [];
  if (/[&;\\\s]/.test(before)) return false;
  return userInfo(address) !== null || !/^[^/]*[@,]/.test(before);
}

/** A decoded segment of an address's path, what precedes it, and where it is. */
export interface PathSegment {
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

/** Percent-decoded, or the text itself if it can't be decoded. */
export function decodeText(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
