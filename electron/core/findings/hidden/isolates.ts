import { at } from '../knowledge/places.ts';
import { rule, type RuleHit } from '../rule.ts';

const marks = /[\u2066-\u2069]/gu;

/** H03. */
export const isolates = rule({
  id: 'H03',
  family: 'hidden',
  severity: 'high',
  title: 'Unclosed change of reading direction in code',
  why:
    'The rest of the line is shown in a different order than it runs. Editors close such a ' +
    "change at the end of the line; compilers don't know it.",
  confusedWith: 'Pairs closed on their line around a right-to-left word are ignored.',
  *look({ text, code }): Iterable<RuleHit> {
    for (const part of code) {
      const source = text.slice(part.start, part.end);
      if (source.search(marks) === -1) continue;
      let from = part.start;
      for (const line of source.split('\n')) {
        const open = unclosed(line);
        if (open !== null) yield at({ start: from + open, end: from + line.trimEnd().length });
        from += line.length + 1;
      }
    }
  },
});

/** Where the first change starts that the line doesn't close; null if all are closed. */
function unclosed(line: string): number | null {
  const open: number[] = [];
  for (const { 0: mark, index } of line.matchAll(marks))
    if (mark === '\u2069') open.pop();
    else open.push(index);
  return open[0] ?? null;
}
