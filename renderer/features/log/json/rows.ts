import { logPattern } from '../../../../shared/log-pattern.ts';
import type { TreeRow } from '../../../components/VirtualTree/tree-rows.ts';

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
const isOpenFirst = (nodes: readonly JsonNode[], index: number): boolean =>
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

/** One value in a JSON text and its position. */
interface JsonNode {
  /** The key as written, with quotes; null in an array and at the top. */
  readonly key: string | null;
  readonly kind: 'object' | 'array' | 'string' | 'other';
  /** Offset of its key or, without one, of the value. */
  readonly from: number;
  readonly start: number;
  /** Offset after it; for an unclosed value, where reading ended. */
  end: number;
  /** From 1. */
  readonly level: number;
  /** Index of its parent; -1 at the top. */
  readonly parent: number;
  /** Position in its parent, from 1. */
  readonly position: number;
  /** Number of direct children. */
  count: number;
  /** Index after its last descendant. */
  after: number;
}

interface ScannedJson {
  readonly nodes: readonly JsonNode[];
  /**
   * `more`: there are more values than are shown. `broken`: the text ends or stops being JSON
   * there.
   */
  readonly stop: 'more' | 'broken' | null;
  readonly at: number;
}

export const mostNodes = 100_000;

const space = /\s*/y;
const other = /[^\s,:[\]{}"]+/y;

/**
 * The values of a JSON text in order and as written: repeated names and numbers that JavaScript
 * can't hold stay unchanged. A cut text gives what comes before the cut. Needs no stack at any
 * depth, and time for at most `most` values.
 */
export function scanJson(text: string, most = mostNodes): ScannedJson {
  const nodes: JsonNode[] = [];
  const open: number[] = [];
  let at = 0;
  const take = (pattern: RegExp): string | null => {
    pattern.lastIndex = at;
    const found = pattern.exec(text)?.[0] ?? null;
    if (found !== null) at += found.length;
    return found;
  };
  const ended = (stop: ScannedJson['stop']): ScannedJson => {
    for (const index of open) close(nodes, index, at);
    return { nodes, stop, at };
  };
  for (;;) {
    take(space);
    const sign = text[at];
    const parent = open.at(-1) ?? -1;
    const within = nodes[parent];
    if (sign === undefined) return ended(open.length === 0 && nodes.length > 0 ? null : 'broken');
    if (within === undefined && nodes.length > 0) return ended('broken');
    if (sign === '}' || sign === ']') {
      if (within === undefined || (sign === '}') !== (within.kind === 'object'))
        return ended('broken');
      at += 1;
      open.pop();
      close(nodes, parent, at);
      continue;
    }
    if (sign === ',' && within !== undefined && within.count > 0) {
      at += 1;
      continue;
    }
    if (nodes.length === most) return ended('more');
    const from = at;
    let key: string | null = null;
    if (within?.kind === 'object') {
      const after = stringEnd(text, at);
      if (after === null) return ended('broken');
      key = text.slice(at, after);
      at = after;
      take(space);
      if (text[at] !== ':') return ended('broken');
      at += 1;
      take(space);
    }
    const start = at;
    const first = text[at];
    const kind =
      first === '{' ? 'object' : first === '[' ? 'array' : first === '"' ? 'string' : 'other';
    const isOpen = kind === 'object' || kind === 'array';
    if (isOpen) at += 1;
    else if (kind === 'string') {
      const after = stringEnd(text, at);
      if (after === null) return ended('broken');
      at = after;
    } else if (take(other) === null) return ended('broken');
    if (within !== undefined) within.count += 1;
    const position = within?.count ?? 1;
    const [level, count, after] = [open.length + 1, 0, nodes.length + 1];
    nodes.push({ key, kind, from, start, end: at, level, parent, position, count, after });
    if (isOpen) open.push(nodes.length - 1);
  }
}

/** The offset after the string that starts there; null if there's none or it doesn't end. */
function stringEnd(text: string, from: number): number | null {
  if (text[from] !== '"') return null;
  for (
    let quote = text.indexOf('"', from + 1);
    quote !== -1;
    quote = text.indexOf('"', quote + 1)
  ) {
    let before = quote - 1;
    while (text[before] === '\\') before -= 1;
    if ((quote - before) % 2 === 1) return quote + 1;
  }
  return null;
}

function close(nodes: readonly JsonNode[], index: number, end: number): void {
  const node = nodes[index];
  if (node === undefined) return;
  node.end = end;
  node.after = nodes.length;
}

/** A value's JSONPath: `$.result.skills[0]`. */
export function pathOf(nodes: readonly JsonNode[], index: number): string {
  const parts: string[] = [];
  for (let at = index; at >= 0; at = nodes[at]?.parent ?? -1) {
    const node = nodes[at];
    if (node === undefined || node.parent === -1) break;
    const name = node.key?.slice(1, -1) ?? null;
    if (name === null) parts.push(`[${node.position - 1}]`);
    else parts.push(/^[A-Za-z_]\w*$/.test(name) ? `.${name}` : `[${node.key}]`);
  }
  return `$${parts.reverse().join('')}`;
}
