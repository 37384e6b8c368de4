import { orders } from '../knowledge/orders.ts';
import { intentReaderOf } from '../knowledge/intent-hits.ts';
import { at } from '../knowledge/places.ts';
import { isFenced } from '../reading/phrases.ts';
import { rule, type RuleHit } from '../rule.ts';

/** H08. */
export const comments = rule({
  id: 'H08',
  family: 'hidden',
  severity: 'medium',
  title: "Instructions in comments that aren't rendered",
  why: 'A rendered page leaves comments out, but a model reads them like any other text.',
  confusedWith:
    'Licenses, tables of contents and notes for authors are ignored unless they instruct a ' +
    'model.',
  *look(document): Iterable<RuleHit> {
    const { text, kind } = document;
    if (kind.kind !== 'markdown' && kind.kind !== 'markup') return;
    const intents = intentReaderOf(document);
    let next = 0;
    for (let start = text.indexOf('<!--'); start !== -1; start = text.indexOf('<!--', next)) {
      next = start + 4;
      if (isFenced(document, start)) continue;
      const close = text.indexOf('-->', start + 4);
      const end = close === -1 ? text.length : close + 3;
      const isAgainst = intents.in(start, end).length > 0;
      if (isAgainst || orders.test(text.slice(start, end)))
        yield at({ start, end }, isAgainst ? { severity: 'high' } : {});
      // A comment that starts inside another is part of it, so don't look at it twice.
      next = end;
    }
    for (const { start, end } of referenceComments(text))
      if (orders.test(text.slice(start, end))) yield at({ start, end });
  },
});

/** `[//]: # (…)`: in Markdown, an unused link definition is a comment. */
function referenceComments(text: string): { start: number; end: number }[] {
  return [...text.matchAll(/^\[(?:\/\/|comment|_metadata_|#|\^_\^)[^\]\n]{0,40}\]:[^\n]*$/gim)].map(
    ({ 0: line, index }) => ({
      start: index,
      end: index + line.length,
    }),
  );
}
