import { revealInvisible } from '../../../shared/invisible.ts';
import type { ServerView } from '../../../shared/model/server.ts';
import type { FileEntry, RefusedEntry, SkillRow } from '../../../shared/model/skill.ts';
import type { TreeRow } from '../../components/VirtualTree/navigate.ts';
import type { AppState } from '../../store/state.ts';
import { refusedKey, skillKey } from '../../store/state.ts';
import { hasStanding, hasWords, wordsOf } from './match.ts';
import { structure, type PathNode } from './structure.ts';

type Body =
  | { readonly kind: 'server'; readonly server: ServerView }
  | { readonly kind: 'folder'; readonly name: string; readonly skills: number }
  /** `place`: what tells this skill from others of the same name. */
  | { readonly kind: 'skill'; readonly row: SkillRow; readonly place: string | null }
  | { readonly kind: 'files'; readonly row: SkillRow }
  | { readonly kind: 'file'; readonly row: SkillRow; readonly file: FileEntry }
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
/** `skillKey` of a skill row's id; null for every other row. */
export const pickedKey = (id: string) => (id.startsWith('k:') ? id.slice(2) : null);

export type TreeInput = Pick<
  AppState,
  'servers' | 'skills' | 'refused' | 'details' | 'toggled' | 'filterText' | 'filterStanding'
>;

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

class Walk {
  readonly rows: TreeItem[] = [];
  private readonly input: TreeInput;
  private readonly words: readonly string[];
  private readonly filtering: boolean;
  private readonly clashes: ReadonlyMap<string, Clash>;
  private readonly shown = new Map<PathNode, boolean>();

  constructor(input: TreeInput) {
    this.input = input;
    this.words = wordsOf(input.filterText);
    this.filtering = this.words.length > 0 || input.filterStanding !== 'all';
    this.clashes = nameClashes(input.skills);
  }

  /** What a server shows; null when the filter leaves nothing of it. */
  plan(server: ServerView): ServerPlan | null {
    const rows = this.input.skills.get(server.label);
    const nodes = rows ? this.visibleOf(structure(rows)) : [];
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
    this.nodes(nodes, server.label, level + 1, setSize);
    if (refused.length > 0)
      this.refusals(server.label, refused, { level: level + 1, setSize, posInSet: setSize });
  }

  private isOpen(id: string, byDefault: boolean) {
    return byDefault !== this.input.toggled.has(id);
  }

  private visibleOf(nodes: readonly PathNode[]): readonly PathNode[] {
    return this.filtering ? nodes.filter((node) => this.visible(node)) : nodes;
  }

  private visible(node: PathNode): boolean {
    const known = this.shown.get(node);
    if (known !== undefined) return known;
    let result =
      node.skill !== null &&
      hasStanding(node.skill, this.input.filterStanding) &&
      hasWords(node.skill, this.words);
    for (const child of node.children) if (this.visible(child)) result = true;
    this.shown.set(node, result);
    return result;
  }

  private nodes(nodes: readonly PathNode[], server: string, level: number, setSize: number) {
    for (let index = 0; index < nodes.length; index++) {
      const node = nodes[index];
      if (!node) continue;
      if (node.skill) this.skill(node, node.skill, level, setSize, index + 1);
      else this.folder(node, server, level, setSize, index + 1);
    }
  }

  private folder(node: PathNode, server: string, level: number, setSize: number, posInSet: number) {
    const before = made.get(node);
    const id = before?.id ?? `d:${server}\n${node.path}`;
    const expanded = this.filtering || this.isOpen(id, true);
    this.push(
      node,
      before,
      () => ({
        kind: 'folder',
        id,
        text: node.name,
        name: node.name,
        skills: node.skills,
        expanded,
        level,
        setSize,
        posInSet,
      }),
      expanded,
      level,
      setSize,
      posInSet,
    );
    if (!expanded) return;
    const inner = this.visibleOf(node.children);
    this.nodes(inner, server, level + 1, inner.length);
  }

  private skill(node: PathNode, row: SkillRow, level: number, setSize: number, posInSet: number) {
    const before = made.get(node);
    const id = before?.id ?? ids.skill(row.server, row.uri);
    const clash = this.clashes.get(row.name);
    const place = clash === undefined ? null : placeOf(row, clash);
    const inner = node.children.length === 0 ? node.children : this.visibleOf(node.children);
    const listed = row.fileCount > 0;
    const expanded =
      inner.length > 0 ? this.isOpen(id, true) : listed ? this.isOpen(id, false) : undefined;
    const usable = before?.kind === 'skill' && before.place === place ? before : undefined;
    this.push(
      node,
      usable,
      () => ({ kind: 'skill', id, text: row.name, row, place, expanded, level, setSize, posInSet }),
      expanded,
      level,
      setSize,
      posInSet,
    );
    if (!expanded) return;
    if (inner.length === 0) return this.files(row, level + 1);
    const own = listed && !this.filtering ? 1 : 0;
    this.nodes(inner, row.server, level + 1, inner.length + own);
    if (own === 0) return;
    const filesId = `x:${skillKey(row.server, row.uri)}`;
    const open = this.isOpen(filesId, false);
    this.rows.push({
      kind: 'files',
      id: filesId,
      text: 'Files',
      row,
      expanded: open,
      level: level + 1,
      setSize: inner.length + 1,
      posInSet: inner.length + 1,
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

  private push(
    node: PathNode,
    before: TreeItem | undefined,
    make: () => TreeItem,
    expanded: boolean | undefined,
    level: number,
    setSize: number,
    posInSet: number,
  ) {
    if (
      before &&
      before.expanded === expanded &&
      before.level === level &&
      before.setSize === setSize &&
      before.posInSet === posInSet
    ) {
      this.rows.push(before);
      return;
    }
    const item = make();
    made.set(node, item);
    this.rows.push(item);
  }
}

type Clash = 'paths' | 'servers';
const counted = new WeakMap<AppState['skills'], ReadonlyMap<string, Clash>>();

/** Names that more than one skill carries: `paths` when two of them are on one server. */
function nameClashes(skills: AppState['skills']): ReadonlyMap<string, Clash> {
  const known = counted.get(skills);
  if (known) return known;
  const seen = new Map<string, Set<string>>();
  const clashes = new Map<string, Clash>();
  for (const [server, rows] of skills) {
    for (const { name } of rows.values()) {
      const servers = seen.get(name);
      if (!servers) seen.set(name, new Set([server]));
      else {
        if (servers.has(server)) clashes.set(name, 'paths');
        else if (!clashes.has(name)) clashes.set(name, 'servers');
        servers.add(server);
      }
    }
  }
  counted.set(skills, clashes);
  return clashes;
}

function placeOf(row: SkillRow, clash: Clash): string {
  if (clash === 'servers') return row.server;
  const folder = row.uri.replace(/\/[^/]*\/[^/]*$/, '').replace(/^skill:\/\//, '');
  return `${row.server} · ${revealInvisible(folder)}`;
}
