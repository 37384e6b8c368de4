import type { RevealedText } from '../../../../shared/invisible.ts';
import type { FindingMark } from '../../../store/findings.ts';

type Spot = Pick<FindingMark, 'line' | 'column'>;

/**
 * Where a place of a file's text stands once what cannot be seen is written out: on the same line, as
 * no line end is written out or made, and further to the right.
 */
export function placeShown(text: string, shown: RevealedText, { line, column }: Spot): Spot {
  let start = 0;
  for (let at = 1; at < line; at += 1) {
    const end = text.indexOf('\n', start);
    if (end === -1) break;
    start = end + 1;
  }
  return { line, column: shown.shownAt(start + column - 1) - shown.shownAt(start) + 1 };
}

export function markShown(text: string, shown: RevealedText, mark: FindingMark): FindingMark {
  const from = placeShown(text, shown, mark);
  const to = placeShown(text, shown, { line: mark.endLine, column: mark.endColumn });
  return { ...mark, column: from.column, endColumn: to.column };
}

/** A place as the number of units before it in the shown text. */
export function offsetShown(shown: string, { line, column }: Spot): number {
  let start = 0;
  for (let at = 1; at < line; at += 1) {
    const end = shown.indexOf('\n', start);
    if (end === -1) return shown.length;
    start = end + 1;
  }
  return start + column - 1;
}
