import type { SkillContext } from '../contexts.ts';

/** A context with no more members than the test needs. */
export const partialContext = <C extends SkillContext>(members: Partial<C>): C => members as C;
