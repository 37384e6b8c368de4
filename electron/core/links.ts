const maxCount = 512;
const longest = 1_024;
const target = /\]\(\s{0,8}(?:<([^<>\n]{1,1024})>|([^()<>\s]{1,1024})(?=[\s)]))/g;
const absolute = /^(?:[A-Za-z][A-Za-z0-9+.-]*:|\/|#)/;

/** A relative link in a Markdown text, in UTF-16 units. */
export interface RelativeLink {
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
