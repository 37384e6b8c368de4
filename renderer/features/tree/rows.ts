import type { ServerView } from '../../../shared/model/server.ts';
import type { FileEntry, RefusedEntry, SkillRow } from '../../../shared/model/skill.ts';
import type { TreeRow } from '../../components/VirtualTree/navigate.ts';
import { rowLook } from '../../store/standing.ts';
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
/** A row before its place among its siblings is known. */
interface Planned { readonly id: string; readonly text: string; readonly body: Body; readonly expanded: boolean | undefined; readonly children: () => readonly Planned[] }

export const ids = {
  server: (label: string) => `s:${label}`,
  skill: (server: string, uri: string) => `k:${skillKey(server, uri)}`,
  file: (server: string, uri: string, file: string) => `f:${skillKey(server, uri)}\n${file}`,
  refused: (server: string, key: string) => `r:${server}\n${key}`,
};
/** `skillKey` of a skill row's id; null for every other row. */
export const pickedKey = (id: string) => (id.startsWith('k:') ? id.slice(2) : null);

export type TreeInput = Pick<AppState, 'servers' | 'skills' | 'refused' | 'details' | 'toggled' | 'filterText' | 'filterStanding'>;
const leaf = () => [];

/** Every row that the tree shows now, in order: computed once per change of its input. */
export function treeRows(input: TreeInput): readonly TreeItem[] {
  const words = wordsOf(input.filterText);
  const filtering = words.length > 0 || input.filterStanding !== 'all';
  const names = nameCounts(input.skills);
  const shown = new Map<PathNode, boolean>();
  const isOpen = (id: string, byDefault: boolean) => byDefault !== input.toggled.has(id);

  const visible = (node: PathNode): boolean => {
    if (!filtering) return true;
    let result = shown.get(node);
    if (result === undefined) {
      const itself = node.skill !== null && hasStanding(node.skill, input.filterStanding) && hasWords(node.skill, words);
      let below = false;
      for (const child of node.children) if (visible(child)) below = true;
      result = itself || below;
      shown.set(node, result);
    }
    return result;
  };

  const files = (row: SkillRow): readonly Planned[] => {
    const state = input.details.get(skillKey(row.server, row.uri));
    const note = (text: string): Planned => ({ id: `n:${skillKey(row.server, row.uri)}`, text, body: { kind: 'note', note: text }, expanded: undefined, children: leaf });
    if (state?.error) return [note(state.error.message)];
    if (!state?.detail) return [note('Loading…')];
    return state.detail.files.map((file) => ({ id: ids.file(row.server, row.uri, file.uri), text: file.path, body: { kind: 'file', row, file }, expanded: undefined, children: leaf }));
  };

  const skill = (node: PathNode, row: SkillRow): Planned => {
    const id = ids.skill(row.server, row.uri);
    const inner = node.children.filter(visible);
    const place = names.get(row.name) === undefined ? null : placeOf(row, names.get(row.name) ?? 'servers');
    const text = [row.name, place, rowLook(row).word, row.checked.failed > 0 && 'does not match its manifest', row.requests.tools.length > 0 && 'requests tools'].filter(Boolean).join(', ');
    const listed = row.fileCount > 0;
    if (inner.length === 0) return { id, text, body: { kind: 'skill', row, place }, expanded: listed ? isOpen(id, false) : undefined, children: () => files(row) };
    const filesId = `x:${skillKey(row.server, row.uri)}`;
    const filesNode: Planned = { id: filesId, text: 'Files', body: { kind: 'files', row }, expanded: isOpen(filesId, false), children: () => files(row) };
    return { id, text, body: { kind: 'skill', row, place }, expanded: isOpen(id, true), children: () => [...inner.map((child) => plan(child, row.server)), ...(listed && !filtering ? [filesNode] : [])] };
  };

  const plan = (node: PathNode, server: string): Planned => {
    if (node.skill) return skill(node, node.skill);
    const id = `d:${server}\n${node.path}`;
    return { id, text: node.name, body: { kind: 'folder', name: node.name, skills: node.skills }, expanded: filtering || isOpen(id, true), children: () => node.children.filter(visible).map((child) => plan(child, server)) };
  };

  const refusals = (label: string): readonly Planned[] => {
    if (input.filterStanding !== 'all' && input.filterStanding !== 'refused' && input.filterStanding !== 'problems') return [];
    const entries = (input.refused.get(label) ?? []).filter((entry) => hasWords(entry, words));
    if (entries.length === 0) return [];
    const id = `g:${label}`;
    const children = () => entries.map((entry): Planned => ({ id: ids.refused(label, refusedKey(entry)), text: `${entry.name ?? entry.uri ?? `Entry ${entry.index + 1}`}, refused, ${entry.problem.rule}`, body: { kind: 'refused', entry }, expanded: undefined, children: leaf }));
    return [{ id, text: `Refused entries, ${entries.length}`, body: { kind: 'refused-group', count: entries.length }, expanded: filtering || isOpen(id, true), children }];
  };

  const top: Planned[] = [];
  for (const server of input.servers.values()) {
    const rows = input.skills.get(server.label);
    const nodes = rows ? structure(rows).filter(visible) : [];
    const refused = refusals(server.label);
    const empty = nodes.length === 0 && refused.length === 0;
    if (filtering && empty) continue;
    const id = ids.server(server.label);
    top.push({ id, text: `${server.label}, server, ${server.connection.status}`, body: { kind: 'server', server }, expanded: empty ? undefined : isOpen(id, true), children: () => [...nodes.map((node) => plan(node, server.label)), ...refused] });
  }
  const rows: TreeItem[] = [];
  emit(top, 1, rows);
  return rows;
}

function emit(planned: readonly Planned[], level: number, rows: TreeItem[]) {
  planned.forEach(({ id, text, body, expanded, children }, index) => {
    rows.push({ ...body, id, text, expanded, level, setSize: planned.length, posInSet: index + 1 });
    if (expanded) emit(children(), level + 1, rows);
  });
}

type Clash = 'paths' | 'servers';
const counted = new WeakMap<AppState['skills'], ReadonlyMap<string, Clash>>();

/** Names that more than one skill carries: `paths` when two of them are on one server. */
function nameCounts(skills: AppState['skills']): ReadonlyMap<string, Clash> {
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
  return `${row.server} · ${folder}`;
}
