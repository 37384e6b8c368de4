import { normalForm } from '../normal-form.ts';
import { skillFolder } from '../uri.ts';
import type { MissingTarget, SkillState } from '../skill-state/skill.ts';
import { rootOf } from '../skill-place.ts';
import type { SkillEntry } from '../../../shared/model/skill.ts';

/**
 * A skill by name: `where` is the server's label or the local folder; `uri` is empty for a local
 * one.
 */
export interface NamedSkill {
  readonly name: string;
  readonly where: string;
  readonly uri: string;
}

/** Skills with the same name, or with names that read alike. */
export interface NameGroup<T extends NamedSkill = NamedSkill> {
  readonly all: readonly T[];
  /**
   * One skill per place, in order, at most 21. A server that repeats a name a thousand times can't
   * hide another place that has it, and every skill still has its twenty others in the list.
   */
  readonly firsts: readonly T[];
}
const mostPlaces = 21;

function groupOf<T extends NamedSkill>(all: readonly T[]): NameGroup<T> {
  const firsts = new Map<string, T>();
  for (const one of all) {
    if (firsts.size >= mostPlaces) break;
    if (!firsts.has(one.where)) firsts.set(one.where, one);
  }
  return { all, firsts: [...firsts.values()] };
}

/**
 * Skills that share a name on one server, on several, or with the person's own folders ("Names";
 * "Name collisions are an impersonation surface"). Returns only names that more than one skill
 * carries, as each skill writes them; case is ignored. O(n).
 */
export function collisionsOf<T extends NamedSkill>(
  skills: Iterable<T>,
): ReadonlyMap<string, NameGroup<T>> {
  const groups = new Map<string, T[]>();
  for (const skill of skills) {
    const key = normalForm(skill.name, 'NFKC').toLowerCase();
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [skill]);
    else group.push(skill);
  }
  const found = new Map<string, NameGroup<T>>();
  for (const all of groups.values()) {
    if (all.length < 2) continue;
    const group = groupOf(all);
    for (const { name } of all) found.set(name, group);
  }
  return found;
}

/** Letters of other scripts, and signs, that look like Latin letters. */
const drawnLike: Readonly<Record<string, string>> = Object.fromEntries(
  (
    'аa еe оo рp сc уy хx іi ѕs јj һh ԁd ԛq ԝw вb кk мm нh тt ӏl ' +
    'αa ηn ιi κk νv οo ρp τt υu χx γy ɑa ɡg ɩi ıi օo ոn ցg հh ոn ѵv'
  )
    .split(' ')
    .map((pair) => {
      const [from = '', to = ''] = [...pair];
      return [from, to];
    }),
);
/** Pairs that a quick reader can't tell apart. */
const pairs: readonly (readonly [RegExp, string])[] = [
  [/rn/g, 'm'],
  [/vv/g, 'w'],
  [/cl/g, 'd'],
  [/[1|!i]/g, 'l'],
  [/0/g, 'o'],
  [/5/g, 's'],
];

/**
 * How a name reads: a quick reader mistakes two names with the same reading for one another.
 * Separators are ignored.
 */
function readingOf(name: string): string {
  let text = normalForm(name, 'NFKC').toLowerCase();
  text = [...text].map((char) => drawnLike[char] ?? char).join('');
  text = text.replaceAll(/[-_.\s\p{Default_Ignorable_Code_Point}]/gu, '');
  for (const [from, to] of pairs) text = text.replace(from, to);
  return text;
}

/**
 * Skills with different names that read alike, by name as each writes it. Names that are equal or
 * differ only in case are collisions instead. O(n) even if a server lists ten thousand names that
 * all read alike: only as many of each reading are compared as are shown, every place first.
 */
