import type { PathNode, PathTree } from './structure.ts';
import type { RefusedEntry, SkillRow, FileEntry } from '../../../shared/model/skill.ts';
import type { ServerView } from '../../../shared/model/server.ts';
import type { TreeRow } from '../../components/VirtualTree/tree-rows.ts';
import { type AppState, skillKey } from '../../store/state.ts';

/**
 * A path tree as arrays in reading order, indexed by node, so filters and walks use numbers and
 * create nothing for unseen nodes.
 */
interface FlatTree {
  readonly nodes: readonly PathNode[];
  /** Index after each node's last descendant; the next index for a leaf. */
  readonly ends: Int32Array;
  /** Each node's parent; −1 at the top. */
  readonly parents: Int32Array;
  /** Depth, from 0. */
  readonly levels: Int32Array;
  /** Each skill's node, by the skill's index among the server's rows. */
  readonly ofSkill: Int32Array;
}

const laidOut = new WeakMap<PathTree, FlatTree>();

export function flatOf(structure: PathTree): FlatTree {
  let flat = laidOut.get(structure);
  if (flat === undefined) {
    flat = flatten(structure);
    laidOut.set(structure, flat);
  }
  return flat;
}

function flatten({ nodes: top }: PathTree): FlatTree {
  const nodes: PathNode[] = [];
  const parents: number[] = [];
  const levels: number[] = [];
  const ends: number[] = [];
  let skills = 0;
  const enter = (node: PathNode, parent: number, level: number): void => {
    const own = nodes.length;
    nodes.push(node);
    parents.push(parent);
    levels.push(level);
    ends.push(own + 1);
    if (node.at !== null) skills += 1;
    if (node.children.length === 0) return;
    for (const child of node.children) enter(child, own, level + 1);
    ends[own] = nodes.length;
  };
  for (const node of top) enter(node, -1, 0);
  const ofSkill = new Int32Array(skills);
  for (const [place, { at }] of nodes.entries()) if (at !== null) ofSkill[at] = place;
  return {
    nodes,
    ends: Int32Array.from(ends),
    parents: Int32Array.from(parents),
    levels: Int32Array.from(levels),
    ofSkill,
  };
}

/** The element of a typed array at a valid index. */
export const numberAt = (numbers: Int32Array | Uint8Array, place: number): number =>
  numbers[place] ?? 0;

type Flipped = { readonly toggled: ReadonlySet<string>; readonly marks: Uint8Array | null };
const flips = new WeakMap<FlatTree, Flipped>();

/**
 * The nodes that a person toggled, out of `toggled` (`d:` a folder, `k:` a skill); null if none.
 */
export function flippedIn(
  flat: FlatTree,
  server: string,
  toggled: ReadonlySet<string>,
): Uint8Array | null {
  const known = flips.get(flat);
  if (known?.toggled === toggled) return known.marks;
  const folders = namedIn(toggled, `d:${server}\n`);
  const skills = namedIn(toggled, `k:${server}\n`);
  let marks: Uint8Array | null = null;
  if (folders.size + skills.size > 0) {
    marks = new Uint8Array(flat.nodes.length);
    for (const [place, { uri, path }] of flat.nodes.entries())
      if (uri === null ? folders.has(path) : skills.has(uri)) marks[place] = 1;
  }
  flips.set(flat, { toggled, marks });
  return marks;
}

function namedIn(toggled: ReadonlySet<string>, prefix: string): ReadonlySet<string> {
  const names = new Set<string>();
  for (const id of toggled) if (id.startsWith(prefix)) names.add(id.slice(prefix.length));
  return names;
}

/**
 * One server's rows as numbers: a node's index, above all nodes an invalid entry's, below zero an
 * added row's. A row's content is created only when it becomes visible.
 */
