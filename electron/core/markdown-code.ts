import { visible } from './text.ts';

/**
 * A text of anybody's inside Markdown: a code span that it cannot leave, with invisible characters
 * made visible and at most 500 characters of it.
 */
export function code(text: string, max = 500): string {
  const shown = visible(text, max);
  const fence = '`'.repeat(longestRun(shown) + 1);
  const space = shown.startsWith('`') || shown.endsWith('`') || shown.trim() === '' ? ' ' : '';
  return `${fence}${space}${shown}${space}${fence}`;
}

/** How many backticks stand side by side at most: a fence around the text has one more. */
export function longestRun(text: string): number {
  let longest = 0;
  for (const [run] of text.matchAll(/`+/g)) longest = Math.max(longest, run.length);
  return longest;
}
