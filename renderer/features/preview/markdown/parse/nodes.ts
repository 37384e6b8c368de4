/** The parts of a parsed text node (mdast) used here. */
export interface MdNode {
  type: string;
  value?: string;
  alt?: string | null;
  children?: MdNode[];
  align?: unknown[];
  ordered?: boolean | null;
  spread?: boolean | null;
  position?: { start: { offset?: number }; end: { offset?: number } } | undefined;
  data?: {
    hName?: string;
    hProperties?: Record<string, string | number | boolean>;
    hChildren?: { type: 'text'; value: string }[];
  };
}

/** Source that isn't rendered. */
export type DroppedKind =
  | 'comment'
  | 'HTML'
  | 'definition'
  | 'title'
  | 'cells'
  | 'image'
  | 'target'
  | 'label'
  | 'text'
  | 'fence';

/** The element for source that isn't rendered; Markdown itself never creates this name. */
const droppedElement = 'ins';

/** A note in the text in place of source that isn't rendered. */
export const dropped = (
  kind: DroppedKind,
  value: string,
  block: boolean,
  [from, to]: SourceRange,
): MdNode => ({
  type: 'dropped',
  position: { start: { offset: from }, end: { offset: to } },
  data: {
    hName: droppedElement,
    hProperties: { dataKind: kind, dataBlock: block },
    hChildren: [{ type: 'text', value: value.trim() }],
  },
});

/** A text-only element with any name. */
export const element = (hName: string, value: string): MdNode => ({
  type: 'element',
  data: { hName, hChildren: [{ type: 'text', value }] },
});

export const textNode = (value: string): MdNode => ({ type: 'text', value });

export function property(node: MdNode, name: string, value: string | number | boolean): void {
  node.data = { ...node.data, hProperties: { ...node.data?.hProperties, [name]: value } };
}

/** Start (inclusive) and end (exclusive) in UTF-16 units of the source. */
export type SourceRange = readonly [from: number, to: number];

/** All text below a node. */
export function textOf(node: MdNode): string {
  return node.value ?? (node.children ?? []).map(textOf).join('');
}

/** A node's source position in UTF-16 units; null if the parser made it up. */
export function placeOf(node: MdNode): SourceRange | null {
  const from = node.position?.start.offset;
  const to = node.position?.end.offset;
  return from === undefined || to === undefined ? null : [from, to];
}

/** What a source range became: displayed text, and characters that wouldn't be displayed. */
interface AlignedText {
  readonly shown: readonly (
    | { readonly kind: 'text'; readonly value: string }
    | { readonly kind: 'dropped'; readonly value: string }
  )[];
}

const punctuation = /[!-/:-@[-`{-~]/;
const space = /\s/;
const reference = /&(?:#\d{1,7}|#[xX][\da-fA-F]{1,6}|[A-Za-z\d]{1,31});/y;

/**
 * Aligns a node's text with its source. Character references are shown as written: a model reads
 * `&#112;`, not `p`. Whatever is in neither the text nor the markup is returned as dropped, so a
 * mistake here shows too much, never too little.
 * @param mode `verbatim` for code, in which nothing is escaped.
 */
export function align(source: string, value: string, mode: 'text' | 'verbatim'): AlignedText {
  if (source === value) return { shown: value === '' ? [] : [{ kind: 'text', value }] };
  const out = new Pieces();
  let j = 0;
  let lineStart = false;
  for (let i = 0; i < source.length;) {
    const char = source[i] ?? '';
    const wanted = value[j] ?? '';
    const next = source[i + 1] ?? '';
    if (space.test(char)) {
      if (wanted !== '' && space.test(wanted)) {
        out.text(wanted);
        j += 1;
      }
      if (char === '\n') lineStart = true;
      i += 1;
      continue;
    }
    const ref = mode === 'text' && char === '&' ? referenceAt(source, i) : null;
    if (ref !== null && !value.startsWith(ref, j)) {
      out.text(ref);
      i += ref.length;
      j += unitsOf(ref, source[i] ?? '', value, j);
    } else if (
      char === '\\' &&
      next === wanted &&
      (mode === 'text' ? punctuation.test(next) : next === '|')
    ) {
      out.text(wanted);
      i += 2;
      j += 1;
    } else if (char === wanted) {
      out.text(char);
      i += 1;
      j += 1;
    } else if (lineStart && char === '>') {
      i += 1;
      continue;
    } else if (wanted !== '' && space.test(wanted)) {
      out.text(wanted);
      j += 1;
      continue;
    } else {
      out.dropped(char);
      i += 1;
    }
    lineStart = false;
  }
  out.text(value.slice(j));
  return { shown: out.pieces };
}

function referenceAt(source: string, at: number): string | null {
  reference.lastIndex = at;
  return reference.exec(source)?.[0] ?? null;
}

/** How many text units a reference represents: one, or two for a surrogate pair. */
function unitsOf(ref: string, following: string, value: string, at: number): number {
  if (ref.startsWith('&#')) {
    const hex = /^&#x/i.test(ref);
    const point = Number.parseInt(ref.slice(hex ? 3 : 2, -1), hex ? 16 : 10);
    return point > 0xffff && point <= 0x10ffff ? 2 : 1;
  }
  const one = value[at + 1] ?? '';
  return one !== following && value[at + 2] === following && following !== '' ? 2 : 1;
}

class Pieces {
  readonly pieces: { kind: 'text' | 'dropped'; value: string }[] = [];
  text(value: string): void {
    this.add('text', value);
  }
  dropped(value: string): void {
    this.add('dropped', value);
  }
  private add(kind: 'text' | 'dropped', value: string): void {
    if (value === '') return;
    const last = this.pieces.at(-1);
    if (last?.kind === kind) last.value += value;
    else this.pieces.push({ kind, value });
  }
}
