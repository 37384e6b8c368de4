import type { ShownState } from './file-shown.ts';

/** The one word for how much of a file was on screen, beside the one for its verdict. */
export const shownLook: Readonly<
  Record<
    ShownState,
    {
      readonly word: string;
      readonly icon: 'circle' | 'eye';
      readonly tone: 'neutral' | 'ok' | 'warn';
    }
  >
> = {
  no: { word: 'not opened', icon: 'circle', tone: 'neutral' },
  part: { word: 'shown in part', icon: 'eye', tone: 'neutral' },
  shown: { word: 'opened', icon: 'eye', tone: 'ok' },
  unreadable: { word: 'not readable', icon: 'eye', tone: 'warn' },
};
