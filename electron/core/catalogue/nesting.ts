import { skillFolder } from '../uri.ts';

export interface SkillNesting {
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
