import { type MdNode, placeOf, property } from './nodes.ts';

/** Blocks that are in view as one. */
const units = new Set(['paragraph', 'heading', 'code', 'thematicBreak', 'tableCell']);

/**
 * Tells every block which stretch of the source it stands for, up to the next one: together they are
 * all of it, with the blank lines and the markup between them.
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
