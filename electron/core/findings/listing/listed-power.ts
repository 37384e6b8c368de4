import { everyTool, breadthOf } from '../power/every-tool.ts';
import { hostHooks, isHook } from '../power/hooks.ts';
import { setRule, type SetHit, type SkillSet } from '../set/skill-set.ts';

/**
 * What the listing entry alone says, before any file is read. As soon as the same rule has found it
 * in SKILL.md, that finding takes its place. The attacker makes SKILL.md crash the rules, so that
 * having been looked at isn't enough.
 */
function* fieldsOf(
  { entry, main }: SkillSet,
  { id }: { readonly id: string },
): Iterable<readonly [string, unknown]> {
  if (main?.findings.some(({ rule }) => rule === id) === true) return;
  yield* Object.entries(entry.frontmatter);
}

const hitAt = (name: string, value: unknown): SetHit => ({
  field: `frontmatter.${name}`,
  excerpt: `${name}: ${typeof value === 'string' ? value : JSON.stringify(value)}`,
  role: 'frontmatter',
});

export const listedHooks = setRule({
  ...hostHooks,
  *look(set) {
    for (const [name, value] of fieldsOf(set, hostHooks))
      if (isHook(name, value)) yield hitAt(name, value);
  },
});

export const listedTools = setRule({
  ...everyTool,
  *look(set) {
    for (const [name, value] of fieldsOf(set, everyTool)) {
      const breadth = breadthOf(name, value);
      if (breadth === 'everything') yield hitAt(name, value);
      else if (breadth === 'shell') yield { ...hitAt(name, value), severity: 'low' };
    }
  },
});
