import { revealInvisible } from '../../../shared/invisible.ts';
import type { SkillRow } from '../../../shared/model/skill.ts';
import type { Structure } from './structure.ts';

export type Clash = 'paths' | 'servers';
const counted = new WeakMap<ReadonlyMap<string, Structure>, ReadonlyMap<string, Clash>>();

/** Names that more than one skill carries: `paths` when two of them are on one server. */
export function nameClashes(
  structures: ReadonlyMap<string, Structure>,
): ReadonlyMap<string, Clash> {
  const known = counted.get(structures);
  if (known !== undefined) return known;
  const seen = new Set<string>();
  const clashes = new Map<string, Clash>();
  for (const { names } of structures.values())
    for (const [name, count] of names) {
      if (count > 1) clashes.set(name, 'paths');
      else if (seen.has(name) && !clashes.has(name)) clashes.set(name, 'servers');
      seen.add(name);
    }
  counted.set(structures, clashes);
  return clashes;
}

/** What tells a skill from others of the same name. */
export function placeOf(row: SkillRow, clash: Clash): string {
  if (clash === 'servers') return row.server;
  const folder = row.uri.replace(/\/[^/]*\/[^/]*$/, '').replace(/^skill:\/\//, '');
  return `${row.server} · ${revealInvisible(folder)}`;
}
