import { revealInvisible } from '../../../shared/invisible.ts';
import type { SkillRow } from '../../../shared/model/skill.ts';
import type { Structure } from './structure.ts';

/** A name that more than one skill carries: on one server, or on each of these. */
export type Clash = 'paths' | { readonly servers: readonly string[] };
const counted = new WeakMap<ReadonlyMap<string, Structure>, ReadonlyMap<string, Clash>>();

/** Names that more than one skill carries: `paths` when two of them are on one server. */
export function nameClashes(
  structures: ReadonlyMap<string, Structure>,
): ReadonlyMap<string, Clash> {
  const known = counted.get(structures);
  if (known !== undefined) return known;
  const first = new Map<string, string>();
  const clashes = new Map<string, Clash>();
  for (const [server, { names }] of structures)
    for (const [name, count] of names) {
      const clash = clashes.get(name);
      const other = first.get(name);
      if (count > 1 || clash === 'paths') clashes.set(name, 'paths');
      else if (clash !== undefined) clashes.set(name, { servers: [...clash.servers, server] });
      else if (other !== undefined) clashes.set(name, { servers: [other, server] });
      if (other === undefined) first.set(name, server);
    }
  counted.set(structures, clashes);
  return clashes;
}

const named = 2;

/**
 * What tells a skill from others of the same name: its folder, or that other servers have one. Its
 * own server stands above it.
 */
export function placeOf(row: SkillRow, clash: Clash): string {
  if (clash === 'paths') {
    const folder = row.uri.replace(/\/[^/]*\/[^/]*$/, '').replace(/^skill:\/\//, '');
    return revealInvisible(folder);
  }
  const others = clash.servers.filter((server) => server !== row.server);
  const rest = others.length - named;
  return `also on ${others.slice(0, named).join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`;
}
