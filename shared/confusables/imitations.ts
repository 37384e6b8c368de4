import { confusableTable } from './table.ts';

/** What a character imitates, and whether it is a letter, mark or digit of a script itself. */
export interface ImitatedAscii {
  /** One character; two or three for a ligature. */
  readonly ascii: string;
  readonly isLetter: boolean;
  readonly isLatin: boolean;
}

/** Combining strokes: over a space or a letter they're drawn as a slash. */
export const overlays = '\u0337\u0338';

let table: ReadonlyMap<number, ImitatedAscii> | null = null;

/** Made when the first text needs it: most texts are ASCII, and a command starts faster without. */
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

/** A lookup by code point: one search with a class of two thousand ranges costs more than all else. */
export const imitationAt = (point: number): ImitatedAscii | null =>
  point < 0x80 ? null : (imitations().get(point) ?? null);

/** The ASCII character that a reader takes this one for; null where it is drawn like none. */
export const imitatedBy = (char: string): string | null =>
  imitationAt(char.codePointAt(0) ?? 0)?.ascii ?? null;

// oxlint-disable-next-line no-control-regex
export const isAscii = (text: string): boolean => !/[^\0-\x7f]/.test(text);
