import type { PathNode, PathTree } from './structure.ts';

/**
 * A path tree as arrays in reading order, indexed by node, so filters and walks use numbers and
 * create nothing for unseen nodes.
 */
export interface FlatTree {
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
