import { rule, type RuleHit } from '../rule.ts';

/** One class with one quantifier, so it is linear for any text. */
const runs = /[\u{E0000}-\u{E007F}]+/gu;
/** The flag of a region: a black flag, its name in tag letters, and a closing tag. */
const region = /^[\u{E0030}-\u{E0039}\u{E0061}-\u{E007A}]{2,7}\u{E007F}$/u;
const blackFlag = '\u{1F3F4}';

export const tagCharacters = rule({
  id: 'H01',
  family: 'hidden',
  severity: 'critical',
  title: 'Text in invisible tag characters',
  why:
    'No screen draws these characters, but a model reads them as letters. The finding shows ' +
    'them decoded.',
  confusedWith: 'The flags of England, Scotland and Wales use them and are ignored.',
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
