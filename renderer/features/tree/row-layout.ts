import type { RefusedEntry, SkillRow } from '../../../shared/model/skill.ts';
import type { FlatTree } from './flat-tree.ts';
import type { TreeItem } from './rows.ts';

/**
 * The rows of one server as numbers, in their order: the place of a node, or beyond all nodes that of
 * a refused entry, or below zero that of a row that was made. What a row says is made of it when it
 * comes into sight.
 */
export interface RowLayout {
  readonly server: string;
  readonly flat: FlatTree;
  /** Skills by their places. */
  readonly list: readonly SkillRow[];
  readonly refused: readonly RefusedEntry[];
  /** What fits the filter; null where there is none. */
  readonly marks: Uint8Array | null;
  readonly flipped: Uint8Array | null;
  readonly codes: Int32Array;
  /** The place of each row that is a node's among its siblings, from 1. */
  readonly places: Int32Array;
  /** How many rows there are inside each node, by its place and one: the first is the server's. */
  readonly sizes: Int32Array;
  readonly made: readonly TreeItem[];
}

/** Rows as they are laid: at most as many as there are nodes, and those that were made. */
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

  /** What was laid, in no more memory than it takes. */
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

/** Whether anything inside a node is shown. */
export function hasInner({ flat, marks }: Around, node: number): boolean {
  const end = flat.ends[node] ?? 0;
  if (marks === null) return end > node + 1;
  for (let inner = node + 1; inner < end; inner = flat.ends[inner] ?? end)
    if (marks[inner] === 1) return true;
  return false;
}

/** Whether a node is open; undefined for one that has nothing to open. */
export function expandedOf(around: Around, node: number): boolean | undefined {
  const { flat, list, marks, flipped } = around;
  const at = flat.nodes[node]?.at ?? null;
  const isFlipped = flipped?.[node] === 1;
  if (at === null) return marks !== null || !isFlipped;
  if (hasInner(around, node)) return !isFlipped;
  return (list[at]?.fileCount ?? 0) > 0 ? isFlipped : undefined;
}
