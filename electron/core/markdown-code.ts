import { visible } from './text.ts';

/**
 * Any text inside Markdown: a code span that it can't leave, with invisible characters made visible
 * and at most 500 characters.
 */
export function code(text: string, max = 500): string {
  const shown = visible(text, max);
  const fence = '`'.repeat(longestRun(shown) + 1);
  const space = shown.startsWith('`') || shown.endsWith('`') || shown.trim() === '' ? ' ' : '';
  return `${fence}${space}${shown}${space}${fence}`;
}

/** The longest run of backticks: a fence around the text has one more. */
export function longestRun(text: string): number {
  let longest = 0;
  for (const [run] of text.matchAll(/`+/g)) longest = Math.max(longest, run.length);
  return longest;
}
