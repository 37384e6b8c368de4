import { align } from './align.ts';
import { dropped, type MdNode, type SourceRange, property, textNode, textOf } from './nodes.ts';

/** A target without characters that Markdown treats specially, and its title. */
const target =
  /^\]\(\s*(<[^<>\\&\n]*>|[^\s()\\&<>]*)(?:\s+("[^"\\&\n]*"|'[^'\\&\n]*'|\([^()\\&\n]*\)))?\s*\)$/;
const picture = /^!\[([^[\]\\&*_`<>~!\n]*)(\][^]*)$/;

/** A node's text, plus source that it doesn't contain. */
export function text(raw: string, value: string, place: SourceRange): MdNode[] {
  return align(raw, value, 'text').shown.map((piece) =>
    piece.kind === 'text' ? textNode(piece.value) : dropped('text', piece.value, false, place),
  );
}

export function inlineCode(node: MdNode, raw: string, place: SourceRange): readonly MdNode[] {
  const inside = raw.replace(/^`+/, '').replace(/`+$/, '');
  const { shown } = align(inside, node.value ?? '', 'verbatim');
  return shown.some(({ kind }) => kind === 'dropped')
    ? [node, dropped('text', raw, false, place)]
    : [node];
}

/** The first line of a fence holds text that the block doesn't show. */
export function code(node: MdNode, raw: string, place: SourceRange): readonly MdNode[] {
  const [, fence = '', info = ''] = /^(`{3,}|~{3,})([^\n]*)/.exec(raw) ?? [];
  const lines = raw.slice(fence.length + info.length);
  const end = lines.lastIndexOf('\n');
  const closed = fence !== '' && /^\n[ \t>]*(?:`{3,}|~{3,})[ \t]*$/.test(lines.slice(end));
  const body = closed ? lines.slice(0, end) : lines;
  if (info.trim() !== '') property(node, 'dataInfo', info.trim());
  const { shown } = align(body, node.value ?? '', 'verbatim');
  const lost = shown.some(({ kind }) => kind === 'dropped');
  return lost ? [node, dropped('fence', raw, true, place)] : [node];
}

export function image(node: MdNode, raw: string, place: SourceRange): readonly MdNode[] {
  const [, alt, rest = ''] = picture.exec(raw) ?? [];
  const [, to, title] = target.exec(rest) ?? [];
  if (alt === undefined || to === undefined || alt !== (node.alt ?? ''))
    return [node, dropped('image', raw, false, place)];
  property(node, 'dataTo', to);
  return title === undefined ? [node] : [node, dropped('title', title, false, place)];
}

/** What follows a link's text: `](target "title")`, `][label]`, or the `>` of an autolink. */
export function linkEnd(node: MdNode, raw: string, place: SourceRange): readonly MdNode[] {
  if (node.type === 'linkReference') {
    const label = /^\]\[([^]*)\]$/.exec(raw)?.[1] ?? '';
    if (raw === ']' || label.trim() === '') return [];
    return [dropped('label', `[${label}]`, false, place)];
  }
  if (raw === '' || raw === '>') {
    // The text is the address.
    property(node, 'dataTo', textOf(node));
    return [];
  }
  const [whole, to = '', title] = target.exec(raw) ?? [];
  if (whole === undefined) return [dropped('target', raw.slice(1), false, place)];
  property(node, 'dataTo', to);
  return title === undefined ? [] : [dropped('title', title, false, place)];
}
