import type { ServerView } from '../../../shared/model/server.ts';
import type { RefusedEntry, SkillRow } from '../../../shared/model/skill.ts';
import { skillKey } from '../../store/state.ts';
import { apartFrom, ShownRows } from './shown-rows.ts';
import {
  SkillFinder,
  listOf,
  refusalHas,
  wordsBeyond,
  wordsOf,
  type FilteredServer,
} from './find.ts';
import {
  flatOf,
  flippedIn,
  numberAt,
  RowCodes,
  expandedOf,
  hasInner,
  type RowLayout,
  ids,
  type TreeInput,
  type TreeItem,
} from './flat-tree.ts';
import { hasStanding } from './skill-words.ts';
import { PathTrees, type PathTree } from './structure.ts';

/** The tree's rows in order and the number of matching skills. */
export interface ShownTree {
  readonly rows: ShownRows;
  readonly skills: number;
  /** Skills whose files are in the tree or being loaded for it. */
  readonly opened: readonly SkillRow[];
}

/** Everything that the tree shows now, in one pass over numbers. */
export function treeOf(input: TreeInput): ShownTree {
  const walk = new Walk(input);
  const plans = [...input.servers.values()]
    .map((server) => walk.plan(server))
    .filter((plan) => plan !== null);
  const laid = plans.map((plan, index) =>
    walk.server(plan, { setSize: plans.length, posInSet: index + 1 }),
  );
  return {
    rows: new ShownRows(laid, walk.structures),
    skills: plans.reduce((sum, { skills }) => sum + skills, 0),
    opened: walk.opened,
  };
}

/** Reads some of the searched text while idle; false once all is read. */
export function prepareFilter(skills: TreeInput['skills']): boolean {
  finder.keep(skills);
  for (const [server, rows] of skills) if (finder.prepare(server, rows)) return true;
  return false;
}

interface ServerPlan {
  readonly server: ServerView;
  readonly structure: PathTree;
  readonly refused: readonly RefusedEntry[];
  /** How many skills match the filter. */
  readonly skills: number;
  /** Only the server itself matches; its contents can still be opened. */
  readonly closed: boolean;
  /** What matches the filter, and its ancestors; null without a filter. */
  readonly marks: Uint8Array | null;
}

type Rows = ReadonlyMap<string, SkillRow>;
const noRows: Rows = new Map();
const structures = new PathTrees();
const finder = new SkillFinder();
const nothing: PathTree = { nodes: [], names: new Map() };

/** One pass over the input. */
class Walk {
  readonly opened: SkillRow[] = [];
  readonly structures: ReadonlyMap<string, PathTree>;
  private readonly input: TreeInput;
  private readonly words: readonly string[];
  private readonly filtering: boolean;

  constructor(input: TreeInput) {
    this.input = input;
    this.words = wordsOf(input.filterText);
    this.filtering = this.words.length > 0 || input.filterStanding !== 'all';
    this.structures = structures.of(input.skills);
  }

  /** What a server shows; null if the filter keeps nothing. */
  plan(server: ServerView): ServerPlan | null {
    const { label } = server;
    const structure = this.structures.get(label) ?? nothing;
    const { filterStanding } = this.input;
    const rows = this.rowsOf(label);
    if (!this.filtering) {
      const refused = this.refusalsOf(label, []);
      return { server, structure, refused, skills: rows.size, closed: false, marks: null };
    }
    const wanted =
      filterStanding === 'all' ? null : (row: SkillRow) => hasStanding(row, filterStanding);
    const find = (words: readonly string[]): FilteredServer =>
      finder.find(label, rows, structure, words, wanted);
    const beyond = wordsBeyond(label, this.words);
    const isNamed = this.words.length > 0 && beyond.length === 0;
    const own = find(isNamed ? this.words : beyond);
    const ownRefused = this.refusalsOf(label, isNamed ? this.words : beyond);
    const closed = isNamed && own.skills === 0 && ownRefused.length === 0;
    const { marks, skills } = closed ? find([]) : own;
    const refused = closed ? this.refusalsOf(label, []) : ownRefused;
    const isThere = skills > 0 || refused.length > 0;
    if (!isThere && !(closed && filterStanding === 'all')) return null;
    return { server, structure, refused, skills, closed, marks };
  }

  /** A server's laid-out rows. */
  server(
    { server, structure, refused, skills, closed, marks }: ServerPlan,
    place: Pick<TreeItem, 'setSize' | 'posInSet'>,
  ): RowLayout {
    const { label } = server;
    const id = ids.server(label);
    const flat = flatOf(structure);
    const expanded = skills + refused.length === 0 ? undefined : this.isOpen(id, !closed);
    const head: TreeItem = {
      kind: 'server',
      id,
      text: label,
      server,
      expanded,
      level: 1,
      ...place,
    };
    const sheet = new Sheet({
      server: label,
      flat,
      list: listOf(this.rowsOf(label)),
      refused,
      marks,
      flipped: flippedIn(flat, label, this.input.toggled),
    });
    sheet.put(head);
    if (expanded === true) {
      this.nodes(sheet);
      if (refused.length > 0) this.refusals(sheet);
    }
    return sheet.laid();
  }

  private isOpen(id: string, byDefault: boolean) {
    return byDefault !== this.input.toggled.has(id);
  }

