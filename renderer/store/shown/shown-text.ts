import type { ShownState } from './file-shown.ts';

/** The word for how much of a file was read, beside its check. */
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
  no: { word: 'unread', icon: 'circle', tone: 'neutral' },
  part: { word: 'partly read', icon: 'eye', tone: 'neutral' },
  shown: { word: 'read', icon: 'eye', tone: 'neutral' },
  unreadable: { word: 'can’t be shown', icon: 'eye', tone: 'warn' },
};
