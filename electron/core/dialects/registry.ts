import type { DialectId } from '../../../shared/model/skill.ts';
import type { DialectAdapter } from './adapter.ts';
import { skillsExt } from './skills-ext.ts';

/** Every dialect, in the order of detection: a URI claimed by an earlier one is not claimed again. */
export const dialects: readonly DialectAdapter[] = [skillsExt];

/** The adapter of an entry. Throws for an id without one: entries are only made by adapters. */
export function dialectOf(id: DialectId): DialectAdapter {
  const adapter = dialects.find((candidate) => candidate.id === id);
  if (adapter === undefined) throw new Error(`no adapter for the dialect ${id}`);
  return adapter;
}