export function alikeOf<T extends NamedSkill>(
  skills: Iterable<T>,
): ReadonlyMap<string, NameGroup<T>> {
  const byReading = new Map<string, Map<string, T[]>>();
  for (const skill of skills) {
    const reading = readingOf(skill.name);
    const key = normalForm(skill.name, 'NFKC').toLowerCase();
    const names = byReading.get(reading) ?? new Map<string, T[]>();
    const group = names.get(key);
    if (group === undefined) names.set(key, [skill]);
    else group.push(skill);
    byReading.set(reading, names);
  }
  const found = new Map<string, NameGroup<T>>();
  for (const names of byReading.values()) {
    if (names.size < 2) continue;
    const some = fewOf(names);
    for (const [key, group] of names) {
      const others = groupOf(some.filter((one) => one.key !== key).map(({ skill }) => skill));
      for (const { name } of group) found.set(name, others);
    }
  }
  return found;
}

/** How many places, and how many skills of one place, are compared with each name. */
const maxCount = 21;

interface Keyed<T> {
  readonly key: string;
  readonly skill: T;
}

/** A few of each place, with at least two names if it has two. */
function fewOf<T extends NamedSkill>(names: ReadonlyMap<string, readonly T[]>): Keyed<T>[] {
  const places = new Map<string, Map<string, Keyed<T>[]>>();
  for (const [key, skills] of names)
    for (const skill of skills) {
      const place = places.get(skill.where);
      if (place === undefined) {
        if (places.size <= maxCount) places.set(skill.where, new Map([[key, [{ key, skill }]]]));
        continue;
      }
      const same = place.get(key);
      if (same === undefined) {
        if (place.size <= maxCount) place.set(key, [{ key, skill }]);
      } else if (place.size === 1 && same.length < maxCount) same.push({ key, skill });
    }
  return [...places.values()].flatMap((place) => [...place.values()].flat());
}

interface SkillNesting {
  /** Skills whose folder lies inside this one's, at any depth, in code unit order. */
  readonly nested: readonly string[];
  /** The skill whose folder most closely contains this one's. */
  readonly enclosing: string | null;
}

interface Open {
  readonly uri: string;
  readonly prefix: string;
  readonly nested: string[];
}

/**
 * Which skills of one server lie in another's folder ("Nested Skills"); the map holds only skills
 * that are nested or contain one. Takes the `SKILL.md` URIs. O(n log n): once sorted by folder, a
 * folder's contents follow it directly.
 */
export function nestingOf(uris: readonly string[]): ReadonlyMap<string, SkillNesting> {
  const folders: Open[] = [];
  for (const uri of new Set(uris)) {
    const folder = skillFolder(uri);
    if (folder.ok) folders.push({ uri, prefix: `${folder.value.folder}/`, nested: [] });
  }
  folders.sort((a, b) => (a.prefix < b.prefix ? -1 : 1));
  const found = new Map<string, SkillNesting>();
  const open: Open[] = [];
  for (const folder of folders) {
    while (open.length > 0 && !folder.prefix.startsWith(open.at(-1)?.prefix ?? '')) open.pop();
    for (const outer of open) {
      outer.nested.push(folder.uri);
      if (!found.has(outer.uri)) found.set(outer.uri, { nested: outer.nested, enclosing: null });
    }
    const enclosing = open.at(-1)?.uri ?? null;
    if (enclosing !== null) found.set(folder.uri, { nested: folder.nested, enclosing });
    open.push(folder);
  }
  return found;
}

/** A configured server, as far as the text of a skill can refer to it. */
export interface KnownServer {
  readonly label: string;
  /** Why it can't be used now, in a few words; null if it can or is about to connect. */
  readonly away: string | null;
  /** Folders of its skills, each ending with a slash. */
  readonly folders: ReadonlySet<string>;
}

/** Names in examples. */
const standsForAny = /^(?:server|your|my|name|example|foo|mcp|x+|some)/;

/**
 * Apps name tools `mcp__<server>__<tool>` and replace everything but letters and digits with `_`.
 */
const nameOf = (label: string): string => label.toLowerCase().replaceAll(/[^a-z0-9]+/g, '_');

