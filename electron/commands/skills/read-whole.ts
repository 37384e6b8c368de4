import { isComplete } from '../../core/skill-state/skill.ts';
import type { CatalogueSkill } from '../../engine/catalogue/server.ts';
import type { EngineParts } from '../../engine/parts.ts';

/** What reading every file of a skill came to. */
export interface ReadWhole {
  /** As it is held after that. */
  readonly skill: CatalogueSkill;
  /** Why not all of it could be read; null when it was. */
  readonly unread: string | null;
}

/** Reads and checks every file, also what was read before: something else may come by now. */
export async function readWhole(ctx: EngineParts, skill: CatalogueSkill): Promise<ReadWhole> {
  const silent = { report: (): void => {} };
  const now = (unread: string | null): ReadWhole => ({
    skill: ctx.catalogue.at(skill) ?? skill,
    unread,
  });
  if (!isComplete(skill.held.listed)) {
    const { readAll } = await import('../../engine/reading/read-all.ts');
    const { complete, message } = await readAll(ctx, skill, {}, silent);
    await ctx.inspections.settled();
    return now(complete ? null : message);
  }
  const { verifySkills } = await import('../../engine/reading/verify.ts');
  const { signal } = new AbortController();
  await verifySkills(ctx, [skill], { signal, keep: true }, silent);
  await ctx.inspections.settled();
  for (const verdict of now(null).skill.held.verdicts.values())
    if (verdict.status === 'unverifiable') return now(verdict.message);
  return now(null);
}
