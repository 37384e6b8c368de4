import { limits } from '../../limits.ts';
import { at } from '../knowledge/places.ts';
import { rule, type RuleHit } from '../rule.ts';

/** In UTF-16 units. No editor shows a line that far. */
const column = 10_000;

/** H11. */
export const longLines = rule({
  id: 'H11',
  family: 'hidden',
  severity: 'medium',
  title: 'Text beyond where a reader looks',
  why:
    'Lines of thousands of letters, and files longer than one view, have room for text that ' +
    'nobody reads.',
  confusedWith: 'Minified programs and data, which have their own rules.',
  *look({ text, kind, bytes }): Iterable<RuleHit> {
    if (kind.kind !== 'markdown' && !(kind.kind === 'text' && kind.format === 'plaintext')) return;
    let start = 0;
    for (const line of text.split('\n')) {
      const beyond = line.slice(column);
      // An embedded image is long, but says what it is.
      if (/\s\w+\s/.test(beyond)) yield at({ start: start + column, end: start + line.length });
      start += line.length + 1;
    }
    if (bytes.length > limits.textShownBytes) {
      const from = Math.min(text.length - 1, limits.textShownBytes);
      yield at({ start: from, end: text.length });
    }
  },
});
