import type { Parser as TreeSitter, TreeCursor } from '@vscode/tree-sitter-wasm';

/** One node of parsed code; offsets in UTF-16 units of the document's text. */
export interface SyntaxNode {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  /** What it is to its parent (`function`, `arguments`, …); null where the grammar has no word. */
  readonly field: string | null;
  readonly parent: SyntaxNode | null;
  /** Named nodes only: punctuation and keywords are left out. */
  readonly children: readonly SyntaxNode[];
}

/** Code that parses into more, or deeper, is not inspected. */
const most = { nodes: 400_000, depth: 4_000 };

/** Why there is no tree: nested beyond what a person writes, or given up by `isOver`. */
export type NoTree = 'too-deep' | 'too-slow';

/**
 * The tree as plain values, all at once: asking the parser node by node costs far more.
 * @param offset where the code begins in the document's text.
 * @param isOver asked while the parser works; it gives up once this is true.
 */
export function treeOf(
  parser: TreeSitter,
  code: string,
  offset: number,
  isOver: () => boolean,
): SyntaxNode | NoTree {
  // Its own type says that nothing is given back; `true` ends the parse.
  const progressCallback = isOver as () => void;
  const tree = parser.parse(code, null, { progressCallback });
  if (tree === null) {
    // It would go on where it stopped, in another text.
    parser.reset();
    return 'too-slow';
  }
  const cursor = tree.walk();
  try {
    return plain(cursor, offset) ?? 'too-deep';
  } finally {
    cursor.delete();
    tree.delete();
  }
}

type Growing = { -readonly [K in keyof SyntaxNode]: SyntaxNode[K] } & { children: SyntaxNode[] };

function plain(cursor: TreeCursor, offset: number): SyntaxNode | null {
  const root = nodeAt(cursor, offset, null);
  let parent = root;
  let nodes = 0;
  let depth = 0;
  /** For each level, the node that children belong to. */
  const parents: Growing[] = [];
  let down = cursor.gotoFirstChild();
  if (down) parents.push(parent);
  while (parents.length > 0) {
    if (down) {
      nodes += 1;
      parent = parents.at(-1) ?? root;
      let own = parent;
      if (cursor.nodeIsNamed) {
        own = nodeAt(cursor, offset, parent);
        parent.children.push(own);
      }
      depth = parents.length;
      if (nodes > most.nodes || depth > most.depth) return null;
      if (cursor.gotoFirstChild()) {
        parents.push(own);
        continue;
      }
    }
    down = cursor.gotoNextSibling();
    if (!down) {
      cursor.gotoParent();
      parents.pop();
    }
  }
  return root;
}

const nodeAt = (cursor: TreeCursor, offset: number, parent: SyntaxNode | null): Growing => ({
  type: cursor.nodeType,
  start: cursor.startIndex + offset,
  end: cursor.endIndex + offset,
  field: cursor.currentFieldName,
  parent,
  children: [],
});

/** Every node below, in the order of the text. */
export function* nodesIn(node: SyntaxNode): Generator<SyntaxNode> {
  const open = [node];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    yield next;
    for (let at = next.children.length - 1; at >= 0; at -= 1) {
      const child = next.children[at];
      if (child !== undefined) open.push(child);
    }
  }
}

export const childOf = (node: SyntaxNode, field: string): SyntaxNode | null =>
  node.children.find((child) => child.field === field) ?? null;

/** The child that a place is in; children stand in the order of the text. */
export function childAt({ children }: SyntaxNode, place: number): SyntaxNode | undefined {
  let [from, to] = [0, children.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    const child = children[middle];
    if (child === undefined || child.end > place) to = middle;
    else from = middle + 1;
  }
  const child = children[from];
  return child !== undefined && child.start <= place ? child : undefined;
}
