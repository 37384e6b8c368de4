import remarkGfm from 'remark-gfm';
import remarkParse from 'remark-parse';
import remarkRehype from 'remark-rehype';
import { unified, type PluggableList } from 'unified';
import { isRightToLeft } from '../../../../../shared/direction.ts';
import { mostBoxes, writtenPlaces } from '../../../../../shared/written-out.ts';
import { showDropped } from './show-dropped.ts';

/** The parts of a rendered tree node (hast) used here. */
export interface TreeNode {
  type: string;
  tagName?: string;
  properties?: Record<string, unknown>;
  value?: string;
  children?: TreeNode[];
  position?: unknown;
}

export type MarkdownTree =
  | { readonly ok: true; readonly tree: TreeNode }
  | { readonly ok: false; readonly reason: 'too-deep' | 'too-many' | 'failed' };

/** Beyond these limits, layout would block the page. */
export const treeLimits = { depth: 100, nodes: 20_000 } as const;

/**
 * How many page elements a node becomes, if not one. An attacker can write thousands of pictures,
 * each a frame with an icon, name, address and note.
 */
const elementsFor: Readonly<Record<string, number>> = { img: 8, a: 3, ins: 3 };

const parser = unified()
  .use(remarkParse)
  .use(remarkGfm)
  .use([showDropped] as PluggableList)
  .use(remarkRehype, { allowDangerousHtml: true });

/**
 * Parses Markdown with tables and task lists into a tree that React can lay out. The server chooses
 * the text, and some text takes quadratic time, so run it where it can be stopped. HTML and
 * everything else that Markdown drops stay in the tree as text.
 */
export function markdownTree(text: string): MarkdownTree {
  let tree: TreeNode;
  try {
    tree = parser.runSync(parser.parse(text), text) as TreeNode;
  } catch {
    return { ok: false, reason: 'failed' };
  }
  boxWritten(tree);
  setDirections(tree);
  return measured(tree);
}

const ownDirection = new Set(
  ['p', 'blockquote', 'th', 'td'].concat(['h1', 'h2', 'h3', 'h4', 'h5', 'h6']),
);

/** Text takes its direction from its own letters; code always runs from left to right. */
function setDirections(tree: TreeNode): void {
  const waiting: TreeNode[] = [tree];
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    const { tagName = '', children = [] } = node;
    const dir = /^(?:ul|ol|li)$/.test(tagName)
      ? directionOf(node)
      : ownDirection.has(tagName)
        ? 'auto'
        : /^(?:code|pre)$/.test(tagName)
          ? 'ltr'
          : null;
    if (dir !== null) node.properties = { ...node.properties, dir };
    for (const child of children) waiting.push(child);
  }
}

/**
 * The direction of the first letter of a list or item, which is the side of its marks: with `auto`
 * a browser leaves out what has a direction of its own, such as an item's paragraph.
 */
function directionOf(list: TreeNode): 'ltr' | 'rtl' {
  const waiting: TreeNode[] = [list];
  for (let looked = 0; looked < mostLooked; looked += 1) {
    const node = waiting.pop();
    if (node === undefined) break;
    const letter = /\p{L}/u.exec(node.value ?? '')?.[0];
    if (letter !== undefined) return isRightToLeft(letter) ? 'rtl' : 'ltr';
    if (node.tagName !== 'code')
      waiting.push(...(node.children ?? []).slice(0, mostLooked).reverse());
  }
  return 'ltr';
}
/** Nodes before a list's first letter that are looked at: lists may be nested in lists. */
const mostLooked = 50;

/** Wraps each written-out character in its own element. */
function boxWritten(tree: TreeNode): void {
  let left = mostBoxes;
  const waiting: TreeNode[] = [tree];
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    const { children } = node;
    if (children === undefined) continue;
    node.children = children.flatMap((child) => {
      if (child.type !== 'text') return child;
      const places = writtenPlaces(child.value ?? '', left);
      left -= places.length;
      return places.length === 0 ? child : boxed(child.value ?? '', places);
    });
    for (const child of children) waiting.push(child);
  }
}

function boxed(value: string, places: readonly (readonly [number, number])[]): TreeNode[] {
  const nodes: TreeNode[] = [];
  const text = (from: number, to: number): TreeNode => ({
    type: 'text',
    value: value.slice(from, to),
  });
  let at = 0;
  for (const [from, to] of places) {
    if (from > at) nodes.push(text(at, from));
    nodes.push({
      type: 'element',
      tagName: 'mark',
      properties: {},
      children: [text(from, to)],
    });
    at = to;
  }
  return at < value.length ? [...nodes, text(at, value.length)] : nodes;
}

/**
 * Checks a tree against the limits without recursion, because its depth may be huge. Drops
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
    // What the page draws nothing for would be out of sight: an attacker's place for orders.
    if (node.type === 'raw') node.type = 'text';
    for (const child of node.children ?? []) waiting.push([child, depth + 1]);
  }
  return { ok: true, tree };
}
