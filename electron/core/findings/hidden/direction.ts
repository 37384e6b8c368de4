import { at } from '../knowledge/places.ts';
import { rule, type RuleHit } from '../rule.ts';

/** Embeddings and overrides, up to their end or that of the line. */
const changes = /[\u202A\u202B\u202D\u202E][^\n\u202C]*\u202C?/gu;
const rightToLeft =
  /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;

/** H02. */
export const direction = rule({
  id: 'H02',
  family: 'hidden',
  severity: 'high',
  title: 'Characters that reverse the reading direction',
  why:
    'They make the screen show letters in a different order than a machine reads them. What ' +
    'looks like a comment can be code.',
  confusedWith:
    'Older Hebrew and Arabic texts use them, closed on the same line. These are rated low.',
  *look({ text, kind }): Iterable<RuleHit> {
    for (const { 0: run, index } of text.matchAll(changes)) {
      const isWriting = run.endsWith('\u202C') && rightToLeft.test(run) && kind.kind !== 'code';
      yield at({ start: index, end: index + run.length }, isWriting ? { severity: 'low' } : {});
    }
  },
});
