import { visible } from '../text.ts';

/** The longest excerpt, in UTF-16 units. */
const longest = 200;

/**
 * The text of a range, on one line, with a little before it if the range starts inside a line. The
 * file's author may target a screen or a terminal, so nothing invisible is left in it.
 */
export function excerptOf(text: string, start: number, end: number): string {
  const from = Math.max(text.lastIndexOf('\n', start - 1) + 1, start - 40);
  const lineEnd = text.indexOf('\n', end);
  const to = Math.min(lineEnd === -1 ? text.length : lineEnd, Math.max(end, from + longest));
  const whole = text.slice(from, Math.min(to, from + 4 * longest)).replace(/\s*\n\s*/g, ' ⏎ ');
  return visible(whole.replaceAll('\t', ' ').trim(), longest);
}
