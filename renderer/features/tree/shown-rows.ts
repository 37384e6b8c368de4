import type { RefusedEntry, SkillRow } from '../../../shared/model/skill.ts';
import type { TreeRows } from '../../components/VirtualTree/tree-rows.ts';
import { refusedKey } from '../../store/state.ts';
import { expandedOf, type RowLayout, ids, type TreeItem } from './flat-tree.ts';
import type { PathNode, PathTree } from './structure.ts';
import { revealInvisible } from '../../../shared/invisible.ts';

/** Rows cached for reuse; a window shows about fifty. */
const mostDrawn = 2_000;
const drawn = new Map<PathNode | RefusedEntry, TreeItem>();

/** Returns the previous row if unchanged, so repainting it costs nothing. */
function kept(of: PathNode | RefusedEntry, item: TreeItem): TreeItem {
  const before = drawn.get(of);
  if (before !== undefined && isSame(before, item)) return before;
  if (drawn.size >= mostDrawn) drawn.clear();
  drawn.set(of, item);
  return item;
}

function isSame(a: TreeItem, b: TreeItem): boolean {
  const other: Readonly<Record<string, unknown>> = { ...b };
  return Object.entries(a).every(([field, value]) => value === other[field]);
}

/** All rows of the tree; each is created when it becomes visible. */
export class ShownRows implements TreeRows<TreeItem> {
  readonly length: number;
  readonly #laid: readonly RowLayout[];
  /** The index at which each server's rows start. */
  readonly #starts: readonly number[];
  readonly #structures: ReadonlyMap<string, PathTree>;

  constructor(laid: readonly RowLayout[], structures: ReadonlyMap<string, PathTree>) {
    const starts: number[] = [];
    let length = 0;
    for (const { codes } of laid) {
      starts.push(length);
      length += codes.length;
    }
    this.length = length;
    this.#laid = laid;
    this.#starts = starts;
    this.#structures = structures;
  }

  at(index: number): TreeItem | undefined {
    const place = this.#placeOf(index);
    return place === null ? undefined : this.#item(...place);
  }

  idAt(index: number): string {
    const place = this.#placeOf(index);
    if (place === null) return '';
    const [laid, at] = place;
    const node = nodeAt(laid, at);
    return node === undefined ? (this.at(index)?.id ?? '') : idOf(laid, node);
  }

  levelAt(index: number): number {
    const place = this.#placeOf(index);
    return place === null ? 0 : levelOf(...place);
  }

  textAt(index: number): string {
    const place = this.#placeOf(index);
    if (place === null) return '';
    const [laid, at] = place;
    const node = nodeAt(laid, at);
    return node === undefined ? (this.at(index)?.text ?? '') : nameOf(laid, node);
  }

