import { at } from '../knowledge/places.ts';
import { rule, type RuleHit } from '../rule.ts';

/** How many empty lines, or spaces in a line, make a reader think that the text has ended. */
const fewest = { lines: 40, blanks: 200 } as const;

/** H10. */
export const farText = rule({
  id: 'H10',
  family: 'hidden',
  severity: 'medium',
  title: 'Text after a long blank stretch',
  why: 'A reader who sees only empty space stops scrolling. A model reads on.',
  confusedWith: 'Tables and drawings made of letters, padded with spaces.',
  *look({ text, kind }): Iterable<RuleHit> {
    if (kind.kind === 'binary') return;
    let from = 0;
    while (from < text.length) {
      if (!isBlank(text.charCodeAt(from))) {
        from += 1;
        continue;
      }
      let to = from;
      let lines = 0;
      let blanks = 0;
      let most = 0;
      for (; to < text.length && isBlank(text.charCodeAt(to)); to += 1) {
        if (text.charCodeAt(to) === 0x0a) {
          lines += 1;
          blanks = 0;
        } else blanks += 1;
        most = Math.max(most, text.charCodeAt(to) === 0x0a ? 0 : blanks);
      }
      // Spaces at the end of a line or file, or in a table, hide nothing.
      const isFilled = /[|+│┃║]/.test(text[to] ?? '');
      if (to < text.length && (lines > fewest.lines || (blanks >= fewest.blanks && !isFilled)))
        yield at({ start: from, end: lineEnd(text, to) });
      from = to;
    }
  },
});

const isBlank = (unit: number): boolean =>
  unit === 0x20 ||
  unit === 0x09 ||
  unit === 0x0a ||
  unit === 0x0d ||
  unit === 0xa0 ||
  unit === 0x3000;

function lineEnd(text: string, from: number): number {
  const end = text.indexOf('\n', from);
  return end === -1 ? text.length : end;
}
