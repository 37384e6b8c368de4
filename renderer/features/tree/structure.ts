import { revealInvisible } from '../../../shared/invisible.ts';
import type { SkillRow } from '../../../shared/model/skill.ts';

/**
 * One path segment of a server's skills: a folder, a skill, or a skill with others inside its
 * folder. A skill's state is stored elsewhere, so verifying ten thousand rows doesn't change the
 * tree.
 */
export interface PathNode {
  readonly name: string;
  /** Segments from the top, joined with `/`. */
  readonly path: string;
  /** The skill at this node. */
  readonly uri: string | null;
  /** Its index among the server's rows, so none needs a lookup. */
  readonly at: number | null;
  readonly children: readonly PathNode[];
  /** Number of skills at and below this node. */
  readonly skills: number;
}

/** The path tree of one server's rows, sorted, folders first. */
export interface PathTree {
  readonly nodes: readonly PathNode[];
  /** How many skills have each name; the next structure extends it. */
  readonly names: ReadonlyMap<string, number>;
}

type Rows = ReadonlyMap<string, SkillRow>;

/** A growing segment. `settled` is its last finished form; null once something was added below. */
interface Growing {
  readonly name: string;
  readonly path: string;
  skill: { readonly uri: string; readonly name: string; readonly at: number } | null;
  /** Most segments are leaves without children. */
  children: Map<string, Growing> | null;
  /** The children as last sorted, and those added since. */
  order: readonly Growing[];
  settled: PathNode | null;
}

/**
 * `skill://acme/billing/refunds/SKILL.md` → acme, billing, refunds. Schemes other than `skill` stay
 * in front.
 */
export function segments(uri: string): readonly string[] {
  const [, scheme, rest] = /^([a-z][a-z0-9+.-]*):\/\/(.*)$/i.exec(uri) ?? [undefined, '', uri];
  const parts = (rest ?? uri).split('/').filter((part) => part !== '');
  if (parts.length > 1) parts.pop();
  if (scheme && scheme.toLowerCase() !== 'skill') parts[0] = `${scheme}://${parts[0] ?? ''}`;
  if (parts.length > deepest) parts.push(parts.splice(deepest - 1).join('/'));
  return parts;
}

/**
 * Levels of the tree; deeper nodes appear on the last level with the rest of their path. An
 * attacker can put four thousand folders into one URI, and walking down them all would overflow the
 * stack.
 */
const deepest = 64;

/** The trees of all servers, each built from the previous one as far as its rows allow. */
export class PathTrees {
  #grown: ReadonlyMap<string, Grown> = new Map();
  #last: ReadonlyMap<string, PathTree> = new Map();

  /** By server; the same map while no skill changes its URI or name. */
  of(skills: ReadonlyMap<string, Rows>): ReadonlyMap<string, PathTree> {
    const grown = new Map<string, Grown>();
    for (const [server, rows] of skills) {
      const before = this.#grown.get(server);
      grown.set(server, before?.follow(rows) === true ? before : new Grown(server, rows));
    }
    this.#grown = grown;
    const next = new Map([...grown].map(([server, { structure }]) => [server, structure]));
    const last = [...this.#last];
    const isSame =
      last.length === next.size &&
      [...next].every(
        ([server, at], index) => last[index]?.[0] === server && last[index][1] === at,
      );
    if (!isSame) this.#last = next;
    return this.#last;
  }
}

class Grown {
  #rows: Rows;
  readonly #top = growing('', '');
  readonly #names = new Map<string, number>();
  readonly #server: string;
  #added = 0;
  structure: PathTree;

  constructor(server: string, rows: Rows) {
    this.#server = server;
    this.#rows = rows;
    for (const row of rows.values()) this.#add(row);
    this.structure = this.#settled();
  }

  /**
   * Continues with these rows. False if a new tree is needed: a row was removed, renamed or moved.
   */
  follow(rows: Rows): boolean {
    if (rows === this.#rows) return true;
    const next = rows.values();
    for (const before of this.#rows.values()) {
      const { value: row } = next.next();
      if (row === before) continue;
      if (row === undefined || row.uri !== before.uri || row.name !== before.name) return false;
    }
    const grows = rows.size > this.#rows.size;
    this.#rows = rows;
    if (!grows) return true;
    for (const row of next) this.#add(row);
    this.structure = this.#settled();
    return true;
  }

  #settled(): PathTree {
    const [only, ...others] = this.#top.order;
    // A server may keep everything in a folder of its own name, which is already shown above.
    const isOwn = only?.skill === null && others.length === 0 && only.name === this.#server;
    return { nodes: settle(isOwn ? only : this.#top), names: this.#names };
  }

  #add({ uri, name }: SkillRow): void {
    this.#names.set(name, (this.#names.get(name) ?? 0) + 1);
    let node = this.#top;
    node.settled = null;
    for (const part of segments(uri)) {
      node =
        node.children?.get(part) ??
        childOf(
          node,
          part,
          revealInvisible(part),
          node.path === '' ? part : `${node.path}/${part}`,
        );
      node.settled = null;
    }
    // Two URIs can end in the same segments (another file name); the second becomes its own leaf.
    if (node.skill !== null) node = childOf(node, `\n${uri}`, name, uri);
    node.skill = { uri, name, at: this.#added };
    this.#added += 1;
  }
}

const noneYet: readonly Growing[] = [];
const noNodes: readonly PathNode[] = [];

const growing = (name: string, path: string): Growing => ({
  name,
  path,
  skill: null,
  children: null,
  order: noneYet,
  settled: null,
});

/** The child under this key; `part` and `path` are for creating it. */
function childOf(node: Growing, key: string, part: string, path: string): Growing {
  node.children ??= new Map();
  const known = node.children.get(key);
  if (known !== undefined) return known;
  const child = growing(part, path);
  node.children.set(key, child);
  if (node.order === noneYet) node.order = [child];
  else (node.order as Growing[]).push(child);
  return child;
}

const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

/** Sorts a mostly sorted list: only new items are compared with more than their successor. */
function settle(node: Growing): readonly PathNode[] {
  if (node.order.length === 0) return noNodes;
  const sorted = node.order.map((child) => {
    const settled = finish(child);
    const isSkill = settled.uri !== null;
    return { child, settled, rank: isSkill ? 1 : 0, name: nameOf(child, settled) };
  });
  // Names that differ only in case or accents are ordered by path, whichever came first.
  sorted.sort(
    (a, b) =>
      a.rank - b.rank ||
      collator.compare(a.name, b.name) ||
      (a.settled.path < b.settled.path ? -1 : 1),
  );
  node.order = sorted.map(({ child }) => child);
  return sorted.map(({ settled }) => settled);
}

/** A row's label: a skill's name or a folder's segments. */
const nameOf = (node: Growing, settled: PathNode): string =>
  settled.uri === null ? settled.name : (node.skill?.name ?? settled.name);

/** A folder that contains only one folder is shown with it as one row: `acme/billing`. */
function finish(node: Growing): PathNode {
  node.settled ??= made(node);
  return node.settled;
}

function made(node: Growing): PathNode {
  const [only] = node.order;
  if (node.skill === null && only !== undefined && node.order.length === 1 && only.skill === null) {
    const inner = finish(only);
    return { ...inner, name: `${node.name}/${inner.name}` };
  }
  const children = settle(node);
  const own = node.skill === null ? 0 : 1;
  return {
    name: node.name,
    path: node.path,
    uri: node.skill?.uri ?? null,
    at: node.skill?.at ?? null,
    children,
    skills: children.reduce((sum, child) => sum + child.skills, own),
  };
}
