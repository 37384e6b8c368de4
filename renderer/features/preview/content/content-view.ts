import type { Ref } from 'react';
import type { RevealedText } from '../../../../shared/invisible.ts';
import type { FindingMark } from '../../../store/findings.ts';
import type { NumberRange } from '../../../store/shown/file-shown.ts';

/** Scrolls to an offset in a part of the file; false if this view doesn't show it. */
export interface ContentHandle {
  readonly go: (part: string, offset: number) => boolean;
}

/** What every content view gets. */
export interface ContentView {
  /** Called with what's on screen, in the unit of the part. */
  readonly onSeen: (part: string, range: NumberRange) => void;
  readonly handle: Ref<ContentHandle>;
  /** Goes to the next unread part; null if there is none. */
  readonly onNext: (() => void) | null;
  /** Positions of findings for the margin. */
  readonly marks: readonly FindingMark[];
  /** Where to start; null: at the top or the previous position. */
  readonly start: Spot | null;
}

type Spot = Pick<FindingMark, 'line' | 'column'>;

/**
 * Maps a place in a file's text to the displayed text, where hidden characters are written out: the
 * line stays the same, because no line end is added or written out, and the column moves right.
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

/** A place as an offset in the displayed text. */
export function offsetShown(shown: string, { line, column }: Spot): number {
  let start = 0;
  for (let at = 1; at < line; at += 1) {
    const end = shown.indexOf('\n', start);
    if (end === -1) return shown.length;
    start = end + 1;
  }
  return start + column - 1;
}