  indexOf(id: string): number {
    for (const [index, laid] of this.#laid.entries()) {
      const at = rowOf(laid, id);
      if (at >= 0) return (this.#starts[index] ?? 0) + at;
    }
    return -1;
  }

  /** A skill's first row; negative if it has none. */
  firstSkill(): number {
    for (const [index, laid] of this.#laid.entries()) {
      const at = laid.codes.findIndex((_, row) => (nodeAt(laid, row)?.at ?? null) !== null);
      if (at >= 0) return (this.#starts[index] ?? 0) + at;
    }
    return -1;
  }

  /** The rows of a server's skills, by their ids. */
  skillIdsOf(server: string): readonly string[] {
    const laid = this.#laid.find((one) => one.server === server);
    if (laid === undefined) return [];
    const found: string[] = [];
    for (let at = 0; at < laid.codes.length; at += 1) {
      const node = nodeAt(laid, at);
      if (node !== undefined && node.at !== null) found.push(idOf(laid, node));
    }
    return found;
  }

  #placeOf(index: number): readonly [laid: RowLayout, at: number] | null {
    if (!(index >= 0 && index < this.length)) return null;
    let low = 0;
    let high = this.#starts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((this.#starts[middle] ?? 0) <= index) low = middle;
      else high = middle - 1;
    }
    const laid = this.#laid[low];
    return laid === undefined ? null : [laid, index - (this.#starts[low] ?? 0)];
  }

  #item(laid: RowLayout, at: number): TreeItem | undefined {
    const { codes, flat, list, made, refused } = laid;
    const code = codes[at] ?? 0;
    if (code < 0) return made[-1 - code];
    const node = flat.nodes[code];
    if (node === undefined) return refusedItem(laid, code - flat.nodes.length, refused);
    const place = {
      id: idOf(laid, node),
      text: nameOf(laid, node),
      expanded: expandedOf(laid, code),
      level: levelOf(laid, at),
      ...amongSiblings(laid, at, code),
      apart: apartOf(laid, at, node),
    };
    const row = node.at === null ? undefined : list[node.at];
    if (row === undefined) {
      const { name, skills } = node;
      return kept(node, { kind: 'folder', name, skills, ...place });
    }
    const clash = clashOf(this.#structures, row.name);
    const where = clash === null ? null : placeOf(row, clash);
    return kept(node, { kind: 'skill', row, place: where, ...place });
  }
}

const nodeAt = ({ codes, flat }: RowLayout, at: number): PathNode | undefined =>
  flat.nodes[codes[at] ?? -1];

const idOf = ({ server }: RowLayout, { uri, path }: PathNode): string =>
  uri === null ? `d:${server}\n${path}` : ids.skill(server, uri);

const nameOf = ({ list }: RowLayout, { at, name }: PathNode): string =>
  at === null ? name : (list[at]?.name ?? name);

/** A row's level: 1 for servers, 3 for invalid entries. */
function levelOf({ codes, flat, made }: RowLayout, at: number): number {
  const code = codes[at] ?? 0;
  if (code < 0) return made[-1 - code]?.level ?? 1;
  return code < flat.nodes.length ? (flat.levels[code] ?? 0) + 2 : 3;
}

function amongSiblings(
  { flat, list, marks, refused, sizes, places }: RowLayout,
  at: number,
  node: number,
): { readonly setSize: number; readonly posInSet: number } {
  const around = flat.parents[node] ?? -1;
  const skill = flat.nodes[around]?.at ?? null;
  // A skill's files are siblings of what's inside it; invalid entries are siblings of the server's
  // skills.
  const hasFiles = skill !== null && marks === null && (list[skill]?.fileCount ?? 0) > 0;
  const more = hasFiles || (around < 0 && refused.length > 0) ? 1 : 0;
  return { setSize: (sizes[around + 1] ?? 0) + more, posInSet: places[at] ?? 1 };
}

function apartOf(laid: RowLayout, at: number, node: PathNode): number {
  const name = nameOf(laid, node);
  if (isShort(name)) return 0;
  return Math.max(alike(name, besideOf(laid, at, -1)), alike(name, besideOf(laid, at, 1)));
}

/** The name of the next node at the same level in a direction, within the same parent. */
function besideOf(laid: RowLayout, at: number, step: 1 | -1): string | undefined {
  const level = levelOf(laid, at);
  let next = at + step;
  while (next >= 0 && next < laid.codes.length && levelOf(laid, next) > level) next += step;
  if (next < 0 || next >= laid.codes.length || levelOf(laid, next) < level) return undefined;
  const node = nodeAt(laid, next);
  return node === undefined ? undefined : nameOf(laid, node);
}

/** The row's index among the server's; negative if there's none. */
function rowOf(laid: RowLayout, id: string): number {
  const { server, flat, codes, made, refused } = laid;
  const kind = id.slice(0, 2);
  if (kind === 'k:' || kind === 'd:') {
    const own = `${kind}${server}\n`;
    if (!id.startsWith(own)) return -1;
    const name = id.slice(own.length);
    const node = flat.nodes.findIndex(({ uri, path }) =>
      kind === 'k:' ? uri === name : uri === null && path === name,
    );
    return node < 0 ? -1 : codes.indexOf(node);
  }
  if (kind === 'r:') {
    const entry = refused.findIndex((one) => ids.refused(server, refusedKey(one)) === id);
    return entry < 0 ? -1 : codes.indexOf(flat.nodes.length + entry);
  }
  const one = made.findIndex((item) => item.id === id);
  return one < 0 ? -1 : codes.indexOf(-1 - one);
}

function refusedItem(
  { server }: RowLayout,
  at: number,
  entries: readonly RefusedEntry[],
): TreeItem | undefined {
  const entry = entries[at];
  if (entry === undefined) return undefined;
  return kept(entry, {
    kind: 'refused',
    id: ids.refused(server, refusedKey(entry)),
    text: entry.name ?? entry.uri ?? `Entry ${entry.index + 1}`,
    entry,
    expanded: undefined,
    level: 3,
    setSize: entries.length,
    posInSet: at + 1,
  });
}

/** A name shared by skills: on one server, or on each of these. */
type NameClash = 'paths' | { readonly servers: readonly string[] };

/** Which others have a name: `paths` if two are on one server; null if none. */
function clashOf(structures: ReadonlyMap<string, PathTree>, name: string): NameClash | null {
  const servers: string[] = [];
  for (const [server, { names }] of structures) {
    const count = names.get(name) ?? 0;
    if (count > 1) return 'paths';
    if (count === 1) servers.push(server);
  }
  return servers.length > 1 ? { servers } : null;
}

const maxNamed = 2;

/**
 * What distinguishes skills with the same name: the folder, or the other servers that have one. The
 * skill's own server is shown above it.
 */
function placeOf(row: SkillRow, clash: NameClash): string {
  if (clash === 'paths') {
    const folder = row.uri.replace(/\/[^/]*\/[^/]*$/, '').replace(/^skill:\/\//, '');
    return revealInvisible(folder);
  }
  const others = clash.servers.filter((server) => server !== row.server);
  const rest = others.length - maxNamed;
  return `also on ${others.slice(0, maxNamed).join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`;
}

/** In characters: shorter names are shown whole or cut at the end. */
const shortest = 20;
/** Characters kept at a name's end if its start differs from its neighbors. */
const usualEnd = 8;
const longestStep = 6;

/** Such a name isn't split. */
export const isShort = (name: string): boolean => name.length <= shortest;

/** Length of the common prefix of two names. */
function alike(a: string, b: string | undefined): number {
  if (b === undefined) return 0;
  const most = Math.min(a.length, b.length);
  let at = 0;
  while (at < most && a.charCodeAt(at) === b.charCodeAt(at)) at += 1;
  return at;
}

/** Where a long name starts to differ from its neighbors; 0 for a short one. */
export const apartFrom = (
  name: string,
  before: string | undefined,
  after: string | undefined,
): number => (isShort(name) ? 0 : Math.max(alike(name, before), alike(name, after)));

/**
 * Where to split a name so that its middle is cut and the distinguishing part stays visible; null
 * if it isn't split.
 */
export function partingOf(name: string, apart: number): number | null {
  if (isShort(name)) return null;
  const end = name.length - usualEnd;
  let at = apart < usualEnd ? end : Math.min(apart, end);
  // A whole word reads better than a fragment.
  for (let step = 1; step <= longestStep && at - step > 0; step += 1)
    if (/[-_./ ]/.test(name[at - step] ?? '')) {
      at -= step;
      break;
    }
  // Never split a character that appears as one.
  while (at > 0 && /^[\p{M}\u{200d}\u{dc00}-\u{dfff}]/u.test(name.charAt(at))) at -= 1;
  return at === 0 ? null : at;
}
