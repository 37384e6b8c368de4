import MarkdownIt, { type Token } from 'markdown-it';

/** One block of prose, or of code in prose. Offsets are UTF-16 units of the whole text. */
export interface ProseBlock {
  readonly kind:
    | 'paragraph'
    | 'heading'
    | 'item'
    | 'quote'
    | 'table'
    | 'fence'
    | 'html'
    | 'definition'
    | 'frontmatter';
  readonly start: number;
  readonly end: number;
  /** The headings above it, the nearest last. */
  readonly headings: readonly string[];
  /** The word after a fence. */
  readonly info: string;
  /** The range of a fence's content, without its own lines. */
  readonly content: { readonly start: number; readonly end: number };
}

const markdown = new MarkdownIt('commonmark').enable('table');

/**
 * The blocks of a Markdown text in order, starting with the frontmatter. Lines that are in no block
 * of the library (link definitions) become their own blocks, so that all text is in one.
 */
export function blocksOf(text: string): ProseBlock[] {
  const lines = lineStarts(text);
  const at = (line: number): number => lines[line] ?? text.length;
  const bodyLine = frontmatterLines(text, lines);
  const blocks: ProseBlock[] = [];
  const headings: { level: number; text: string }[] = [];
  const put = (kind: ProseBlock['kind'], from: number, to: number, info = ''): void => {
    const [start, end] = [at(from), at(to)];
    const fenced = kind === 'fence' && info !== '\0indented';
    const closed = fenced && /^[ \t>]*(?:`{3,}|~{3,})[ \t]*\r?$/.test(line(to - 1));
    const content = fenced
      ? {
          start: at(from + 1),
          end: Math.max(at(from + 1), at(closed && to - 1 > from ? to - 1 : to)),
        }
      : { start, end };
    const above = headings.map((heading) => heading.text);
    blocks.push({ kind, start, end, headings: above, info: fenced ? info : '', content });
  };
  const line = (number: number): string =>
    text.slice(at(number), at(number + 1)).replace(/\n$/, '');

  if (bodyLine > 0) put('frontmatter', 0, bodyLine);
  const tokens: Token[] = [];
  const body = text.slice(at(bodyLine)).replace(/\r\n?/g, (end) => (end === '\r\n' ? ' \n' : ' '));
  markdown.block.parse(body, markdown, {}, tokens);
  let quotes = 0;
  let items = 0;
  let covered = bodyLine;
  tokens.forEach((token, index) => {
    if (token.type === 'blockquote_open') quotes += 1;
    if (token.type === 'blockquote_close') quotes -= 1;
    if (token.type === 'list_item_open') items += 1;
    if (token.type === 'list_item_close') items -= 1;
    const kind = kindOf(token, { quotes, items });
    if (kind === null || token.map === null) return;
    const [from, to] = [token.map[0] + bodyLine, token.map[1] + bodyLine];
    if (from > covered && !isBlank(text, at(covered), at(from))) put('definition', covered, from);
    if (token.type === 'heading_open') {
      const level = Number(token.tag.slice(1));
      while ((headings.at(-1)?.level ?? 0) >= level) headings.pop();
      put(kind, from, to);
      headings.push({ level, text: tokens[index + 1]?.content ?? '' });
    } else put(kind, from, to, token.type === 'code_block' ? '\0indented' : token.info);
    covered = Math.max(covered, to);
  });
  if (covered < lines.length && !isBlank(text, at(covered), text.length))
    put('definition', covered, lines.length);
  return blocks;
}

function kindOf(
  token: Token,
  inside: { quotes: number; items: number },
): ProseBlock['kind'] | null {
  switch (token.type) {
    case 'fence':
    case 'code_block':
      return 'fence';
    case 'heading_open':
      return 'heading';
    case 'html_block':
      return 'html';
    case 'table_open':
      return 'table';
    case 'paragraph_open':
      return inside.quotes > 0 ? 'quote' : inside.items > 0 ? 'item' : 'paragraph';
    default:
      return null;
  }
}

const isBlank = (text: string, from: number, to: number): boolean =>
  text.slice(from, to).trim() === '';

/** The start of each line; `\n` ends a line, as in every editor. */
export function lineStarts(text: string): number[] {
  const starts = [0];
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  return starts;
}

/** The number of lines of the frontmatter including both fences; 0 if there is none. */
function frontmatterLines(text: string, lines: readonly number[]): number {
  if (!/^\uFEFF?---[ \t]*\r?\n/.test(text.slice(0, 200))) return 0;
  for (let number = 1; number < lines.length; number += 1)
    if (/^---[ \t]{0,200}\r?\n?$/.test(text.slice(lines[number], lines[number + 1] ?? text.length)))
      return number + 1;
  return 0;
}
