/** The parts of a parsed text node (mdast) that this module uses. */
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

/** What of the source is in no rendered text. */
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

/** The element that stands for what is not rendered: markdown itself makes none of this name. */
export const droppedElement = 'ins';

/** A note in the text, in the place of what is not rendered. */
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

/** An element with nothing but text, under any name. */
export const element = (hName: string, value: string): MdNode => ({
  type: 'element',
  data: { hName, hChildren: [{ type: 'text', value }] },
});

export const textNode = (value: string): MdNode => ({ type: 'text', value });

export function property(node: MdNode, name: string, value: string | number | boolean): void {
  node.data = { ...node.data, hProperties: { ...node.data?.hProperties, [name]: value } };
}

/** From the first to before the second, in UTF-16 units of the source. */
export type SourceRange = readonly [from: number, to: number];

/** All text below a node. */
export function textOf(node: MdNode): string {
  return node.value ?? (node.children ?? []).map(textOf).join('');
}

/** Where a node stands in the source, in UTF-16 units; null for one that the parser made up. */
export function placeOf(node: MdNode): SourceRange | null {
  const from = node.position?.start.offset;
  const to = node.position?.end.offset;
  return from === undefined || to === undefined ? null : [from, to];
}
