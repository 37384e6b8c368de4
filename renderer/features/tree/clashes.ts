import { revealInvisible } from '../../../shared/invisible.ts';
import type { SkillRow } from '../../../shared/model/skill.ts';
import type { PathTree } from './structure.ts';

/** A name shared by skills: on one server, or on each of these. */
export type NameClash = 'paths' | { readonly servers: readonly string[] };

/** Which others have a name: `paths` if two are on one server; null if none. */
export function clashOf(structures: ReadonlyMap<string, PathTree>, name: string): NameClash | null {
  const servers: string[] = [];
  for (const [server, { names }] of structures) {
    const count = names.get(name) ?? 0;
    if (count > 1) return 'paths';
    if (count === 1) servers.push(server);
  }
  return servers.length > 1 ? { servers } : null;
}

const maxNamed = 2;

/**
 * What distinguishes skills with the same name: the folder, or the other servers that have one. The
 * skill's own server is shown above it.
 */
export function placeOf(row: SkillRow, clash: NameClash): string {
  if (clash === 'paths') {
    const folder = row.uri.replace(/\/[^/]*\/[^/]*$/, '').replace(/^skill:\/\//, '');
    return revealInvisible(folder);
  }
  const others = clash.servers.filter((server) => server !== row.server);
  const rest = others.length - maxNamed;
  return `also on ${others.slice(0, maxNamed).join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`;
}
