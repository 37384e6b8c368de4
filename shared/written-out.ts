import { imitationAt } from './confusables/imitations.ts';
import { suspects, isWrittenOut, escapeOf } from './invisible.ts';
import { lookalikes } from './lookalikes.ts';
import { parseUrl } from './url.ts';

/** Spaces other than the keyboard's: they look like it, or like nothing. */
const strangeSpaces = /(?! )\p{Zs}/gu;

/**
 * A text that must be read exactly, such as a command before it starts: anything that draws
 * nothing, changes direction, only looks like a space or imitates an ASCII sign becomes `\u{XXXX}`,
 * wherever it is. That includes an emoji's parts, because a program doesn't care that they belong
 * together.
 */
export const writtenOut = (text: string): string =>
  [...text].some((char) => char > '\x7e' || char < ' ')
    ? imitationsOut(text).replace(suspects, escaped).replace(strangeSpaces, escaped)
    : text;

function imitationsOut(text: string): string {
  const posing = new Set(lookalikes(text, 'code').map(({ index }) => index));
  return text.replace(/[^\0-\x7f]/gu, (char, index: number) =>
    posing.has(index) || imitationAt(char.codePointAt(0) ?? 0)?.isLetter === false
      ? escaped(char)
      : char,
  );
}

const escaped = (char: string): string =>
  `\\u{${(char.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}}`;

/** More than anyone reads one by one; each costs a view an element. */
export const mostBoxes = 2_000;

const written = /\\u\{([0-9A-F]{4,6})\}/g;

/**
 * The escaped characters in a text as shown: ranges `[from, to)` in UTF-16 units, at most `limit`.
 * Letters that spell such an escape themselves are found too: a box around them does no harm.
 */
export function writtenPlaces(shown: string, limit: number): [from: number, to: number][] {
  const places: [number, number][] = [];
  for (const { 0: escape, 1: hex = '', index } of shown.matchAll(written)) {
    if (places.length >= limit) break;
    const point = Number.parseInt(hex, 16);
    if (point > 0x10ffff || (imitationAt(point) === null && !isWrittenOut(point))) continue;
    places.push([index, index + escape.length]);
  }
  return places;
}

/** Two texts for comparison by eye, with invisible characters escaped. */
export interface RevealedPair {
  readonly before: string;
  readonly after: string;
  /** An offset in `after` as one in `reveal(after)`, both in UTF-16 units. */
  readonly offset: (at: number) => number;
}
const backslash = escapeOf(0x5c);

/**
 * Both texts through `reveal`. The attacker swaps a character for the letters of its escape, or
 * back: shown as `\u{202E}` both times, the change would be invisible. If one text has such letters
 * and the other the character, the backslash of the letters is escaped in both too.
 */
export function revealPair(
  before: string,
  after: string,
  reveal: (text: string) => string,
): RevealedPair {
  if (!isAmbiguous(before, after))
    return { before: reveal(before), after: reveal(after), offset: (at) => at };
  const shown = reveal(escapedHalf(after));
  return { before: reveal(escapedHalf(before)), after: shown, offset: offsetsBehind(shown) };
}

function isAmbiguous(before: string, after: string): boolean {
  const points = new Set<number>();
  for (const text of [before, after])
    for (const [, digits = ''] of text.matchAll(written)) points.add(Number.parseInt(digits, 16));
  if (points.size === 0) return false;
  for (const text of [before, after])
    for (const char of text) if (points.has(char.codePointAt(0) ?? 0)) return true;
  return false;
}

const escapedHalf = (text: string): string =>
  text.replace(written, (letters) => backslash + letters.slice(1));

/** Subtracts the backslashes added before a position. */
function offsetsBehind(shown: string): (at: number) => number {
  const added = backslash.length - 1;
  const places: number[] = [];
  for (let at = shown.indexOf(backslash); at !== -1; at = shown.indexOf(backslash, at + 1))
    places.push(at);
  return (at) =>
    places.reduce((offset, place) => offset - Math.min(added, Math.max(0, at - place - 1)), at);
}

/**
 * The host that is contacted if the address spells it differently: `https://2130706433/` is this
 * machine, and letters of another script can imitate a familiar name. Null if the host is spelled
 * the same, or if the text isn't an address.
 */
export function hostBehind(address: string): string | null {
  const authority = /^[a-z][a-z\d+.-]*:\/\/([^/?#\\]*)/i.exec(address)?.[1];
  const url = authority === undefined ? null : parseUrl(address);
  if (authority === undefined || url === null || url.hostname === '') return null;
  const written = authority.slice(authority.lastIndexOf('@') + 1).replace(/:\d*$/, '');
  return written.toLowerCase() === url.hostname ? null : url.hostname;
}

/**
 * An address as a person may read it. A differently spelled host comes first, where no address can
 * begin with it: the address's own path could claim the same about another host.
 */
export function addressText(address: string): string {
  const host = hostBehind(address);
  return writtenOut(host === null ? address : `${host}, written ${address}`);
}
