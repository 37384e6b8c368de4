import { at } from '../knowledge/places.ts';
import { rule, type RuleHit } from '../rule.ts';

/** Nobody reads the same line this often, or for this share of the file. */
const limits = { times: 200, share: 0.6, lines: 100 } as const;

/** P18. */
export const stuffing = rule({
  id: 'P18',
  family: 'steering',
  severity: 'low',
  title: 'Repeats the same text over and over',
  why:
    'A model loses track of the start of a long text, including what you said. People skip ' +
    'it.',
  confusedWith: 'Data, logs and tables, which are ignored by type.',
  *look({ text, kind }): Iterable<RuleHit> {
    if (kind.kind !== 'markdown' && !(kind.kind === 'text' && kind.format === 'plaintext')) return;
    const seen = new Map<string, { count: number; start: number }>();
    let start = 0;
    let lines = 0;
    for (const line of text.split('\n')) {
      const words = line.trim();
      if (/[\p{L}\p{N}]{2}/u.test(words)) {
        lines += 1;
        const known = seen.get(words);
        if (known === undefined) seen.set(words, { count: 1, start });
        else known.count += 1;
      }
      start += line.length + 1;
    }
    for (const [line, { count, start: first }] of seen)
      if (count > limits.times || (lines > limits.lines && count > lines * limits.share))
        yield at({ start: first, end: first + line.length });
  },
});
