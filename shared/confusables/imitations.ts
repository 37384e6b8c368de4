import { confusableTable } from './table.ts';

/** What a character imitates, and whether it's a letter, mark or digit of its own script. */
export interface ImitatedAscii {
  /** One character; two or three for a ligature. */
  readonly ascii: string;
  readonly isLetter: boolean;
  readonly isLatin: boolean;
}

/** Combining strokes: over a space or a letter they're drawn as a slash. */
export const overlays = '\u0337\u0338';

let table: ReadonlyMap<number, ImitatedAscii> | null = null;

/** Built when a text first needs it: most texts are ASCII, and commands start faster without it. */
function imitations(): ReadonlyMap<number, ImitatedAscii> {
  table ??= new Map(
    confusableTable.flatMap(([ascii, chars]) =>
      [...chars].map((char): [number, ImitatedAscii] => [
        char.codePointAt(0) ?? 0,
        {
          ascii,
          isLetter: /[\p{L}\p{M}\p{N}]/u.test(char) && !overlays.includes(char),
          isLatin: /\p{Script=Latin}/u.test(char),
        },
      ]),
    ),
  );
  return table;
}

/**
 * A lookup by code point: a regular expression class of two thousand ranges would dominate the
 * cost.
 */
export const imitationAt = (point: number): ImitatedAscii | null =>
  point < 0x80 ? null : (imitations().get(point) ?? null);

/** The ASCII character that readers take this one for; null if it resembles none. */
export const imitatedBy = (char: string): string | null =>
  imitationAt(char.codePointAt(0) ?? 0)?.ascii ?? null;

// oxlint-disable-next-line no-control-regex
export const isAscii = (text: string): boolean => !/[^\0-\x7f]/.test(text);
