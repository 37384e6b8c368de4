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

export function groupOf<T extends NamedSkill>(all: readonly T[]): NameGroup<T> {
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