export interface RowLayout {
  readonly server: string;
  readonly flat: FlatTree;
  /** Skills by index. */
  readonly list: readonly SkillRow[];
  readonly refused: readonly RefusedEntry[];
  /** What matches the filter; null without one. */
  readonly marks: Uint8Array | null;
  readonly flipped: Uint8Array | null;
  readonly codes: Int32Array;
  /** Each node row's position among its siblings, from 1. */
  readonly places: Int32Array;
  /** How many rows are inside each node, by index plus one; the first is the server's. */
  readonly sizes: Int32Array;
  readonly made: readonly TreeItem[];
}

/** Rows being laid out: at most all nodes and the added rows. */
export class RowCodes {
  #codes: Int32Array;
  #places: Int32Array;
  length = 0;

  constructor(most: number) {
    this.#codes = new Int32Array(most);
    this.#places = new Int32Array(most);
  }

  push(code: number, place: number): void {
    if (this.length === this.#codes.length) {
      this.#codes = longer(this.#codes);
      this.#places = longer(this.#places);
    }
    this.#codes[this.length] = code;
    this.#places[this.length] = place;
    this.length += 1;
  }

  /** The laid-out rows, in as little memory as they need. */
  laid(): Pick<RowLayout, 'codes' | 'places'> {
    const { length } = this;
    return { codes: this.#codes.slice(0, length), places: this.#places.slice(0, length) };
  }
}

function longer(numbers: Int32Array): Int32Array {
  const next = new Int32Array(2 * numbers.length + 64);
  next.set(numbers);
  return next;
}

type Around = Pick<RowLayout, 'flat' | 'list' | 'marks' | 'flipped'>;

/** Whether a node shows anything inside it. */
export function hasInner({ flat, marks }: Around, node: number): boolean {
  const end = flat.ends[node] ?? 0;
  if (marks === null) return end > node + 1;
  for (let inner = node + 1; inner < end; inner = flat.ends[inner] ?? end)
    if (marks[inner] === 1) return true;
  return false;
}

/** Whether a node is open; undefined if it can't be opened. */
export function expandedOf(around: Around, node: number): boolean | undefined {
  const { flat, list, marks, flipped } = around;
  const at = flat.nodes[node]?.at ?? null;
  const isFlipped = flipped?.[node] === 1;
  if (at === null) return marks !== null || !isFlipped;
  if (hasInner(around, node)) return !isFlipped;
  return (list[at]?.fileCount ?? 0) > 0 ? isFlipped : undefined;
}

type Body =
  | { readonly kind: 'server'; readonly server: ServerView }
  | {
      readonly kind: 'folder';
      readonly name: string;
      readonly skills: number;
      readonly apart: number;
    }
  /**
   * `place`: distinguishes this skill from others with the same name. `apart`: where a long name
   * starts to differ from its neighbors.
   */
  | {
      readonly kind: 'skill';
      readonly row: SkillRow;
      readonly place: string | null;
      readonly apart: number;
    }
  | { readonly kind: 'files'; readonly row: SkillRow }
  | {
      readonly kind: 'file';
      readonly row: SkillRow;
      readonly file: FileEntry;
      readonly apart: number;
    }
  | { readonly kind: 'refused-group'; readonly count: number }
  | { readonly kind: 'refused'; readonly entry: RefusedEntry }
  | { readonly kind: 'note'; readonly note: string };
export type TreeItem = TreeRow & Body;
export const ids = {
  server: (label: string) => `s:${label}`,
  skill: (server: string, uri: string) => `k:${skillKey(server, uri)}`,
  file: (server: string, uri: string, file: string) => `f:${skillKey(server, uri)}\n${file}`,
  refused: (server: string, key: string) => `r:${server}\n${key}`,
};
/** The `skillKey` of a skill row's id; null for other rows. */
export const pickedKey = (id: string) => (id.startsWith('k:') ? id.slice(2) : null);

export type TreeInput = Pick<
  AppState,
  'servers' | 'skills' | 'refused' | 'details' | 'toggled' | 'filterText' | 'filterStanding'
>;
