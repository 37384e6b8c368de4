import { visible } from './text.ts';

const maxCount = 512;
const longest = 1_024;
const target = /\]\(\s{0,8}(?:<([^<>\n]{1,1024})>|([^()<>\s]{1,1024})(?=[\s)]))/g;
const absolute = /^(?:[A-Za-z][A-Za-z0-9+.-]*:|\/|#)/;

/** A relative link in a Markdown text, in UTF-16 units. */
interface RelativeLink {
  readonly link: string;
  readonly start: number;
  readonly end: number;
}

/** The relative links of a Markdown text, in order. Other links are left out. */
export function* linkPlacesIn(text: string): Generator<RelativeLink> {
  for (const { 0: whole, 1: inAngles, 2: plain, index } of text.matchAll(target)) {
    const link = (inAngles ?? plain ?? '').replace(/[?#].*$/, '');
    if (link !== '' && link.length <= longest && !absolute.test(link) && !link.endsWith('/'))
      yield { link, start: index, end: index + whole.length };
  }
}

/**
 * The same, each once, at most 512. One pass: the server's text only decides how often it matches.
 */
export function linksIn(text: string): string[] {
  const found = new Set<string>();
  for (const { link } of linkPlacesIn(text)) {
    if (found.size >= maxCount) break;
    found.add(link);
  }
  return [...found];
}

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