/** Whether the skill's text refers to anything outside the skill. */
export const points = ({ inspected }: SkillState): boolean => {
  for (const { traces } of inspected.values())
    if (traces.some(({ kind }) => kind === 'tool' || kind === 'skill')) return true;
  return false;
};

/**
 * Things that a skill's text refers to and its own server doesn't have: tools of servers that
 * aren't connected, and skills that only another server has, or none.
 */
export function astrayOf(
  { inspected }: SkillState,
  entry: SkillEntry,
  servers: readonly KnownServer[],
): MissingTarget[] {
  const found = new Map<string, string>();
  for (const { traces } of inspected.values())
    for (const { kind, text } of traces) {
      if (found.has(text)) continue;
      const why =
        kind === 'tool'
          ? whyNoTool(text, servers)
          : kind === 'skill'
            ? whyNoSkill(text, entry, servers)
            : null;
      if (why !== null) found.set(text, why);
    }
  return [...found].map(([target, why]) => ({ target, why }));
}

function whyNoTool(tool: string, servers: readonly KnownServer[]): string | null {
  const wanted = nameOf(tool.split('__')[1] ?? '');
  if (wanted === '' || standsForAny.test(wanted)) return null;
  // Some apps name a plugin's server `plugin_<plugin>_<server>`. Only the person's own labels
  // count: a server could choose its own name to pose as any other.
  const server = servers.find(({ label }) => {
    const own = nameOf(label);
    return own === wanted || wanted.endsWith(`_${own}`);
  });
  if (server === undefined) return 'no server with this name is configured';
  return server.away === null ? null : `the server ${server.label} ${server.away}`;
}

function whyNoSkill(
  address: string,
  entry: SkillEntry,
  servers: readonly KnownServer[],
): string | null {
  if (`${address}/`.startsWith(`${rootOf(entry)}/`)) return null;
  const around = foldersAround(address);
  const inside = (folders: ReadonlySet<string>): boolean =>
    around.some((folder) => folders.has(folder));
  const own = servers.find(({ label }) => label === entry.server);
  if (own !== undefined && inside(own.folders)) return null;
  // An index or an expanded template also belongs to the server.
  const authority = /^skill:\/\/[^/]*/i.exec(address)?.[0] ?? '';
  if (!address.slice(authority.length).includes('/')) return null;
  const other = servers.find((server) => server !== own && inside(server.folders));
  return other === undefined ? 'no server has it' : `${other.label} has it, not this server`;
}

/** Every folder that contains the address, and the address itself as one. */
function foldersAround(address: string): string[] {
  const path = `${address}/`;
  return [...path.matchAll(/\//g)].map(({ index }) => path.slice(0, index + 1));
}

const ending = 'SKILL.md';

/**
 * `SKILL.md` URIs outside the skill's own folder that its text mentions, in order and with repeats:
 * as an address, or through a relative link from its `SKILL.md`. Ignores anything that leaves the
 * authority or isn't a skill URI, because a text may point anywhere.
 */
export function* namedElsewhere(
  { inspected }: Pick<SkillState, 'inspected'>,
  entry: SkillEntry,
): Generator<string> {
  const root = `${rootOf(entry)}/`;
  for (const { traces } of inspected.values())
    for (const { kind, text } of traces) {
      if (!text.endsWith(`/${ending}`)) continue;
      const uri = kind === 'skill' ? text : kind === 'link' ? linked(root, text) : null;
      if (uri !== null && !uri.startsWith(root) && skillFolder(uri).ok) yield uri;
    }
}

/** Where a relative link leads from a folder that ends with a slash; null if it leaves the root. */
function linked(root: string, link: string): string | null {
  const start = /^[a-z][a-z0-9+.-]*:\/{0,3}/i.exec(root)?.[0];
  if (start === undefined) return null;
  const path = root.slice(start.length).split('/').slice(0, -1);
  for (const segment of link.split('/')) {
    if (segment === '.') continue;
    if (segment !== '..') path.push(segment);
    else if (path.pop() === undefined) return null;
  }
  return `${start}${path.join('/')}`;
}
