import { align } from './align.ts';
import { dropped, element, type MdNode, placeOf, property, textNode } from './nodes.ts';
import { markUnits } from './units.ts';

/**
 * Puts what markdown drops back into the tree, in its place: comments, definitions, titles, labels,
 * targets, surplus cells, unused footnotes and whatever else is in the source and in no rendered
 * text. The attacker hides there what a model reads and a reviewer does not. Works by exclusion: a
 * stretch of source between two nodes that is not the plain markup of its parent is shown.
 */
export function showDropped(): (tree: MdNode, file: { toString(): string }) => void {
  return (tree, file) => {
    const source = String(file);
    new Shower(source).fill(tree, [0, source.length]);
    markUnits(tree, source.length);
  };
}

type Place = readonly [from: number, to: number];

/** Markup that says nothing by itself, by the node that it belongs to. */
const plain: Readonly<Record<string, RegExp>> = {
  heading: /^[\s>#=-]*$/,
  emphasis: /^[\s>*_]*$/,
  strong: /^[\s>*_]*$/,
  delete: /^[\s>~]*$/,
  link: /^[\s>[<]*$/,
  linkReference: /^[\s>[]*$/,
  listItem: /^[\s>]*(?:[-*+]|\d{1,9}[.)])?[\s>]*(?:\[[\sxX]\])?[\s>]*$/,
  table: /^[\s>|:-]*$/,
  tableRow: /^[\s>|]*$/,
  tableCell: /^[\s>|]*$/,
  thematicBreak: /^[\s>*_-]*$/,
  break: /^[\s>\\]*$/,
};
const blank = /^[\s>]*$/;

const flow = new Set(['root', 'blockquote', 'listItem', 'footnoteDefinition', 'footnote']);
/** A target without anything that markdown would read otherwise, and its title. */
const target =
  /^\]\(\s*(<[^<>\\&\n]*>|[^\s()\\&<>]*)(?:\s+("[^"\\&\n]*"|'[^'\\&\n]*'|\([^()\\&\n]*\)))?\s*\)$/;
const image = /^!\[([^[\]\\&*_`<>~!\n]*)(\][^]*)$/;

class Shower {
  private readonly source: string;
  constructor(source: string) {
    this.source = source;
  }

  /** Replaces a node's children by what they show, with what stands between them. */
  fill(node: MdNode, [from, to]: Place, columns?: number): void {
    const isFlow = flow.has(node.type);
    const kept: MdNode[] = [];
    const note = (start: number, end: number): void => {
      const gap = this.source.slice(start, end);
      if ((plain[node.type] ?? blank).test(gap)) return;
      const mark = dropped('text', gap, isFlow, [start, end]);
      if (node.type === 'list' || node.type === 'table' || node.type === 'tableRow')
        intoLast(kept.at(-1), mark);
      else kept.push(mark);
    };
    let at = from;
    for (const group of this.groups(node.children ?? [])) {
      if (group.place === null) {
        const end = group.next ?? to;
        kept.push(...this.text([at, end], group.text));
        at = end;
        continue;
      }
      note(at, group.place[0]);
      kept.push(...this.one(group.node, group.place, node, columns));
      at = group.place[1];
    }
    if (node.type === 'link' || node.type === 'linkReference')
      kept.push(...this.linkEnd(node, [at, to]));
    else note(at, to);
    node.children = kept;
  }

  /** Children one by one; those without a place in the source together, as the text they hold. */
  private *groups(
    children: readonly MdNode[],
  ): Generator<
    | { readonly place: Place; readonly node: MdNode }
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
      let text = '';
      let after: Place | null = null;
      for (; i < children.length; i += 1) {
        const one = children[i];
        after = one === undefined ? null : placeOf(one);
        if (one === undefined || after !== null) break;
        text += textOf(one);
      }
      i -= 1;
      yield { place: null, text, next: after?.[0] };
    }
  }

  /** What one child shows. */
  private one(
    node: MdNode,
    place: Place,
    parent: MdNode,
    columns: number | undefined,
  ): readonly MdNode[] {
    const raw = this.source.slice(...place);
    const block = flow.has(parent.type);
    switch (node.type) {
      case 'text':
        return this.text(place, node.value ?? '');
      case 'inlineCode':
        return this.inlineCode(node, place);
      case 'code':
        return this.code(node, place);
      case 'html':
        return [dropped(raw.startsWith('<!--') ? 'comment' : 'HTML', raw, block, place)];
      case 'definition':
        // Stays, too: links and pictures are resolved by it.
        return [node, dropped('definition', raw, block, place)];
      case 'image':
        return this.image(node, place);
      case 'imageReference':
        return [node, dropped('image', raw, false, place)];
      case 'footnoteReference':
        return [element('sup', raw)];
      case 'footnoteDefinition':
        return [this.footnote(node, place)];
      case 'thematicBreak':
      case 'break':
        return plain[node.type]?.test(raw) ? [node] : [node, dropped('text', raw, block, place)];
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

  private text(place: Place, value: string): MdNode[] {
    return align(this.source.slice(...place), value, 'text').shown.map((piece) =>
      piece.kind === 'text' ? textNode(piece.value) : dropped('text', piece.value, false, place),
    );
  }

  private inlineCode(node: MdNode, place: Place): readonly MdNode[] {
    const raw = this.source.slice(...place);
    const inside = raw.replace(/^`+/, '').replace(/`+$/, '');
    const { shown } = align(inside, node.value ?? '', 'verbatim');
    return shown.some(({ kind }) => kind === 'dropped')
      ? [node, dropped('text', raw, false, place)]
      : [node];
  }

  /** A fence says on its first line what nothing of the block shows. */
  private code(node: MdNode, place: Place): readonly MdNode[] {
    const raw = this.source.slice(...place);
    const [, fence = '', info = ''] = /^(`{3,}|~{3,})([^\n]*)/.exec(raw) ?? [];
    const body = raw
      .slice(fence.length + info.length)
      .replace(fence === '' ? /$^/ : /\n[\s>]*(?:`{3,}|~{3,})[ \t]*$/, '');
    if (info.trim() !== '') property(node, 'dataInfo', info.trim());
    const { shown } = align(body, node.value ?? '', 'verbatim');
    const lost = shown.some(({ kind }) => kind === 'dropped');
    return lost ? [node, dropped('fence', raw, true, place)] : [node];
  }

  private image(node: MdNode, place: Place): readonly MdNode[] {
    const raw = this.source.slice(...place);
    const [, alt, rest = ''] = image.exec(raw) ?? [];
    const [, to, title] = target.exec(rest) ?? [];
    if (alt === undefined || to === undefined || alt !== (node.alt ?? ''))
      return [node, dropped('image', raw, false, place)];
    property(node, 'dataTo', to);
    return title === undefined ? [node] : [node, dropped('title', title, false, place)];
  }

  /** What stands behind a link's text: `](target "title")`, `][label]`, or the `>` of an autolink. */
  private linkEnd(node: MdNode, place: Place): readonly MdNode[] {
    const raw = this.source.slice(...place);
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

  /** Shown where it stands and under its own label, whether anything refers to it or not. */
  private footnote(node: MdNode, place: Place): MdNode {
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

  private listItem(node: MdNode, place: Place, raw: string, list: MdNode): MdNode {
    this.fill(node, place);
    // Paragraphs stay elements of their own, so that each says where it stands.
    node.spread = true;
    const number = /^\d{1,9}/.exec(raw)?.[0];
    // The number as written: markdown would count from the first one.
    if (list.ordered === true && number !== undefined) property(node, 'value', Number(number));
    return node;
  }

  /** Cells that the table has no column for are named in the last one. */
  private tableRow(node: MdNode, place: Place, columns: number): MdNode {
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

/** Lists, tables and rows hold nothing but their own: a note goes into the last of them. */
function intoLast(node: MdNode | undefined, mark: MdNode): void {
  if (node === undefined) return;
  const last = node.children?.at(-1);
  if (node.type === 'tableRow' || node.type === 'table' || node.type === 'list')
    intoLast(last, mark);
  else node.children = [...(node.children ?? []), mark];
}

function textOf(node: MdNode): string {
  return node.value ?? (node.children ?? []).map(textOf).join('');
}
