import { collisionsOf } from '../../core/catalogue/collisions.ts';
import { nestingOf } from '../../core/catalogue/nesting.ts';
import type { Context } from '../context.ts';
import { publishSkills } from './views.ts';
import type { Skill } from './world.ts';

/**
 * Marks nested skills and same-named skills on every skill concerned, on every server, and
 * publishes the rows that changed. Run after a listing, a removal or an open by URI.
 */
/**
 * Same-named skills listed per skill: enough to decide, and ten thousand equal names stay cheap.
 */
const shown = 20;

export async function relate(ctx: Context): Promise<void> {
  const local = await ctx.localSkills.list();
  const named: { name: string; where: string; uri: string }[] = local.map(({ name, folder }) => ({
    name,
    where: folder,
    uri: '',
  }));
  for (const server of ctx.world.servers.values()) {
    for (const skill of server.skills.values())
      named.push({ name: skill.entry.name, where: server.label, uri: skill.entry.uri });
  }
  const collisions = collisionsOf(named);
  for (const server of ctx.world.servers.values()) {
    const nesting = nestingOf([...server.skills.keys()]);
    const changed: Skill[] = [];
    for (const skill of server.skills.values()) {
      const { uri, name } = skill.entry;
      const others = (collisions.get(name) ?? [])
        .slice(0, shown + 1)
        .filter((other) => other.where !== server.label || other.uri !== uri)
        .map(({ where, uri: at }) => ({ where, uri: at }));
      const around = nesting.get(uri);
      const relations = {
        collisions: others,
        nested: around?.nested ?? [],
        enclosing: around?.enclosing ?? null,
      };
      if (same(skill.relations, relations)) continue;
      skill.relations = relations;
      changed.push(skill);
    }
    publishSkills(ctx, server, changed);
  }
}

function same(a: Skill['relations'], b: Skill['relations']): boolean {
  return (
    a.enclosing === b.enclosing &&
    a.nested.length === b.nested.length &&
    a.nested.every((uri, at) => uri === b.nested[at]) &&
    a.collisions.length === b.collisions.length &&
    a.collisions.every(
      (other, at) => other.where === b.collisions[at]?.where && other.uri === b.collisions[at]?.uri,
    )
  );
}
