import type { Ref } from 'react';
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
  readonly start: Pick<FindingMark, 'line' | 'column'> | null;
}
