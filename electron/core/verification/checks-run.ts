import type { CheckOutcome } from '../../../shared/model/log-meaning.ts';
import { checkIds } from '../../../shared/model/plain.ts';
import type { SkillEntry } from '../../../shared/model/skill.ts';
import type { CheckId, FileCheck } from '../../../shared/model/verdict.ts';
import { mainFileOf } from '../skill-place.ts';
import { listedFile } from './listed-file.ts';

/** Checks that run before the request, so passing them says nothing about the answer. */
const beforehand: ReadonlySet<CheckId> = new Set(['listed', 'location', 'limit']);

/**
 * The outcome of each check of a file, in the order in which they run. A check that the entry gives
 * nothing to compare with doesn't count as passed.
 */
export function checksRun(
  entry: SkillEntry,
  file: string,
  verdict: FileCheck | undefined,
): CheckOutcome[] {
  if (verdict === undefined || cameToNothing(verdict)) return [];
  const failed = verdict.status === 'failed' ? verdict.check : null;
  const at = failed === null ? checkIds.length : checkIds.indexOf(failed);
  const line = listedFile(entry, file);
  const applies = (check: CheckId): boolean => {
    if (check === failed) return true;
    if (check === 'size') return line?.size !== undefined && entry.integrity !== 'self-computed';
    if (check === 'digest') return line?.digest !== undefined;
    if (check === 'frontmatter') return file === mainFileOf(entry) || file === entry.uri;
    return !beforehand.has(check);
  };
  return checkIds.filter(applies).map((check) => {
    const place = checkIds.indexOf(check);
    return { check, outcome: place < at ? 'passed' : place === at ? 'failed' : 'not-reached' };
  });
}

/** No content was received that could be checked. */
const cameToNothing = (verdict: FileCheck): boolean =>
  verdict.status === 'unverifiable' &&
  ['cancelled', 'server-unavailable', 'too-many-requests', 'budget'].includes(verdict.reason);
