import { listedFiles } from '../../core/files.ts';
import { isComplete, type SkillState } from '../../core/skill-state/skill.ts';
import { mainFileOf } from '../../core/skill-place.ts';
import type { FileEntry, SkillEntry } from '../../../shared/model/skill.ts';
import type { FileCheck } from '../../../shared/model/verdict.ts';
import type { CatalogueListener, SkillChange } from '../catalogue/catalogue.ts';
import type { SkillRef } from '../catalogue/server.ts';
import type { ListedFileRef, ReviewMemory } from '../ports/findings.ts';

/**
 * Names a listed file of a skill; null for one that no digest of the server's describes: what was
 * read of it in one session says nothing about the next.
 */
export function listedFileRef(
  listed: SkillEntry,
  { identity }: SkillRef['server'],
  { uri: file, digest, size }: FileEntry,
): ListedFileRef | null {
  if (identity === null || digest === undefined || !isComplete(listed)) return null;
  const isMain = file === mainFileOf(listed);
  return {
    ...{ identity, uri: listed.uri, file, digest, size: size ?? null },
    frontmatter: isMain ? JSON.stringify(listed.frontmatter) : '',
  };
}

/**
 * The skill with the checks of earlier sessions. None count beside a failure: the attacker is a
 * server that serves other bytes and then lists what had matched before.
 */
export function withChecks(
  held: SkillState,
  server: SkillRef['server'],
  memory: Pick<ReviewMemory, 'check'>,
): SkillState {
  if (held.mismatches.size > 0) return held;
  const verdicts = new Map(held.verdicts);
  for (const entry of listedFiles(held.listed)) {
    if (verdicts.has(entry.uri)) continue;
    const file = listedFileRef(held.listed, server, entry);
    const check = file === null ? null : memory.check(file);
    if (check === null) continue;
    const { at, advice } = check;
    const made: FileCheck = { status: 'verified', checkedAt: new Date(at).toISOString() };
    verdicts.set(entry.uri, advice === undefined ? made : { ...made, advice });
  }
  return verdicts.size === held.verdicts.size ? held : { ...held, verdicts };
}

/** Keeps what files matched, and takes back what no longer does. */
export function keepChecks(
  memory: Pick<ReviewMemory, 'keepCheck'>,
  now: () => number,
): CatalogueListener {
  const keep = ({ before, after }: SkillChange): void => {
    if (after === null || before?.held.verdicts === after.held.verdicts) return;
    const { listed, verdicts } = after.held;
    for (const entry of listedFiles(listed)) {
      const verdict = verdicts.get(entry.uri);
      if (verdict === undefined || before?.held.verdicts.get(entry.uri) === verdict) continue;
      const isOther = verdict.status === 'failed' && verdict.check !== 'read';
      const isMatch = verdict.status === 'verified' && verdict.checkedAt === undefined;
      const file = isOther || isMatch ? listedFileRef(listed, after.server, entry) : null;
      if (file !== null)
        memory.keepCheck(file, isMatch ? { at: now(), advice: verdict.advice } : null);
    }
  };
  return { skills: (changes) => changes.forEach(keep) };
}
