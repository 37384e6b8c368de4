import { rule, type RuleHit } from '../rule.ts';

const runs = /[\u{E0100}-\u{E01EF}\uFE00-\uFE0F]+/gu;
const ideograph = /[\p{Script=Han}\u{303F}]/u;

/** H05. */
export const selectors = rule({
  id: 'H05',
  family: 'hidden',
  severity: 'high',
  title: 'Data in variation selectors',
  why:
    'There are 256 of these invisible characters, one for each byte value. One letter can ' +
    'carry a whole hidden message.',
  confusedWith:
    'A single one after an emoji or a Chinese character picks its shape and is ignored.',
  *look({ text }): Iterable<RuleHit> {
    for (const { 0: run, index } of text.matchAll(runs)) {
      const bytes = [...run].map(byteOf);
      const before = [...text.slice(Math.max(0, index - 2), index)].at(-1) ?? '';
      const picksShape = bytes.length === 1 && ((bytes[0] ?? 0) < 16 || ideograph.test(before));
      if (picksShape || bytes.every((byte) => byte === 15 || byte === 14)) continue;
      const said = Buffer.from(bytes).toString('utf8');
      const decoded = { path: ['variation selectors'], text: said };
      yield { start: index, end: index + run.length, ...(bytes.length > 1 ? { decoded } : {}) };
    }
  },
});

/** VS1 to VS16 are 0 to 15, VS17 to VS256 the rest. */
function byteOf(selector: string): number {
  const point = selector.codePointAt(0) ?? 0;
  return point >= 0xe0100 ? point - 0xe0100 + 16 : point - 0xfe00;
}