  private rowsOf(server: string): Rows {
    return this.input.skills.get(server) ?? noRows;
  }

  /** Every visible node in flat-tree order. */
  private nodes(sheet: Sheet): void {
    const { flat, list, marks, flipped } = sheet.of;
    const { nodes, ends, parents } = flat;
    /** Skills with others inside, whose own files come last. */
    const around: number[] = [];
    for (let node = 0; ;) {
      for (let last = around.at(-1); last !== undefined && node >= numberAt(ends, last);) {
        this.ownFiles(sheet, last);
        around.pop();
        last = around.at(-1);
      }
      if (node >= nodes.length) return;
      const end = numberAt(ends, node);
      if (marks !== null && marks[node] === 0) {
        node = end;
        continue;
      }
      sheet.node(node, numberAt(parents, node));
      const isLeaf = end === node + 1;
      // Most nodes are unopened leaves.
      if (isLeaf && flipped?.[node] !== 1) {
        node = end;
        continue;
      }
      const isOpen = expandedOf(sheet.of, node) === true;
      const hasMore = isOpen && hasInner(sheet.of, node);
      const row = list[nodes[node]?.at ?? -1];
      if (isOpen && !hasMore && row !== undefined) this.files(sheet, row, levelOf(sheet, node) + 1);
      if (hasMore && row !== undefined && row.fileCount > 0 && !this.filtering) around.push(node);
      node = hasMore ? node + 1 : end;
    }
  }

  /** The files of a skill with others inside are under a row of their own, the last one. */
  private ownFiles(sheet: Sheet, node: number): void {
    const row = sheet.of.list[sheet.of.flat.nodes[node]?.at ?? -1];
    if (row === undefined) return;
    const id = `x:${skillKey(row.server, row.uri)}`;
    const expanded = this.isOpen(id, false);
    const level = levelOf(sheet, node) + 1;
    const last = sheet.sizeOf(node) + 1;
    const place = { level, setSize: last, posInSet: last };
    sheet.put({ kind: 'files', id, text: 'Files', row, expanded, ...place });
    if (expanded) this.files(sheet, row, level + 1);
  }

  private files(sheet: Sheet, row: SkillRow, level: number) {
    this.opened.push(row);
    const key = skillKey(row.server, row.uri);
    const state = this.input.details.get(key);
    const files = state?.detail?.files;
    if (state?.error || !files) {
      const note = state?.error?.message ?? 'Loading…';
      const place = { expanded: undefined, level, setSize: 1, posInSet: 1 };
      sheet.put({ kind: 'note', id: `n:${key}`, text: note, note, ...place });
      return;
    }
    files.forEach((file, index) =>
      sheet.put({
        kind: 'file',
        id: ids.file(row.server, row.uri, file.uri),
        text: file.path,
        row,
        file,
        apart: apartFrom(file.path, files[index - 1]?.path, files[index + 1]?.path),
        expanded: undefined,
        level,
        setSize: files.length,
        posInSet: index + 1,
      }),
    );
  }

  private refusalsOf(label: string, words: readonly string[]): readonly RefusedEntry[] {
    const entries = this.input.refused.get(label) ?? [];
    const { filterStanding } = this.input;
    if (filterStanding !== 'all' && filterStanding !== 'refused' && filterStanding !== 'problems')
      return [];
    return words.length === 0 ? entries : entries.filter((entry) => refusalHas(entry, words));
  }

  private refusals(sheet: Sheet) {
    const { server, refused } = sheet.of;
    const id = `g:${server}`;
    const expanded = this.filtering || this.isOpen(id, true);
    const last = sheet.sizeOf(-1) + 1;
    const place = { level: 2, setSize: last, posInSet: last };
    const count = refused.length;
    sheet.put({ kind: 'refused-group', id, text: 'Invalid entries', count, expanded, ...place });
    if (expanded) sheet.refusals();
  }
}

/** One server's rows during layout. */
class Sheet {
  readonly of: Omit<RowLayout, 'codes' | 'places' | 'sizes' | 'made'>;
  readonly #codes: RowCodes;
  readonly #sizes: Int32Array;
  readonly #made: TreeItem[] = [];

  constructor(of: Sheet['of']) {
    this.of = of;
    this.#codes = new RowCodes(of.flat.nodes.length + 1);
    this.#sizes = new Int32Array(of.flat.nodes.length + 1);
  }

  node(node: number, parent: number): void {
    const place = this.sizeOf(parent) + 1;
    this.#sizes[parent + 1] = place;
    this.#codes.push(node, place);
  }

  put(item: TreeItem): void {
    this.#made.push(item);
    this.#codes.push(-this.#made.length, 0);
  }

  refusals(): void {
    const { flat, refused } = this.of;
    for (const at of refused.keys()) this.#codes.push(flat.nodes.length + at, 0);
  }

  /** Number of nodes laid out inside this one; −1 for the server. */
  sizeOf(node: number): number {
    return numberAt(this.#sizes, node + 1);
  }

  laid(): RowLayout {
    return { ...this.of, ...this.#codes.laid(), sizes: this.#sizes, made: this.#made };
  }
}

const levelOf = ({ of: { flat } }: Sheet, node: number): number => numberAt(flat.levels, node) + 2;
