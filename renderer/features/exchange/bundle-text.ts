import type { BundlePreview } from '../../../shared/model/bundle.ts';

type Item = BundlePreview['items'][number];

/** What an item in a bundle would do here. */
export const changeWords: Readonly<
  Record<
    Item['change'],
    { readonly word: string; readonly tone: 'info' | 'warn' | 'neutral' | 'bad' }
  >
> = {
  new: { word: 'new here', tone: 'info' },
  replaces: { word: 'replaces your decision', tone: 'warn' },
  same: { word: 'same as yours', tone: 'neutral' },
  'unknown-server': { word: 'no such server here', tone: 'neutral' },
};

/**
 * Items that importing would save; the others are only shown. `older`: also those that replace
 * newer decisions. Approvals despite high or critical findings are made on the skill's own page.
 */
export const wouldWrite = (items: readonly Item[], older: boolean): readonly Item[] =>
  items.filter(
    (item) =>
      (item.change === 'new' || item.change === 'replaces') &&
      (older || !item.older) &&
      !item.risky,
  );

/**
 * Groups of four digits, so two people can compare it aloud; `sha256:` keeps its place: `sha256:
 * ab12 cd34 …`.
 */
export function spaced(fingerprint: string): string {
  const at = fingerprint.indexOf(':') + 1;
  return (
    fingerprint.slice(0, at) +
    (at > 0 ? ' ' : '') +
    (fingerprint.slice(at).match(/.{1,4}/g) ?? []).join(' ')
  );
}
