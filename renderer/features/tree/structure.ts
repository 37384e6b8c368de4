import { revealInvisible } from '../../../shared/invisible.ts';
import type { SkillRow } from '../../../shared/model/skill.ts';

/**
 * One path segment of a server's skills: a folder, a skill, or a skill with others inside its
 * folder.
 */
export interface PathNode {
  readonly name: string;
  /** Segments from the top, joined with `/`. */
  readonly path: string;
  readonly skill: SkillRow | null;
  readonly children: readonly PathNode[];
  /** Skills at and below this node. */
  readonly skills: number;
}

interface Growing {
  name: string;
  path: string;
  skill: SkillRow | null;
  children: Map<string, Growing>;
}

/**
 * `skill://acme/billing/refunds/SKILL.md` → acme, billing, refunds. Another scheme than `skill`
 * stays in front.
 */
export function segments(uri: string): readonly string[] {
  const [, scheme, rest] = /^([a-z][a-z0-9+.-]*):\/\/(.*)$/i.exec(uri) ?? [undefined, '', uri];
  const parts = (rest ?? uri).split('/').filter((part) => part !== '');
  if (parts.length > 1) parts.pop();
  if (scheme && scheme.toLowerCase() !== 'skill') parts[0] = `${scheme}://${parts[0] ?? ''}`;
  return parts;
}

const known = new WeakMap<ReadonlyMap<string, SkillRow>, readonly PathNode[]>();
const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

/**
 * The path tree of one server's rows, sorted, folders first; kept for as long as the map is the
 * same.
 */
export function structure(rows: ReadonlyMap<string, SkillRow>): readonly PathNode[] {
  const cached = known.get(rows);
  if (cached) return cached;
  const top: Growing = { name: '', path: '', skill: null, children: new Map() };
  for (const row of rows.values()) {
    let node = top;
    for (const part of segments(row.uri)) {
      let next = node.children.get(part);
      if (!next) {
        next = {
          name: revealInvisible(part),
          path: node.path === '' ? part : `${node.path}/${part}`,
          skill: null,
          children: new Map(),
        };
        node.children.set(part, next);
      }
      node = next;
    }
    // Two URIs can end in the same segments (another file name): the second is its own leaf.
    if (node.skill)
      node.children.set(`\n${row.uri}`, {
        name: row.name,
        path: row.uri,
        skill: row,
        children: new Map(),
      });
    else node.skill = row;
  }
  const result = settle(top.children);
  known.set(rows, result);
  return result;
}

function settle(children: Map<string, Growing>): PathNode[] {
  const nodes = [...children.values()].map(finish);
  const rank = (node: PathNode) => (node.skill ? 1 : 0);
  return nodes.sort(
    (a, b) =>
      rank(a) - rank(b) || collator.compare(a.skill?.name ?? a.name, b.skill?.name ?? b.name),
  );
}

/** A folder that holds one folder and nothing else is shown as one row: `acme/billing`. */
function finish(node: Growing): PathNode {
  const only = node.children.size === 1 ? [...node.children.values()][0] : undefined;
  if (!node.skill && only && !only.skill) {
    const inner = finish(only);
    return { ...inner, name: `${node.name}/${inner.name}` };
  }
  const children = settle(node.children);
  const skills = children.reduce((sum, child) => sum + child.skills, node.skill ? 1 : 0);
  return { name: node.name, path: node.path, skill: node.skill, children, skills };
}
