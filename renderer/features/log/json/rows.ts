import { logPattern } from '../../../../shared/log-pattern.ts';
import type { TreeRow } from '../../../components/VirtualTree/tree-rows.ts';
import type { JsonNode } from './scan.ts';

export interface JsonRow extends TreeRow {
  readonly index: number;
  readonly key: string | null;
  /** The displayed value; for an object or array, its item count. */
  readonly value: string;
  readonly kind: JsonNode['kind'];
  readonly isMatch: boolean;
  /** The object repeats this name: readers keep one value and drop the other. */
  readonly isTwin: boolean;
}

/** Above this many values, only the first levels start expanded. */
const openAtOnce = 300;
const openLevels = 3;
const mostMatches = 500;
const valueChars = 300;
const beforeMatch = 20;

const isOpenable = ({ kind, count }: JsonNode): boolean =>
  (kind === 'object' || kind === 'array') && count > 0;

/** Whether a value starts expanded. */
export const isOpenFirst = (nodes: readonly JsonNode[], index: number): boolean =>
  nodes.length <= openAtOnce || (nodes[index]?.level ?? 0) < openLevels;

/**
 * Values whose own text, without children, matches the search, with the first match's offset in the
 * whole text.
 */
export function matchesIn(
  text: string,
  nodes: readonly JsonNode[],
  wanted: string,
): ReadonlyMap<number, number> {
  const found = new Map<number, number>();
  const pattern = logPattern(wanted, 'g');
  if (pattern === null) return found;
  for (const match of text.matchAll(pattern)) {
    const index = placeOf(nodes, match.index);
    if (index >= 0 && !found.has(index)) found.set(index, match.index);
    if (found.size >= mostMatches) break;
  }
  return found;
}

/** The last value that starts at or before an offset, by bisection. */
function placeOf(nodes: readonly JsonNode[], at: number): number {
  let [low, high] = [0, nodes.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((nodes[middle]?.from ?? 0) <= at) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

/** Everything that must be expanded to show these values. */
export function above(nodes: readonly JsonNode[], indexes: Iterable<number>): ReadonlySet<number> {
  const found = new Set<number>();
  for (const index of indexes)
    for (
      let at = nodes[index]?.parent ?? -1;
      at >= 0 && !found.has(at);
      at = nodes[at]?.parent ?? -1
    )
      found.add(at);
  return found;
}

/** Values whose name repeats in the same object, however it's escaped. */
export function twinsIn(nodes: readonly JsonNode[]): ReadonlySet<number> {
  const firsts = new Map<number, Map<string, number>>();
  const found = new Set<number>();
  for (const [index, { key, parent }] of nodes.entries()) {
    if (key === null) continue;
    const names = firsts.get(parent) ?? new Map<string, number>();
    firsts.set(parent, names);
    const name = nameOf(key);
    const first = names.get(name);
    if (first === undefined) names.set(name, index);
    else found.add(first).add(index);
  }
  return found;
}

function nameOf(key: string): string {
  try {
    return JSON.parse(key) as string;
  } catch {
    // Invalid escape: keep it as written.
    return key;
  }
}

/** The visible rows. `flipped`: values toggled from their initial state. */
export function rowsOf(
  text: string,
  nodes: readonly JsonNode[],
  flipped: ReadonlySet<number>,
  forced: ReadonlySet<number>,
  matches: ReadonlyMap<number, number>,
  twins: ReadonlySet<number>,
): readonly JsonRow[] {
  const rows: JsonRow[] = [];
  for (let index = 0; index < nodes.length;) {
    const node = nodes[index];
    if (node === undefined) break;
    const first = forced.has(index) || isOpenFirst(nodes, index);
    const expanded = isOpenable(node) ? first !== flipped.has(index) : undefined;
    const setSize = nodes[node.parent]?.count ?? 1;
    const value = shownOf(text, node, matches.get(index) ?? 0);
    rows.push({
      ...{ id: String(index), index, level: node.level, setSize, posInSet: node.position },
      ...{ expanded, key: node.key, value, kind: node.kind, isMatch: matches.has(index) },
      isTwin: twins.has(index),
      text: node.key?.slice(1, -1) ?? value,
    });
    index = expanded === false ? node.after : index + 1;
  }
  return rows;
}

/** The start of a long value, or the part around a match. */
function shownOf(text: string, { kind, count, start, end }: JsonNode, match: number): string {
  if (kind === 'object') return count === 0 ? '{}' : `{ ${count.toLocaleString('en')} }`;
  if (kind === 'array') return count === 0 ? '[]' : `[ ${count.toLocaleString('en')} ]`;
  const from = match > start + beforeMatch ? match - beforeMatch : start;
  const to = Math.min(end, from + valueChars);
  return `${from > start ? '…' : ''}${text.slice(from, to)}${to < end ? '…' : ''}`;
}
