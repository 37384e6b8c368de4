import { at } from '../knowledge/places.ts';
import { rule, type RuleHit } from '../rule.ts';

const runs = /[\uE000-\uF8FF\u{F0000}-\u{FFFFD}\u{100000}-\u{10FFFD}]+/gu;

/** H07. */
export const privateUse = rule({
  id: 'H07',
  family: 'hidden',
  severity: 'low',
  title: 'Characters that have a meaning in only one font',
  why:
    'Without that font you see nothing, or a box. Two programs may interpret them ' +
    'differently.',
  confusedWith: 'Icon fonts in terminal prompts and style sheets.',
  *look({ text }): Iterable<RuleHit> {
    for (const { 0: run, index } of text.matchAll(runs))
      // No icon font uses those beyond the first plane; a run of them is a message.
      yield at(
        { start: index, end: index + run.length },
        (run.codePointAt(0) ?? 0) > 0xffff && run.length > 8 ? { severity: 'medium' } : {},
      );
  },
});
