import type { ServerView } from '../../../shared/model/server.ts';
import type { RefusedEntry, SkillRow } from '../../../shared/model/skill.ts';
import type { TreeRow } from '../../components/VirtualTree/navigate.ts';
import { refusedKey, skillKey } from '../../store/state.ts';
import { alike, apartFrom, isShort } from './apart.ts';
import { nameClashes, placeOf, type Clash } from './clashes.ts';
import { Finder, Left, listOf, refusalHas, wordsBeyond, wordsOf } from './find.ts';
import { ids, type TreeInput, type TreeItem } from './rows.ts';
import { hasStanding } from './standing.ts';
import { Structures, type PathNode, type Structure } from './structure.ts';

type Place = Pick<TreeRow, 'level' | 'setSize' | 'posInSet'>;
/** A place under a name that may be like its neighbours'. */
type Named = Place & { readonly apart: number };

/** What the tree shows: its rows in order, and how many skills the filter leaves. */
export interface Shown {
  readonly rows: readonly TreeItem[];
  readonly skills: number;
}

/** Filters whose rows are kept, while nothing but the filter changes: Backspace goes back to one. */
const keptFilters = 12;
let kept: { readonly input: TreeInput; readonly byText: Map<string, Shown> } | null = null;

const isSameBut = (a: TreeInput, b: TreeInput): boolean =>
  a.servers === b.servers &&
  a.skills === b.skills &&
  a.refused === b.refused &&
  a.details === b.details &&
  a.toggled === b.toggled &&
  a.filterStanding === b.filterStanding;

/**
 * Everything that the tree shows now: computed once per change of its input, in one pass.
 */
export function treeOf(input: TreeInput): Shown {
  if (kept === null || !isSameBut(kept.input, input)) kept = { input, byText: new Map() };
  const { byText } = kept;
  const text = wordsOf(input.filterText).join(' ');
  const known = byText.get(text);
  if (known !== undefined) return known;
  const shown = walked(input);
  const [oldest] = byText.keys();
  if (byText.size >= keptFilters && oldest !== undefined) byText.delete(oldest);
  byText.set(text, shown);
  return shown;
}

export const treeRows = (input: TreeInput): readonly TreeItem[] => treeOf(input).rows;

function walked(input: TreeInput): Shown {
  const walk = new Walk(input);
  const plans = [...input.servers.values()]
    .map((server) => walk.plan(server))
    .filter((plan) => plan !== null);
  plans.forEach((plan, index) =>
    walk.server(plan, { level: 1, setSize: plans.length, posInSet: index + 1 }),
  );
  return { rows: walk.rows, skills: plans.reduce((sum, { skills }) => sum + skills, 0) };
}

interface ServerPlan {
  readonly server: ServerView;
  readonly nodes: readonly PathNode[];
  readonly refused: readonly RefusedEntry[];
  /** How many skills fit the filter. */
  readonly skills: number;
  /** The server itself fits, and nothing in it does: what it has is there to be opened. */
  readonly closed: boolean;
  /** What fits the filter, and what leads there. */
  readonly shown: Pick<Left, 'has'>;
}

type Rows = ReadonlyMap<string, SkillRow>;
/** The same by their places. */
type List = readonly SkillRow[];
const noRows: Rows = new Map();
const structures = new Structures();
const finder = new Finder();
const nothing: Structure = { nodes: [], names: new Map() };

/** One pass over the input. */
class Walk {
  readonly rows: TreeItem[] = [];
  private readonly input: TreeInput;
  private readonly words: readonly string[];
  private readonly filtering: boolean;
  private readonly structures: ReadonlyMap<string, Structure>;
  private readonly clashes: ReadonlyMap<string, Clash>;
  /** What fits the filter in the server that is walked, and what leads there. */
  private shown: Pick<Left, 'has'> = new Left(0);

  constructor(input: TreeInput) {
    this.input = input;
    this.words = wordsOf(input.filterText);
    this.filtering = this.words.length > 0 || input.filterStanding !== 'all';
    this.structures = structures.of(input.skills);
    this.clashes = nameClashes(this.structures);
  }

  /** What a server shows; null when the filter leaves nothing of it. */
  plan(server: ServerView): ServerPlan | null {
    const { label } = server;
    const structure = this.structures.get(label) ?? nothing;
    const { filterStanding } = this.input;
    const wanted = (row: SkillRow) => hasStanding(row, filterStanding);
    const find = (words: readonly string[]) =>
      finder.find(label, this.rowsOf(label), structure, words, wanted);
    if (!this.filtering) {
      const skills = this.rowsOf(label).size;
      const refused = this.refusalsOf(label, []);
      return { server, nodes: structure.nodes, refused, skills, closed: false, shown: this.shown };
    }
    const beyond = wordsBeyond(label, this.words);
    const isNamed = this.words.length > 0 && beyond.length === 0;
    const own = find(isNamed ? this.words : beyond);
    const ownRefused = this.refusalsOf(label, isNamed ? this.words : beyond);
    const closed = isNamed && own.skills === 0 && ownRefused.length === 0;
    const { shown, skills } = closed ? find([]) : own;
    const refused = closed ? this.refusalsOf(label, []) : ownRefused;
    const nodes = structure.nodes.filter((node) => shown.has(node));
    const isThere = nodes.length > 0 || refused.length > 0;
    if (!isThere && !(closed && filterStanding === 'all')) return null;
    return { server, nodes, refused, skills, closed, shown };
  }

