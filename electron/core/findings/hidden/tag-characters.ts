import { rule, type RuleHit } from '../rule.ts';

/** One class with one quantifier: linear over any text. */
const runs = /[\u{E0000}-\u{E007F}]+/gu;
/** The flag of a region: a black flag, its name in tag letters, and the tag that ends it. */
const region = /^[\u{E0030}-\u{E0039}\u{E0061}-\u{E007A}]{2,7}\u{E007F}$/u;
const blackFlag = '\u{1F3F4}';

export const tagCharacters = rule({
  id: 'H01',
  family: 'hidden',
  severity: 'critical',
  title: 'Text in invisible tag characters',
  why:
    'These characters draw nothing on any screen, and a model reads them as the letters that they ' +
    'stand for. What they say is shown decoded.',
  confusedWith:
    'The flags of England, Scotland and Wales are written with them; those are left out.',
  *look({ text }): Iterable<RuleHit> {
    for (const { 0: run, index } of text.matchAll(runs)) {
      const isFlag = text.endsWith(blackFlag, index) && region.test(run);
      if (!isFlag) yield found(run, index);
    }
  },
});

const found = (run: string, index: number): RuleHit => ({
  start: index,
  end: index + run.length,
  decoded: { path: ['tag characters'], text: [...run].map(letter).join('') },
});

function letter(tag: string): string {
  const point = (tag.codePointAt(0) ?? 0) - 0xe0000;
  return point >= 0x20 && point < 0x7f ? String.fromCharCode(point) : '';
}
