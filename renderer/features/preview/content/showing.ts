import type { Ref } from 'react';
import type { FindingMark } from '../../../store/findings.ts';
import type { NumberRange } from '../../../store/shown/ranges.ts';

/** Brings a place of a part of the file on screen; false when this view does not show it. */
export interface ContentHandle {
  readonly go: (part: string, offset: number) => boolean;
}

/** What every view of a content is given. */
export interface ContentView {
  /** Told what is on screen, in the unit of the part. */
  readonly onSeen: (part: string, range: NumberRange) => void;
  readonly handle: Ref<ContentHandle>;
  /** Goes to what was not on screen yet; null when there is nothing. */
  readonly onNext: (() => void) | null;
  /** Where findings stand, for the margin. */
  readonly marks: readonly FindingMark[];
  /** Where to begin; null at the top, or where it was. */
  readonly start: Pick<FindingMark, 'line' | 'column'> | null;
}
