import { escapeOf } from './invisible.ts';

/** Two texts for comparison by eye, with invisible characters escaped. */
export interface RevealedPair {
  readonly before: string;
  readonly after: string;
  /** An offset in `after` as one in `reveal(after)`, both in UTF-16 units. */
  readonly offset: (at: number) => number;
}

/** What `escapeOf` writes. One quantifier with a fixed maximum: linear over hostile text. */
const written = /\\u\{([0-9A-F]{4,6})\}/g;
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
  const shown = reveal(escaped(after));
  return { before: reveal(escaped(before)), after: shown, offset: offsetsBehind(shown) };
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

const escaped = (text: string): string =>
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
