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

/**
 * The names, URIs and descriptions of a server's skills as one text, so that a keystroke costs one
 * search and not one for each of ten thousand. Words hold no white space, so none is found across
 * the line breaks between.
 */
class Words {
  #rows: Rows;
  readonly #text: string;
  readonly #uris: readonly string[];
  /** Where each skill's part ends. */
  readonly #ends: Int32Array;

  constructor(rows: Rows) {
    this.#rows = rows;
    this.#uris = [...rows.keys()];
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

  /** URIs of the skills that have every word; there is at least one word. */
  with(words: readonly string[]): readonly string[] {
    // The longest word is mostly the rarest.
    const [first = '', ...others] = words.toSorted((a, b) => b.length - a.length);
    const found: string[] = [];
    let skill = 0;
    for (let at = this.#text.indexOf(first); at >= 0;) {
      while ((this.#ends[skill] ?? Infinity) <= at) skill += 1;
      const end = this.#ends[skill] ?? this.#text.length;
      const uri = this.#uris[skill];
      const own = others.length === 0 ? '' : this.#text.slice(this.#ends[skill - 1] ?? 0, end);
      if (uri !== undefined && others.every((word) => own.includes(word))) found.push(uri);
      at = this.#text.indexOf(first, end);
    }
    return found;
  }
}

interface Known {
  readonly words: Words;
  readonly structure: Structure;
  readonly nodes: ReadonlyMap<string, PathNode>;
  readonly parents: ReadonlyMap<PathNode, PathNode>;
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
  ): { readonly shown: ReadonlySet<PathNode>; readonly skills: number } {
    const { words: text, nodes, parents } = this.#of(server, rows, structure);
    const shown = new Set<PathNode>();
    let skills = 0;
    for (const uri of words.length === 0 ? rows.keys() : text.with(words)) {
      const row = rows.get(uri);
      if (row === undefined || !wanted(row)) continue;
      skills += 1;
      for (let node = nodes.get(uri); node !== undefined && !shown.has(node);) {
        shown.add(node);
        node = parents.get(node);
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

function placesIn({ nodes: top }: Structure): Pick<Known, 'nodes' | 'parents'> {
  const nodes = new Map<string, PathNode>();
  const parents = new Map<PathNode, PathNode>();
  const enter = (node: PathNode): void => {
    if (node.uri !== null) nodes.set(node.uri, node);
    for (const child of node.children) {
      parents.set(child, node);
      enter(child);
    }
  };
  top.forEach(enter);
  return { nodes, parents };
}
