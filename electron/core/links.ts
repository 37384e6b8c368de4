const most = 512;
const longest = 1_024;
const target = /\]\(\s{0,8}(?:<([^<>\n]{1,1024})>|([^()<>\s]{1,1024})(?=[\s)]))/g;
const absolute = /^(?:[A-Za-z][A-Za-z0-9+.-]*:|\/|#)/;

/**
 * Relative links of a markdown text, in order and each once, at most 512. One pass: the
 * server's text decides how often it matches and nothing else. Links to other places are left out.
 */
export function linksIn(text: string): string[] {
  const found = new Set<string>();
  for (const match of text.matchAll(target)) {
    if (found.size >= most) break;
    const link = (match[1] ?? match[2] ?? '').replace(/[?#].*$/, '');
    if (link !== '' && link.length <= longest && !absolute.test(link) && !link.endsWith('/'))
      found.add(link);
  }
  return [...found];
}
