import type * as Library from '@vscode/tree-sitter-wasm';
import type { Parser as TreeSitter, TreeCursor } from '@vscode/tree-sitter-wasm';
import type { GrammarLanguage } from './layers.ts';

/** One node of parsed code. Offsets are UTF-16 units of the document's text. */
export interface SyntaxNode {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  /**
   * Its role in its parent (`function`, `arguments`, …); null if the grammar has no name for it.
   */
  readonly field: string | null;
  readonly parent: SyntaxNode | null;
  /** Named nodes only: punctuation and keywords are left out. */
  readonly children: readonly SyntaxNode[];
}

/** Code that parses into more nodes, or deeper ones, isn't inspected. */
const limits = { nodes: 400_000, depth: 4_000 };

/** Why there is no tree: deeper than a person writes, or stopped by `isOver`. */
export type NoTree = 'too-deep' | 'too-slow';

/**
 * The whole tree as plain values, because reading nodes from the parser one by one costs far more.
 * @param offset where the code starts in the document's text.
 * @param isOver polled while the parser works, which stops once it is true.
 */
export function treeOf(
  parser: TreeSitter,
  code: string,
  offset: number,
  isOver: () => boolean,
): SyntaxNode | NoTree {
  // Its type declares no return value, but `true` stops the parse.
  const progressCallback = isOver as () => void;
  const tree = parser.parse(code, null, { progressCallback });
  if (tree === null) {
    // Otherwise, it would continue where it stopped, in another text.
    parser.reset();
    return 'too-slow';
  }
  const cursor = tree.walk();
  try {
    return toPlainNode(cursor, offset) ?? 'too-deep';
  } finally {
    cursor.delete();
    tree.delete();
  }
}

type Growing = { -readonly [K in keyof SyntaxNode]: SyntaxNode[K] } & { children: SyntaxNode[] };

function toPlainNode(cursor: TreeCursor, offset: number): SyntaxNode | null {
  const root = nodeAt(cursor, offset, null);
  let parent = root;
  let nodes = 0;
  let depth = 0;
  /** The parent node of each level. */
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
        if (parent.children === noChildren) parent.children = [own];
        else parent.children.push(own);
      }
      depth = parents.length;
      if (nodes > limits.nodes || depth > limits.depth) return null;
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
  children: noChildren,
});

/** Of leaves, which are most nodes; a node with children gets its own. */
const noChildren: SyntaxNode[] = [];

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

/** The child that contains a place; children are in the order of the text. */
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

/**
 * Returns the WebAssembly of the parser itself (`runtime`) or of a language; throws if it can't.
 */
export type GrammarBytes = (name: GrammarLanguage | 'runtime') => Promise<Uint8Array>;

/** Parsers, each created when its language first occurs. */
export interface GrammarLoader {
  /** Null if the grammar couldn't be loaded; its code is then reported as *not inspected*. */
  parser(language: GrammarLanguage): Promise<Library.Parser | null>;
  /** Starts a clock; the result says whether a parse has taken too long by now. */
  patience(): () => boolean;
}

const unending = (): (() => boolean) => () => false;

/** @param patience for one parse; without it, no parse takes too long. */
export function createGrammars(bytes: GrammarBytes, patience = unending): GrammarLoader {
  let runtime: Promise<typeof Library> | undefined;
  const parsers = new Map<GrammarLanguage, Promise<Library.Parser | null>>();

  const load = async (language: GrammarLanguage): Promise<Library.Parser> => {
    runtime ??= start(bytes);
    const { Parser, Language: Grammar } = await runtime;
    const parser = new Parser();
    parser.setLanguage(await Grammar.load(await bytes(language)));
    return parser;
  };
  return {
    patience,
    parser(language) {
      const known = parsers.get(language);
      if (known !== undefined) return known;
      const loading = load(language).catch(() => null);
      parsers.set(language, loading);
      return loading;
    },
  };
}

async function start(bytes: GrammarBytes): Promise<typeof Library> {
  // Bundlers and Node put the exports of a CommonJS module in different places.
  const loaded = await import('@vscode/tree-sitter-wasm');
  const library = 'Parser' in loaded ? loaded : (loaded as { default: typeof loaded }).default;
  const options: Record<string, unknown> = { wasmBinary: await bytes('runtime') };
  await library.Parser.init(options as Parameters<typeof library.Parser.init>[0]);
  return library;
}
