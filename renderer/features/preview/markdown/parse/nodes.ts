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
