import type { RefusedEntry, SkillRow } from '../../../shared/model/skill.ts';
import type { PathNode, Structure } from './structure.ts';

/** The words of a filter, in lower case. */
export function wordsOf(filter: string): readonly string[] {
  return filter
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');
}

/** The words that a server's own label does not have; what is in it has to have those. */
export const wordsBeyond = (label: string, words: readonly string[]): readonly string[] => {
  const own = label.toLowerCase();
  return words.filter((word) => !own.includes(word));
};

const refusals = new WeakMap<RefusedEntry, string>();

/** Every word must occur in a refused entry's name, URI or the rule that it breaks. */
export function refusalHas(entry: RefusedEntry, words: readonly string[]): boolean {
  if (words.length === 0) return true;
  let text = refusals.get(entry);
  if (text === undefined) {
    text = `${entry.name ?? ''}\n${entry.uri ?? ''}\n${entry.problem.rule}`.toLowerCase();
    refusals.set(entry, text);
  }
  return words.every((word) => text.includes(word));
}

type Rows = ReadonlyMap<string, SkillRow>;

const lists = new WeakMap<Rows, readonly SkillRow[]>();

/** A server's rows by their place. */
export function listOf(rows: Rows): readonly SkillRow[] {
  let list = lists.get(rows);
  if (list === undefined) {
    list = [...rows.values()];
    lists.set(rows, list);
  }
  return list;
}

/**
 * The names, URIs and descriptions of a server's skills as one text, so that a keystroke costs one
 * search and not one for each of ten thousand. Words hold no white space, so none is found across
 * the line breaks between.
 */
class Words {
  #rows: Rows;
  readonly #text: string;
  /** Where each skill's part ends. */
  readonly #ends: Int32Array;

  constructor(rows: Rows) {
    this.#rows = rows;
    this.#ends = new Int32Array(rows.size);
    const parts: string[] = [];
    let end = 0;
    for (const { name, uri, description } of rows.values()) {
      const part = `${name}\n${uri}\n${description}\n`.toLowerCase();
      end += part.length;
      this.#ends[parts.length] = end;
      parts.push(part);
    }
    this.#text = parts.join('');
  }

  /** Goes on to these rows; false when they say anything else, or in another order. */
  follow(rows: Rows): boolean {
    if (rows === this.#rows) return true;
    if (rows.size !== this.#rows.size) return false;
    const next = rows.values();
    for (const before of this.#rows.values()) {
      const { value: row } = next.next();
      const same =
        row === before ||
        (row?.uri === before.uri &&
          row.name === before.name &&
          row.description === before.description);
      if (!same) return false;
    }
    this.#rows = rows;
    return true;
  }

  /** Places of the skills that have every word; there is at least one word. */
  with(words: readonly string[]): readonly number[] {
    // The longest word is mostly the rarest.
    const [first = '', ...others] = words.toSorted((a, b) => b.length - a.length);
    const found: number[] = [];
    let skill = 0;
    for (let at = this.#text.indexOf(first); at >= 0;) {
      while ((this.#ends[skill] ?? Infinity) <= at) skill += 1;
      const end = this.#ends[skill] ?? this.#text.length;
      const own = others.length === 0 ? '' : this.#text.slice(this.#ends[skill - 1] ?? 0, end);
      if (others.every((word) => own.includes(word))) found.push(skill);
      at = this.#text.indexOf(first, end);
    }
    return found;
  }
}

/** What a filter leaves: skills by their places, which costs a tenth of a set of them. */
export class Left {
  readonly #skills: Uint8Array;
  readonly #folders = new Set<PathNode>();

  constructor(skills: number) {
    this.#skills = new Uint8Array(skills);
  }

  has(node: PathNode): boolean {
    return node.at === null ? this.#folders.has(node) : this.#skills[node.at] === 1;
  }

  add(node: PathNode): void {
    if (node.at === null) this.#folders.add(node);
    else this.#skills[node.at] = 1;
  }
}

interface Known {
  readonly words: Words;
  readonly structure: Structure;
  /** By the place of their skill. */
  readonly nodes: readonly PathNode[];
  /** What stands above them, by the same place. */
  readonly above: readonly (PathNode | undefined)[];
  /** Above the others. */
  readonly folders: ReadonlyMap<PathNode, PathNode>;
}

/** Finds skills by words, and what of the path tree leads to them. */
export class Finder {
  readonly #known = new Map<string, Known>();

  /** The nodes of the skills that have every word and are `wanted`, and those above them. */
  find(
    server: string,
    rows: Rows,
    structure: Structure,
    words: readonly string[],
    wanted: (row: SkillRow) => boolean,
  ): { readonly shown: Pick<Left, 'has'>; readonly skills: number } {
    const { words: text, nodes, above, folders } = this.#of(server, rows, structure);
    const list = listOf(rows);
    const shown = new Left(list.length);
    let skills = 0;
    for (const at of words.length === 0 ? list.keys() : text.with(words)) {
      const row = list[at];
      if (row === undefined || !wanted(row)) continue;
      skills += 1;
      for (let node = nodes[at]; node !== undefined && !shown.has(node);) {
        shown.add(node);
        node = node.at === null ? folders.get(node) : above[node.at];
      }
    }
    return { shown, skills };
  }

  #of(server: string, rows: Rows, structure: Structure): Known {
    const before = this.#known.get(server);
    const text = before?.words.follow(rows) === true ? before.words : new Words(rows);
    if (before?.words === text && before.structure === structure) return before;
    const known =
      before?.structure === structure
        ? { ...before, words: text }
        : { words: text, structure, ...placesIn(structure) };
    this.#known.set(server, known);
    return known;
  }
}

function placesIn({ nodes: top }: Structure): Pick<Known, 'nodes' | 'above' | 'folders'> {
  const nodes: PathNode[] = [];
  const above: (PathNode | undefined)[] = [];
  const folders = new Map<PathNode, PathNode>();
  const enter = (node: PathNode, parent: PathNode | undefined): void => {
    if (node.at !== null) {
      nodes[node.at] = node;
      above[node.at] = parent;
    } else if (parent !== undefined) folders.set(node, parent);
    for (const child of node.children) enter(child, node);
  };
  for (const node of top) enter(node, undefined);
  return { nodes, above, folders };
}