  server({ server, nodes, refused, closed, shown }: ServerPlan, place: Place) {
    this.shown = shown;
    const id = ids.server(server.label);
    const expanded =
      nodes.length === 0 && refused.length === 0 ? undefined : this.isOpen(id, !closed);
    this.rows.push({ kind: 'server', id, text: server.label, server, expanded, ...place });
    if (!expanded) return;
    const { level } = place;
    const setSize = nodes.length + (refused.length > 0 ? 1 : 0);
    this.nodes(nodes, listOf(this.rowsOf(server.label)), level + 1, setSize);
    if (refused.length > 0)
      this.refusals(server.label, refused, { level: level + 1, setSize, posInSet: setSize });
  }

  private isOpen(id: string, byDefault: boolean) {
    return byDefault !== this.input.toggled.has(id);
  }

  private rowsOf(server: string): Rows {
    return this.input.skills.get(server) ?? noRows;
  }

  private visibleOf(nodes: readonly PathNode[]): readonly PathNode[] {
    return this.filtering ? nodes.filter((node) => this.shown.has(node)) : nodes;
  }

  private nodes(nodes: readonly PathNode[], rows: List, level: number, setSize: number) {
    // Each name is compared once, with the next one.
    let row = nodes[0] && rowAt(nodes[0], rows);
    let likeBefore = 0;
    nodes.forEach((node, index) => {
      const next = nodes[index + 1];
      const nextRow = next && rowAt(next, rows);
      const name = row?.name ?? node.name;
      const likeNext = alike(name, nextRow?.name ?? next?.name);
      const apart = isShort(name) ? 0 : Math.max(likeBefore, likeNext);
      const place = { level, setSize, posInSet: index + 1, apart };
      if (row !== undefined) this.skill(node, row, rows, place);
      else this.folder(node, rows, place);
      row = nextRow;
      likeBefore = likeNext;
    });
  }

  private folder(node: PathNode, rows: List, place: Named) {
    const before = node.drawn;
    const id = before?.id ?? `d:${serverOf(rows)}\n${node.path}`;
    const expanded = this.filtering || this.isOpen(id, true);
    const { name, skills } = node;
    if (before !== null && stands(before, expanded, place)) this.rows.push(before);
    else this.keep(node, { kind: 'folder', id, text: name, name, skills, expanded, ...place });
    if (!expanded) return;
    const inner = this.visibleOf(node.children);
    this.nodes(inner, rows, place.level + 1, inner.length);
  }

  private skill(node: PathNode, row: SkillRow, rows: List, at: Named) {
    const before = node.drawn;
    const id = before?.id ?? ids.skill(row.server, row.uri);
    const clash = this.clashes.get(row.name);
    const place = clash === undefined ? null : placeOf(row, clash);
    const inner = node.children.length === 0 ? node.children : this.visibleOf(node.children);
    const listed = row.fileCount > 0;
    const expanded =
      inner.length > 0 ? this.isOpen(id, true) : listed ? this.isOpen(id, false) : undefined;
    if (
      before?.kind === 'skill' &&
      before.row === row &&
      before.place === place &&
      stands(before, expanded, at)
    )
      this.rows.push(before);
    else this.keep(node, { kind: 'skill', id, text: row.name, row, place, expanded, ...at });
    if (!expanded) return;
    const { level } = at;
    if (inner.length === 0) return this.files(row, level + 1);
    const own = listed && !this.filtering ? 1 : 0;
    this.nodes(inner, rows, level + 1, inner.length + own);
    if (own === 0) return;
    const filesId = `x:${skillKey(row.server, row.uri)}`;
    const open = this.isOpen(filesId, false);
    const last = inner.length + 1;
    this.rows.push({
      kind: 'files',
      id: filesId,
      text: 'Files',
      row,
      expanded: open,
      level: level + 1,
      setSize: last,
      posInSet: last,
    });
    if (open) this.files(row, level + 2);
  }

  private files(row: SkillRow, level: number) {
    const key = skillKey(row.server, row.uri);
    const state = this.input.details.get(key);
    const files = state?.detail?.files;
    if (state?.error || !files) {
      const note = state?.error?.message ?? 'Loading…';
      this.rows.push({
        kind: 'note',
        id: `n:${key}`,
        text: note,
        note,
        expanded: undefined,
        level,
        setSize: 1,
        posInSet: 1,
      });
      return;
    }
    files.forEach((file, index) =>
      this.rows.push({
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

  private refusals(label: string, entries: readonly RefusedEntry[], place: Place) {
    const id = `g:${label}`;
    const expanded = this.filtering || this.isOpen(id, true);
    this.rows.push({
      kind: 'refused-group',
      id,
      text: 'Refused entries',
      count: entries.length,
      expanded,
      ...place,
    });
    if (!expanded) return;
    entries.forEach((entry, index) => {
      const text = entry.name ?? entry.uri ?? `Entry ${entry.index + 1}`;
      this.rows.push({
        kind: 'refused',
        id: ids.refused(label, refusedKey(entry)),
        text,
        entry,
        expanded: undefined,
        level: place.level + 1,
        setSize: entries.length,
        posInSet: index + 1,
      });
    });
  }

  /** A row that does not change is the same object, and costs nothing to paint again. */
  private keep(node: PathNode, item: TreeItem) {
    node.drawn = item;
    this.rows.push(item);
  }
}

/** Whether a row made before is still at this place. */
const stands = (before: TreeItem, expanded: boolean | undefined, at: Named): boolean =>
  before.expanded === expanded &&
  before.level === at.level &&
  before.setSize === at.setSize &&
  before.posInSet === at.posInSet &&
  'apart' in before &&
  before.apart === at.apart;

const rowAt = ({ at }: PathNode, rows: List): SkillRow | undefined =>
  at === null ? undefined : rows[at];

/** Of the server whose rows these are; there is one wherever there is a folder. */
const serverOf = (rows: List): string => rows[0]?.server ?? '';
