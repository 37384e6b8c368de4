/** Most matches that are marked in one page. */
export const mostMatches = 1_000;

/** Elements whose text doesn't run on into the next element's. */
const blocks = 'p, li, td, th, h1, h2, h3, h4, h5, h6, pre, dt, dd, div, figcaption, caption, ins';

/**
 * The places of a text in what a page shows, ignoring case; a match may run through several
 * elements of one block. White space matches any white space, as a line break in a paragraph looks
 * like one.
 */
export function matchesIn(root: HTMLElement, text: string): readonly Range[] {
  const wanted = text.trim();
  if (wanted === '') return [];
  const pattern = new RegExp(
    wanted
      .split(/\s+/u)
      .map((word) => word.replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`))
      .join(String.raw`\s{1,200}`),
    'giu',
  );
  const nodes: { readonly node: Text; readonly from: number }[] = [];
  const parts: string[] = [];
  let length = 0;
  let block: Element | null = null;
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const own: Element | null = node.parentElement?.closest(blocks) ?? null;
    if (own !== block && length > 0) {
      // No pattern contains it, so that no match runs from one block into another.
      parts.push('\0');
      length += 1;
    }
    block = own;
    const { data } = node as Text;
    nodes.push({ node: node as Text, from: length });
    parts.push(data);
    length += data.length;
  }
  const whole = parts.join('');
  const ranges: Range[] = [];
  let at = 0;
  const placeOf = (offset: number, isEnd: boolean): readonly [Text, number] | null => {
    const limit = isEnd ? offset - 1 : offset;
    while (at + 1 < nodes.length && (nodes[at + 1]?.from ?? 0) <= limit) at += 1;
    const found = nodes[at];
    return found === undefined ? null : [found.node, offset - found.from];
  };
  for (const match of whole.matchAll(pattern)) {
    const start = placeOf(match.index, false);
    const end = placeOf(match.index + match[0].length, true);
    if (start === null || end === null) continue;
    const range = document.createRange();
    range.setStart(...start);
    range.setEnd(...end);
    ranges.push(range);
    if (ranges.length === mostMatches) break;
  }
  return ranges;
}
