import type { ServerView } from '../../../shared/model/server.ts';
import type { RefusedEntry, SkillRow } from '../../../shared/model/skill.ts';
import type { TreeRow } from '../../components/VirtualTree/navigate.ts';
import { refusedKey, skillKey } from '../../store/state.ts';
import { nameClashes, placeOf, type Clash } from './clashes.ts';
import { hasStanding, hasWords, wordsOf } from './match.ts';
import { ids, type TreeInput, type TreeItem } from './rows.ts';
import { Structures, type PathNode, type Structure } from './structure.ts';

/**
 * Rows made before, by what they show: a row that did not change is the same object, and costs
 * nothing to paint again.
 */
const made = new WeakMap<object, TreeItem>();
type Place = Pick<TreeRow, 'level' | 'setSize' | 'posInSet'>;

/**
 * Every row that the tree shows now, in order: computed once per change of its input, in one pass.
 */
export function treeRows(input: TreeInput): readonly TreeItem[] {
  const walk = new Walk(input);
  const servers = [...input.servers.values()]
    .map((server) => walk.plan(server))
    .filter((plan) => plan !== null);
  servers.forEach((plan, index) =>
    walk.server(plan, { level: 1, setSize: servers.length, posInSet: index + 1 }),
  );
  return walk.rows;
}

interface ServerPlan {
  readonly server: ServerView;
  readonly nodes: readonly PathNode[];
  readonly refused: readonly RefusedEntry[];
}

type Rows = ReadonlyMap<string, SkillRow>;
const noRows: Rows = new Map();
const structures = new Structures();

/** One pass over the input. */
class Walk {
  readonly rows: TreeItem[] = [];
  private readonly input: TreeInput;
  private readonly words: readonly string[];
  private readonly filtering: boolean;
  private readonly structures: ReadonlyMap<string, Structure>;
  private readonly clashes: ReadonlyMap<string, Clash>;
  private readonly shown = new Map<PathNode, boolean>();

  constructor(input: TreeInput) {
    this.input = input;
    this.words = wordsOf(input.filterText);
    this.filtering = this.words.length > 0 || input.filterStanding !== 'all';
    this.structures = structures.of(input.skills);
    this.clashes = nameClashes(this.structures);
  }

  /** What a server shows; null when the filter leaves nothing of it. */
  plan(server: ServerView): ServerPlan | null {
    const nodes = this.visibleOf(
      this.structures.get(server.label)?.nodes ?? [],
      this.rowsOf(server.label),
    );
    const refused = this.refusalsOf(server.label);
    return this.filtering && nodes.length === 0 && refused.length === 0
      ? null
      : { server, nodes, refused };
  }

  server({ server, nodes, refused }: ServerPlan, place: Place) {
    const id = ids.server(server.label);
    const expanded = nodes.length === 0 && refused.length === 0 ? undefined : this.isOpen(id, true);
    this.rows.push({ kind: 'server', id, text: server.label, server, expanded, ...place });
    if (!expanded) return;
    const { level } = place;
    const setSize = nodes.length + (refused.length > 0 ? 1 : 0);
    this.nodes(nodes, this.rowsOf(server.label), level + 1, setSize);
    if (refused.length > 0)
      this.refusals(server.label, refused, { level: level + 1, setSize, posInSet: setSize });
  }

  private isOpen(id: string, byDefault: boolean) {
    return byDefault !== this.input.toggled.has(id);
  }

  private rowsOf(server: string): Rows {
    return this.input.skills.get(server) ?? noRows;
  }

  private visibleOf(nodes: readonly PathNode[], rows: Rows): readonly PathNode[] {
    return this.filtering ? nodes.filter((node) => this.visible(node, rows)) : nodes;
  }

  private visible(node: PathNode, rows: Rows): boolean {
    const known = this.shown.get(node);
    if (known !== undefined) return known;
    const row = rowAt(node, rows);
    let result =
      row !== undefined && hasStanding(row, this.input.filterStanding) && hasWords(row, this.words);
    for (const child of node.children) if (this.visible(child, rows)) result = true;
    this.shown.set(node, result);
    return result;
  }

  private nodes(nodes: readonly PathNode[], rows: Rows, level: number, setSize: number) {
    for (let index = 0; index < nodes.length; index++) {
      const node = nodes[index];
      if (!node) continue;
      const row = rowAt(node, rows);
      const place = { level, setSize, posInSet: index + 1 };
      if (row !== undefined) this.skill(node, row, rows, place);
      else this.folder(node, rows, place);
    }
  }

  private folder(node: PathNode, rows: Rows, place: Place) {
    const before = made.get(node);
    const id = before?.id ?? `d:${serverOf(rows)}\n${node.path}`;
    const expanded = this.filtering || this.isOpen(id, true);
    const { name, skills } = node;
    if (before !== undefined && stands(before, expanded, place)) this.rows.push(before);
    else this.keep(node, { kind: 'folder', id, text: name, name, skills, expanded, ...place });
    if (!expanded) return;
    const inner = this.visibleOf(node.children, rows);
    this.nodes(inner, rows, place.level + 1, inner.length);
  }

  private skill(node: PathNode, row: SkillRow, rows: Rows, at: Place) {
    const before = made.get(node);
    const id = before?.id ?? ids.skill(row.server, row.uri);
    const clash = this.clashes.get(row.name);
    const place = clash === undefined ? null : placeOf(row, clash);
    const inner = node.children.length === 0 ? node.children : this.visibleOf(node.children, rows);
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
        expanded: undefined,
        level,
        setSize: files.length,
        posInSet: index + 1,
      }),
    );
  }

  private refusalsOf(label: string): readonly RefusedEntry[] {
    const entries = this.input.refused.get(label) ?? [];
    const { filterStanding } = this.input;
    if (filterStanding !== 'all' && filterStanding !== 'refused' && filterStanding !== 'problems')
      return [];
    return this.words.length === 0
      ? entries
      : entries.filter((entry) => hasWords(entry, this.words));
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

  private keep(node: PathNode, item: TreeItem) {
    made.set(node, item);
    this.rows.push(item);
  }
}

/** Whether a row made before is still at this place. */
const stands = (before: TreeItem, expanded: boolean | undefined, at: Place): boolean =>
  before.expanded === expanded &&
  before.level === at.level &&
  before.setSize === at.setSize &&
  before.posInSet === at.posInSet;

const rowAt = ({ uri }: PathNode, rows: Rows): SkillRow | undefined =>
  uri === null ? undefined : rows.get(uri);

/** Of the server whose rows these are; there is one wherever there is a folder. */
const serverOf = (rows: Rows): string => rows.values().next().value?.server ?? '';
