import {
  dropped,
  element,
  type MdNode,
  type SourceRange,
  placeOf,
  property,
  textOf,
  textNode,
  align,
} from './nodes.ts';

/**
 * Puts back in place what Markdown drops: comments, definitions, titles, labels, targets, surplus
 * cells, unused footnotes and anything else that isn't rendered. An attacker hides there what a
 * model reads and a reviewer doesn't. Works by exclusion: source between two nodes that isn't plain
 * markup of their parent is shown.
 */
export function showDropped(): (tree: MdNode, file: { toString(): string }) => void {
  return (tree, file) => {
    const source = String(file);
    new Shower(source).fill(tree, [0, source.length]);
    markUnits(tree, source.length);
  };
}

/** Markup without content of its own, by node type. */
const plainPatterns: Readonly<Record<string, RegExp>> = {
  heading: /^[\s>#=-]*$/,
  emphasis: /^[\s>*_]*$/,
  strong: /^[\s>*_]*$/,
  delete: /^[\s>~]*$/,
  link: /^[\s>[<]*$/,
  linkReference: /^[\s>[]*$/,
  listItem: /^[\s>]*(?:(?:[-*+]|\d{1,9}[.)])[\s>]*)?(?:\[[\sxX]\][\s>]*)?$/,
  table: /^[\s>|:-]*$/,
  tableRow: /^[\s>|]*$/,
  tableCell: /^[\s>|]*$/,
  thematicBreak: /^[\s>*_-]*$/,
  break: /^[\s>\\]*$/,
};
const blank = /^[\s>]*$/;

const flow = new Set(['root', 'blockquote', 'listItem', 'footnoteDefinition', 'footnote']);

class Shower {
  private readonly source: string;
  constructor(source: string) {
    this.source = source;
  }

  /** Replaces a node's children with what they display, including the text between them. */
  fill(node: MdNode, [from, to]: SourceRange, columns?: number): void {
    const isFlow = flow.has(node.type);
    const kept: MdNode[] = [];
    const note = (start: number, end: number): void => {
      const gap = this.source.slice(start, end);
      if ((plainPatterns[node.type] ?? blank).test(gap)) return;
      const mark = dropped('text', gap, isFlow, [start, end]);
      if (node.type === 'list' || node.type === 'table' || node.type === 'tableRow')
        intoLast(kept.at(-1), mark);
      else kept.push(mark);
    };
    let at = from;
    for (const group of this.groups(node.children ?? [])) {
      if (group.place === null) {
        const end = group.next ?? to;
        kept.push(...text(this.source.slice(at, end), group.text, [at, end]));
        at = end;
        continue;
      }
      note(at, group.place[0]);
      kept.push(...this.one(group.node, group.place, node, columns));
      at = group.place[1];
    }
    if (node.type === 'link' || node.type === 'linkReference')
      kept.push(...linkEnd(node, this.source.slice(at, to), [at, to]));
    else note(at, to);
    node.children = kept;
  }

  /** Children one by one; those without a source position together, as their text. */
  private *groups(
    children: readonly MdNode[],
  ): Generator<
    | { readonly place: SourceRange; readonly node: MdNode }
    | { readonly place: null; readonly text: string; readonly next: number | undefined }
  > {
    for (let i = 0; i < children.length; i += 1) {
      const node = children[i];
      if (node === undefined) continue;
      const place = placeOf(node);
      if (place !== null) {
        yield { place, node };
        continue;
      }
      let value = '';
      let after: SourceRange | null = null;
      for (; i < children.length; i += 1) {
        const one = children[i];
        after = one === undefined ? null : placeOf(one);
        if (one === undefined || after !== null) break;
        value += textOf(one);
      }
      i -= 1;
      yield { place: null, text: value, next: after?.[0] };
    }
  }

  /** The displayed form of one child. */
  private one(
    node: MdNode,
    place: SourceRange,
    parent: MdNode,
    columns: number | undefined,
  ): readonly MdNode[] {
    const raw = this.source.slice(...place);
    const block = flow.has(parent.type);
    switch (node.type) {
      case 'text':
        return text(raw, node.value ?? '', place);
      case 'inlineCode':
        return inlineCode(node, raw, place);
      case 'code':
        return code(node, raw, place);
      case 'html':
        return [dropped(raw.startsWith('<!--') ? 'comment' : 'HTML', raw, block, place)];
      case 'definition':
        // Keep it, too: links and pictures need it.
        return [node, dropped('definition', raw, block, place)];
      case 'image':
        return image(node, raw, place);
      case 'imageReference':
        return [node, dropped('image', raw, false, place)];
      case 'footnoteReference':
        return [element('sup', raw)];
      case 'footnoteDefinition':
        return [this.footnote(node, place)];
      case 'thematicBreak':
      case 'break':
        return plainPatterns[node.type]?.test(raw)
          ? [node]
          : [node, dropped('text', raw, block, place)];
      case 'list':
        this.fill(node, place);
        return [node];
      case 'listItem':
        return [this.listItem(node, place, raw, parent)];
      case 'table':
        this.fill(node, place, node.align?.length ?? 0);
        return [node];
      case 'tableRow':
        return [this.tableRow(node, place, columns ?? 0)];
      default:
        if (node.children === undefined) return [dropped('text', raw, block, place)];
        this.fill(node, place);
        return [node];
    }
  }

  /** Shown in place under its own label, whether or not anything refers to it. */
  private footnote(node: MdNode, place: SourceRange): MdNode {
    const raw = this.source.slice(...place);
    const label = /^\[\^[^]*?\]:/.exec(raw)?.[0] ?? '';
    this.fill(node, [place[0] + label.length, place[1]]);
    const name: MdNode = { ...element('p', label), position: node.position };
    return {
      type: 'footnote',
      children: [name, ...(node.children ?? [])],
      position: node.position,
      data: { hName: 'div' },
    };
  }

  private listItem(node: MdNode, place: SourceRange, raw: string, list: MdNode): MdNode {
    this.fill(node, place);
    // Paragraphs stay separate elements so that each keeps its position.
    node.spread = true;
    const number = /^\d{1,9}/.exec(raw)?.[0];
    // The number as written: Markdown would count up from the first.
    if (list.ordered === true && number !== undefined) property(node, 'value', Number(number));
    return node;
  }

  /** Cells beyond the last column are added to the last cell. */
  private tableRow(node: MdNode, place: SourceRange, columns: number): MdNode {
    const cells = node.children ?? [];
    const surplus = columns > 0 ? cells.slice(columns) : [];
    const [first] = surplus;
    const cut = first === undefined ? null : placeOf(first);
    if (cut === null) {
      this.fill(node, place);
      return node;
    }
    node.children = cells.slice(0, columns);
    this.fill(node, [place[0], cut[0]]);
    intoLast(
      node,
      dropped('cells', this.source.slice(cut[0], place[1]), false, [cut[0], place[1]]),
    );
    return node;
  }
}

/** Lists, tables and rows allow only certain children, so a note goes into the last child. */
function intoLast(node: MdNode | undefined, mark: MdNode): void {
  if (node === undefined) return;
  const last = node.children?.at(-1);
  if (node.type === 'tableRow' || node.type === 'table' || node.type === 'list')
    intoLast(last, mark);
  else node.children = [...(node.children ?? []), mark];
}

/** Blocks that count as seen only as a whole. */
const units = new Set(['paragraph', 'heading', 'code', 'thematicBreak', 'tableCell']);

/**
 * Gives every block the source range up to the next one; together they cover all of it, including
 * blank lines and markup.
 * @param length of the source, in UTF-16 units.
 */
function markUnits(tree: MdNode, length: number): void {
  const found: { node: MdNode; from: number }[] = [];
  let at = 0;
  const walk = (node: MdNode): void => {
    const place = placeOf(node);
    if (place !== null) at = Math.max(at, place[0]);
    const block = node.type === 'dropped' && node.data?.hProperties?.['dataBlock'] === true;
    if (units.has(node.type) || block || (node.type === 'element' && place !== null))
      found.push({ node, from: at });
    else for (const child of node.children ?? []) walk(child);
  };
  walk(tree);
  found.forEach(({ node, from }, index) => {
    const start = index === 0 ? 0 : from;
    property(node, 'dataAt', `${start}-${Math.max(start, found[index + 1]?.from ?? length)}`);
  });
}

/** A target without characters that Markdown treats specially, and its title. */
const target =
  /^\]\(\s*(<[^<>\\&\n]*>|[^\s()\\&<>]*)(?:\s+("[^"\\&\n]*"|'[^'\\&\n]*'|\([^()\\&\n]*\)))?\s*\)$/;
const picture = /^!\[([^[\]\\&*_`<>~!\n]*)(\][^]*)$/;

/** A node's text, plus source that it doesn't contain. */
function text(raw: string, value: string, place: SourceRange): MdNode[] {
  return align(raw, value, 'text').shown.map((piece) =>
    piece.kind === 'text' ? textNode(piece.value) : dropped('text', piece.value, false, place),
  );
}

function inlineCode(node: MdNode, raw: string, place: SourceRange): readonly MdNode[] {
  const ticks = /^`*/.exec(raw)?.[0].length ?? 0;
  const inside = raw.slice(ticks, Math.max(ticks, raw.length - ticks));
  const { shown } = align(inside, node.value ?? '', 'verbatim');
  return shown.some(({ kind }) => kind === 'dropped')
    ? [node, dropped('text', raw, false, place)]
    : [node];
}

/** The first line of a fence holds text that the block doesn't show. */
function code(node: MdNode, raw: string, place: SourceRange): readonly MdNode[] {
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

function image(node: MdNode, raw: string, place: SourceRange): readonly MdNode[] {
  const [, alt, rest = ''] = picture.exec(raw) ?? [];
  const [, to, title] = target.exec(rest) ?? [];
  if (alt === undefined || to === undefined || alt !== (node.alt ?? ''))
    return [node, dropped('image', raw, false, place)];
  property(node, 'dataTo', to);
  return title === undefined ? [node] : [node, dropped('title', title, false, place)];
}

/** What follows a link's text: `](target "title")`, `][label]`, or the `>` of an autolink. */
function linkEnd(node: MdNode, raw: string, place: SourceRange): readonly MdNode[] {
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
