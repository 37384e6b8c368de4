import Markdown from 'react-markdown';
import remarkGfm from 'remark-gfm';
import { showDropped } from './show-dropped.ts';

/** A node of the rendered tree (hast), as far as it is looked at here. */
export interface TreeNode {
  type: string;
  tagName?: string;
  children?: TreeNode[];
  position?: unknown;
}

export type MarkdownTree =
  | { readonly ok: true; readonly tree: TreeNode }
  | { readonly ok: false; readonly reason: 'too-deep' | 'too-many' | 'failed' };

/** Past these, laying the tree out would hold up the page. */
export const treeLimits = { depth: 100, nodes: 20_000 } as const;

/**
 * How many elements of the page stand for one node, where it's not one: the attacker writes
 * thousands of pictures, each a frame with an icon, a name, an address and a note.
 */
const elementsFor: Readonly<Record<string, number>> = { img: 8, a: 3, ins: 3 };

/**
 * Markdown with tables and task lists as a tree that React can lay out. The server chooses the
 * text, and some texts take time that grows with the square of their length: run it where it
 * can be stopped. HTML stays in the tree as text, and so does everything that markdown drops.
 */
export function markdownTree(text: string): MarkdownTree {
  let tree: TreeNode = { type: 'root', children: [] };
  // Takes the tree and leaves an empty one: nothing is laid out here.
  const capture =
    () =>
    (whole: TreeNode): TreeNode => {
      tree = whole;
      return { type: 'root', children: [] };
    };
  try {
    Markdown({ children: text, remarkPlugins: [remarkGfm, showDropped], rehypePlugins: [capture] });
  } catch {
    return { ok: false, reason: 'failed' };
  }
  return measured(tree);
}

/**
 * Holds a tree against the limits. Walks without recursion: the depth is what is being asked. Drops
 * positions, which nothing needs.
 */
export function measured(tree: TreeNode): MarkdownTree {
  const waiting: (readonly [TreeNode, number])[] = [[tree, 0]];
  let nodes = 0;
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const [node, depth] = next;
    const { tagName } = node;
    nodes +=
      (tagName !== undefined && Object.hasOwn(elementsFor, tagName) && elementsFor[tagName]) || 1;
    if (depth > treeLimits.depth) return { ok: false, reason: 'too-deep' };
    if (nodes > treeLimits.nodes) return { ok: false, reason: 'too-many' };
    delete node.position;
    for (const child of node.children ?? []) waiting.push([child, depth + 1]);
  }
  return { ok: true, tree };
}
