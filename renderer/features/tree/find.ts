import type { RefusedEntry, SkillRow } from '../../../shared/model/skill.ts';
import { flatOf, numberAt } from './flat-tree.ts';
import type { PathTree } from './structure.ts';
import { SkillWords } from './skill-words.ts';

/** The filter's words in lower case. */
export function wordsOf(filter: string): readonly string[] {
  return filter
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');
}

/** The words not in the server's label; its contents must contain those. */
export const wordsBeyond = (label: string, words: readonly string[]): readonly string[] => {
  const own = label.toLowerCase();
  return words.filter((word) => !own.includes(word));
};

const refusals = new WeakMap<RefusedEntry, string>();

/** Every word must occur in an invalid entry's name, URI or broken rule. */
export function refusalHas(entry: RefusedEntry, words: readonly string[]): boolean {
  if (words.length === 0) return true;
  let text = refusals.get(entry);
  if (text === undefined) {
    const { name = '', uri = '', problem } = entry;
    text = [name, uri, problem.rule, problem.check?.id ?? ''].join('\n').toLowerCase();
    refusals.set(entry, text);
  }
  return words.every((word) => text.includes(word));
}

type Rows = ReadonlyMap<string, SkillRow>;

const lists = new WeakMap<Rows, readonly SkillRow[]>();

/** A server's rows by index. */
export function listOf(rows: Rows): readonly SkillRow[] {
  let list = lists.get(rows);
  if (list === undefined) {
    list = [...rows.values()];
    lists.set(rows, list);
  }
  return list;
}

/** What a filter keeps of a server. */
export interface FilteredServer {
  /** The nodes kept, by index: matching skills and their ancestors. */
  readonly marks: Uint8Array;
  readonly skills: number;
}

/** Finds skills by words, with their ancestors in the path tree. */
export class SkillFinder {
  readonly #texts = new Map<string, SkillWords>();

  /** The skills that contain every word and are `wanted` (null: any), and their ancestors. */
  find(
    server: string,
    rows: Rows,
    structure: PathTree,
    words: readonly string[],
    wanted: ((row: SkillRow) => boolean) | null,
  ): FilteredServer {
    const { nodes, parents, ofSkill } = flatOf(structure);
    const marks = new Uint8Array(nodes.length);
    if (words.length === 0 && wanted === null) {
      return { marks: marks.fill(1), skills: rows.size };
    }
    const list = listOf(rows);
    let skills = 0;
    const take = (at: number): void => {
      const row = list[at];
      if (row === undefined || wanted?.(row) === false) return;
      skills += 1;
      for (let node = numberAt(ofSkill, at); node >= 0 && marks[node] === 0;) {
        marks[node] = 1;
        node = numberAt(parents, node);
      }
    };
    if (words.length === 0) for (const at of list.keys()) take(at);
    else this.#of(server, rows).each(words, take);
    return { marks, skills };
  }

  /**
   * Reads more of the skills' text so that the first key costs no more than later ones. False once
   * all is read.
   */
  prepare(server: string, rows: Rows): boolean {
    return this.#of(server, rows).readOn();
  }

  /** Forgets the text of servers that are gone. */
  keep(servers: ReadonlyMap<string, unknown>): void {
    for (const server of this.#texts.keys()) if (!servers.has(server)) this.#texts.delete(server);
  }

  #of(server: string, rows: Rows): SkillWords {
    const before = this.#texts.get(server);
    if (before?.follow(rows) === true) return before;
    const text = new SkillWords(rows);
    this.#texts.set(server, text);
    return text;
  }
}
