import { type MdNode, placeOf, property } from './nodes.ts';

/** Blocks that count as seen only as a whole. */
const units = new Set(['paragraph', 'heading', 'code', 'thematicBreak', 'tableCell']);

/**
 * Gives every block the source range up to the next one; together they cover all of it, including
 * blank lines and markup.
 * @param length of the source, in UTF-16 units.
 */
export function markUnits(tree: MdNode, length: number): void {
  const found: { node: MdNode; from: number }[] = [];
  let at = 0;
  const walk = (node: MdNode): void => {
    const place = placeOf(node);
    if (place !== null) at = Math.max(at, place[0]);
    const block = node.type === 'dropped' && node.data?.hProperties?.['dataBlock'] === true;
    if (units.has(node.type) || block || (node.type === 'element' && place !== null))
      found.push({ node, from: at });
    else for (const child of node.children ?? []) walk(child);
  };
  walk(tree);
  found.forEach(({ node, from }, index) => {
    const start = index === 0 ? 0 : from;
    property(node, 'dataAt', `${start}-${Math.max(start, found[index + 1]?.from ?? length)}`);
  });
}
