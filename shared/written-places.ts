import { imitationAt } from './confusables/imitations.ts';
import { isWrittenOut } from './invisible.ts';

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
