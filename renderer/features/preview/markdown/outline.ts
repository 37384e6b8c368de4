import type { OutlineHeading } from '../../../store/state.ts';
import type { TreeNode } from './parse/markdown-tree.ts';

/** Most headings listed, and most characters of one: a server can send a text of headings only. */
const mostListed = { headings: 200, characters: 120 } as const;

/** The headings of a rendered text, in order; `at` is an offset in the text. */
export function headingsOf(tree: TreeNode): {
  readonly headings: readonly OutlineHeading[];
  readonly isCut: boolean;
} {
  const headings: OutlineHeading[] = [];
  const waiting: TreeNode[] = [tree];
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    const level = /^h([1-6])$/.exec(node.tagName ?? '')?.[1];
    const at = Number.parseInt(String(node.properties?.['dataAt'] ?? ''), 10);
    if (level === undefined || Number.isNaN(at)) {
      waiting.push(...(node.children ?? []).toReversed());
      continue;
    }
    if (headings.length === mostListed.headings) return { headings, isCut: true };
    const text = textOf(node).trim().slice(0, mostListed.characters);
    headings.push({ level: Number(level), text: text === '' ? '(empty heading)' : text, at });
  }
  return { headings, isCut: false };
}

/** The tree's depth is bounded (`treeLimits`). */
const textOf = (node: TreeNode): string => node.value ?? (node.children ?? []).map(textOf).join('');
