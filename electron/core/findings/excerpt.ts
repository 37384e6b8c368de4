import { visible } from '../text.ts';

/** Longest excerpt, in UTF-16 units. */
const longest = 200;

/**
 * What stands at a range, with a little before it where the range begins inside a line, on one line.
 * Whoever wrote the file wants it to reach a screen or a terminal: nothing invisible is left in it.
 */
export function excerptOf(text: string, start: number, end: number): string {
  const from = Math.max(text.lastIndexOf('\n', start - 1) + 1, start - 40);
  const lineEnd = text.indexOf('\n', end);
  const to = Math.min(lineEnd === -1 ? text.length : lineEnd, Math.max(end, from + longest));
  const whole = text.slice(from, Math.min(to, from + 4 * longest)).replace(/\s*\n\s*/g, ' ⏎ ');
  return visible(whole.replaceAll('\t', ' ').trim(), longest);
}
