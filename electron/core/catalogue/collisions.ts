import { normalForm } from '../normal-form.ts';

/**
 * A skill by name: `where` is the server's label or the local folder; `uri` is empty for a local
 * one.
 */
export interface NamedSkill {
  readonly name: string;
  readonly where: string;
  readonly uri: string;
}

/**
 * Skills that share a name, on one server, on several, or with the person's own folders
 * ("Names"; "Name collisions are an impersonation surface"). By name, as each skill writes
 * it, only names that more than one carries; names that differ in case only count as the same.
 * O(n).
 */
export function collisionsOf<T extends NamedSkill>(
  skills: Iterable<T>,
): ReadonlyMap<string, readonly T[]> {
  const groups = new Map<string, T[]>();
  for (const skill of skills) {
    const key = normalForm(skill.name, 'NFKC').toLowerCase();
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [skill]);
    else group.push(skill);
  }
  const found = new Map<string, readonly T[]>();
  for (const group of groups.values()) {
    if (group.length < 2) continue;
    for (const { name } of group) found.set(name, group);
  }
  return found;
}
