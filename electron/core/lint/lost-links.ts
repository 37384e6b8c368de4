import type { LintFault, LintFile } from './skill-files.ts';
import MarkdownIt, { type Token } from 'markdown-it';
import { splitAtFences } from '../frontmatter/fences.ts';

/** The most links reported for one file. */
const maxCount = 100;

/** Finds links in Markdown files that lead to neither a file nor a folder of the skill. */
export function lostLinks(files: readonly LintFile[]): LintFault[] {
  const places = placesOf(files);
  return files.flatMap(({ path, text }) =>
    text === null || !/\.(?:md|markdown)$/i.test(path) ? [] : lostIn(path, text, places),
  );
}

function lostIn(path: string, text: string, places: ReadonlySet<string>): LintFault[] {
  const found: LintFault[] = [];
  for (const { link, line, column } of markdownLinks(text)) {
    if (found.length >= maxCount) break;
    const said = whyLost(link, path, places);
    if (said !== null) found.push({ path, said, line, column });
  }
  return found;
}

/**
 * Resolves a link against the skill's folder, as hosts do, and against the file's own, as editors
 * do.
 */
function whyLost(link: string, from: string, places: ReadonlySet<string>): string | null {
  const own = from.split('/').slice(0, -1);
  const paths = [resolved([], link), resolved(own, link)].filter((path) => path !== null);
  if (paths.length === 0) return `${link} is outside the skill`;
  return paths.some((path) => places.has(path)) ? null : `there is no ${link}`;
}

/** All files and their folders in a set, so that a link costs the same however many there are. */
function placesOf(files: readonly LintFile[]): ReadonlySet<string> {
  const places = new Set(['']);
  for (const { path } of files) {
    places.add(path);
    for (let end = path.lastIndexOf('/'); end > 0; end = path.lastIndexOf('/', end - 1)) {
      const folder = path.slice(0, end);
      if (places.has(folder)) break;
      places.add(folder);
    }
  }
  return places;
}

function resolved(base: readonly string[], link: string): string | null {
  let decoded = link;
  try {
    decoded = decodeURIComponent(link);
  } catch {
    // Use it as written.
  }
  const parts = [...base];
  for (const step of decoded.split('/')) {
    if (step === '..') {
      if (parts.pop() === undefined) return null;
    } else if (step !== '.' && step !== '') parts.push(step);
  }
  return parts.join('/');
}

/** A link or image in a Markdown text that leads to a file or folder next to it. */
interface MarkdownLink {
  /** Its target without query and fragment, as written (with Markdown escapes resolved). */
  readonly link: string;
  /** Where the link starts in the text; both count from 1, columns in UTF-16 units. */
  readonly line: number;
  readonly column: number;
}

/** Where in its block each link or image was found. */
const positions = new WeakMap<Token, number>();

const markdown = new MarkdownIt('commonmark').enable('table');
// Keep the author's spelling; links that lead elsewhere are left out below.
markdown.normalizeLink = (link) => link;
markdown.validateLink = () => true;
markdown.inline.State = class extends MarkdownIt.StateInline {
  override push(type: string, tag: string, nesting: -1 | 0 | 1): Token {
    const token = super.push(type, tag, nesting);
    // A link's position is after its bracket, an image's before its mark.
    if (type === 'link_open') positions.set(token, this.pos - 1);
    if (type === 'image') positions.set(token, this.pos);
    return token;
  }
};

const elsewhere = /^(?:[A-Za-z][A-Za-z0-9+.-]*:|\/|#)/;

/**
 * The relative links and images that a reader of Markdown (CommonMark with tables) sees, in order,
 * inline or by reference. Leaves out code, HTML, frontmatter and footnotes.
 */
function* markdownLinks(text: string): Generator<MarkdownLink> {
  // Most texts besides a SKILL.md have no link, so don't parse them.
  if (!text.includes(']')) return;
  const fenced = splitAtFences(text);
  const body = fenced.ok ? fenced.value.body : text;
  const above = text.slice(0, text.length - body.length).split('\n').length - 1;
  // A lone carriage return ends a line in Markdown, but not in editors, which have to find the
  // position.
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
  // GitHub and the preview read this as a footnote.
  const { label } = (token.meta ?? {}) as { label?: string };
  if (label?.startsWith('^') === true || token.info === 'auto') return null;
  const link = String(to ?? '').replace(/[?#].*$/s, '');
  return link === '' || elsewhere.test(link) ? null : link;
}

/**
 * Maps offsets in a block's text, which lacks the lines' indentation and markers, to positions that
 * count from 0. Call it with rising offsets, so that it walks a block with many links only once.
 */
function placesIn(
  content: string,
  from: number,
  lines: readonly string[],
): (at: number) => { line: number; column: number } {
  let line = from - 1;
  let [start, end] = [0, -1];
  let before = 0;
  const next = (): void => {
    line += 1;
    start = end + 1;
    const found = content.indexOf('\n', start);
    end = found === -1 ? content.length : found;
    // Once for each line: a server writes thousands of links on one.
    before = Math.max(0, (lines[line] ?? '').indexOf(content.slice(start, end).trimEnd()));
  };
  next();
  return (at) => {
    while (end < at && end < content.length) next();
    return { line, column: before + at - start };
  };
}
