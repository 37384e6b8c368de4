import type { TreeInput, TreeItem } from './flat-tree.ts';
import { treeOf } from './walk.ts';

/** Every row of the tree, made at once. */
export const treeRows = (input: TreeInput): readonly TreeItem[] => {
  const { rows } = treeOf(input);
  return Array.from({ length: rows.length }, (_, index) => rows.at(index)).filter(
    (row) => row !== undefined,
  );
};
