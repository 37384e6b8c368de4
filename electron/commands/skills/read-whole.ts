import { isComplete } from '../../core/skill-state/skill.ts';
import type { FileCheck } from '../../../shared/model/verdict.ts';
import type { CatalogueSkill } from '../../engine/catalogue/server.ts';
import type { AppContext } from '../../engine/contexts.ts';

/** The result of reading every file of a skill. */
export interface ReadWhole {
  /** The skill after reading. */
  readonly skill: CatalogueSkill;
  /** Why not everything could be read; null if it was. */
  readonly unread: string | null;
}

/**
 * Reads and checks every file, including those read before: the server may send something else now.
 */
export async function readWhole(ctx: AppContext, skill: CatalogueSkill): Promise<ReadWhole> {
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
  const came: FileCheck[] = [];
  const onVerdict = (_: CatalogueSkill, __: string, verdict: FileCheck): void =>
    void came.push(verdict);
  await verifySkills(ctx, [skill], { signal, keep: true, onVerdict }, silent);
  await ctx.inspections.settled();
  // From this run: what matched in an earlier one isn't read.
  const unread = came.find((verdict) => verdict.status === 'unverifiable');
  return now(unread?.message ?? null);
}
