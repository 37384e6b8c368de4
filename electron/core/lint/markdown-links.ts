import MarkdownIt, { type Token } from 'markdown-it';
import { splitAtFences } from '../frontmatter/fences.ts';

/** A link or a picture of a markdown text that leads to a file or folder beside it. */
export interface MarkdownLink {
  /** Where it leads, without query and fragment, as it is written (escapes of Markdown resolved). */
  readonly link: string;
  /** Where the link begins in the text; both count from 1, columns in UTF-16 units. */
  readonly line: number;
  readonly column: number;
}

/** Where the text of a link or picture was in its block, when it was found. */
const positions = new WeakMap<Token, number>();

const markdown = new MarkdownIt('commonmark').enable('table');
// The file is wanted as the author has spelled it, and what leads elsewhere is left out below.
markdown.normalizeLink = (link) => link;
markdown.validateLink = () => true;
markdown.inline.State = class extends MarkdownIt.StateInline {
  override push(type: string, tag: string, nesting: -1 | 0 | 1): Token {
    const token = super.push(type, tag, nesting);
    // A link's state stands behind its bracket, a picture's before its mark.
    if (type === 'link_open') positions.set(token, this.pos - 1);
    if (type === 'image') positions.set(token, this.pos);
    return token;
  }
};

const elsewhere = /^(?:[A-Za-z][A-Za-z0-9+.-]*:|\/|#)/;

/**
 * The relative links and pictures that a reader of Markdown (CommonMark with tables) sees, in inline
 * and in reference form, in order: not what stands in code, in HTML or in the frontmatter, and no
 * footnote.
 */
export function* markdownLinks(text: string): Generator<MarkdownLink> {
  // Nothing to parse for: most texts beside a SKILL.md have none.
  if (!text.includes(']')) return;
  const fenced = splitAtFences(text);
  const body = fenced.ok ? fenced.value.body : text;
  const above = text.slice(0, text.length - body.length).split('\n').length - 1;
  // A carriage return alone ends a line for Markdown and for no editor, which has to find the place.
  const source = body.replace(/\r\n?/g, (end) => (end === '\r\n' ? '\n' : ' '));
  const lines = source.split('\n');
  let from = 0;
  for (const token of markdown.parse(source, {})) {
    if (token.map !== null) from = token.map[0];
    if (token.type !== 'inline') continue;
    const placeOf = placesIn(token.content, from, lines);
    for (const child of token.children ?? []) {
      const link = linkOf(child);
      if (link === null) continue;
      const { line, column } = placeOf(positions.get(child) ?? 0);
      yield { link, line: above + line + 1, column: column + 1 };
    }
  }
}

function linkOf(token: Token): string | null {
  if (token.type !== 'link_open' && token.type !== 'image') return null;
  const to = token.attrGet(token.type === 'image' ? 'src' : 'href');
  // What GitHub and the preview read as a footnote.
  const { label } = (token.meta ?? {}) as { label?: string };
  if (label?.startsWith('^') === true || token.info === 'auto') return null;
  const link = String(to ?? '').replace(/[?#].*$/s, '');
  return link === '' || elsewhere.test(link) ? null : link;
}

/**
 * Places in a block's text, which is its lines without what stands before them; both counts begin
 * with 0. Asked for in order, so that a block of many links is gone through once.
 */
function placesIn(
  content: string,
  from: number,
  lines: readonly string[],
): (at: number) => { line: number; column: number } {
  let line = from;
  let start = 0;
  return (at) => {
    let end = content.indexOf('\n', start);
    for (; end !== -1 && end < at; end = content.indexOf('\n', start)) {
      line += 1;
      start = end + 1;
    }
    const shown = content.slice(start, end === -1 ? content.length : end).trimEnd();
    const before = Math.max(0, (lines[line] ?? '').indexOf(shown));
    return { line, column: before + at - start };
  };
}
