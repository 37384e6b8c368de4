import type { FindingPlace } from '../../../../shared/model/findings.ts';
import { lineStarts } from './blocks.ts';

/** Turns ranges of a file's text into places in the file. */
export interface PlaceLookup {
  /** From UTF-16 units of the text. */
  ofText(start: number, end: number): FindingPlace;
  /** From bytes of a file that isn't text; they are on line 1. */
  ofBytes(start: number, end: number): FindingPlace;
}

/**
 * `bad` has the bytes written out as `\x{E9}`: each is one byte of the file and six units of the
 * text.
 */
export function placesOf(text: string, bad: readonly { readonly index: number }[]): PlaceLookup {
  let starts: readonly number[] | undefined;
  /** The starts of lines in bytes, computed on demand. */
  const bytes = [0];
  const written = '\\x{E9}'.length;

  const lineAt = (index: number): number => {
    starts ??= lineStarts(text);
    let low = 0;
    let high = starts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((starts[middle] ?? 0) <= index) low = middle;
      else high = middle - 1;
    }
    return low;
  };
  const between = (from: number, to: number): number => {
    const marks = bad.filter(({ index }) => index >= from && index < to).length;
    return Buffer.byteLength(text.slice(from, to)) - marks * (written - 1);
  };
  const byteAt = (index: number, line: number): number => {
    starts ??= lineStarts(text);
    for (let next = bytes.length; next <= line; next += 1)
      bytes.push((bytes[next - 1] ?? 0) + between(starts[next - 1] ?? 0, starts[next] ?? 0));
    return (bytes[line] ?? 0) + between(starts[line] ?? 0, index);
  };
  const spot = (index: number): { byte: number; line: number; column: number } => {
    const line = lineAt(index);
    const column = index - (starts?.[line] ?? 0) + 1;
    return { byte: byteAt(index, line), line: line + 1, column };
  };
  return {
    ofText(start, end) {
      const from = spot(start);
      const to = spot(end);
      return {
        start: from.byte,
        end: to.byte,
        line: from.line,
        column: from.column,
        endLine: to.line,
        endColumn: to.column,
      };
    },
    ofBytes: (start, end) => ({
      start,
      end,
      line: 1,
      column: start + 1,
      endLine: 1,
      endColumn: end + 1,
    }),
  };
}
