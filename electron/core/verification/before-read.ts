import { exactSize, sizeText } from '../../../shared/size-text.ts';
import type { SkillEntry } from '../../../shared/model/skill.ts';
import type { CheckId, FileCheck } from '../../../shared/model/verdict.ts';
import { limits } from '../limits.ts';
import { pathInEntry, resolveInEntry, mainFileOf } from '../skill-place.ts';
import { visible } from '../text.ts';
import { listedFile } from './listed-file.ts';
import type { Problem } from '../../../shared/model/problem.ts';
import { ok, type Result } from '../../../shared/result.ts';
import type { CheckOutcome } from '../../../shared/model/log.ts';
import { checkIds } from '../../../shared/model/plain.ts';

function refused(check: CheckId, message: string, expected: string, actual: string): FileCheck {
  return {
    status: 'failed',
    check,
    message,
    expected: visible(expected, 300),
    actual: visible(actual, 300),
  };
}

/**
 * Why a file of a skill must not even be requested, or null. `fileUri` may come from the skill's
 * text, so without these checks its author could make Skillgate read another server's or a local
 * file ("Origin-scoped resource reads").
 */
export function refuseBeforeRead(entry: SkillEntry, fileUri: string): FileCheck | null {
  // 1. "Resources": the skill's own scheme, inside its folder.
  const path = pathInEntry(entry, fileUri);
  if (!path.ok)
    return refused('location', path.error.message, path.error.expected ?? entry.uri, fileUri);
  // 2. "The Acting Window and the Held Entry": only what the held entry lists.
  const listed = listedFile(entry, fileUri);
  // If the server has no manifest, another file is only an observation and shows as a change.
  if (
    listed === undefined &&
    entry.files.kind === 'listed' &&
    entry.integrity !== 'self-computed'
  ) {
    return refused(
      'listed',
      "The skill's entry doesn't list this file.",
      'a file in resources',
      fileUri,
    );
  }
  // 3. "Limits": what the entry announces.
  if (listed?.size !== undefined && listed.size > limits.skillBytes) {
    return refused(
      'limit',
      `The file is larger than the limit for a whole skill (${sizeText(limits.skillBytes)}).`,
      `at most ${exactSize(limits.skillBytes)}`,
      exactSize(listed.size),
    );
  }
  return null;
}

/**
 * The URI of the file that a reference in a skill's text, or a typed path, means. The manifest may
 * spell `Q A.md`, `Q%20A.md` or `é.md` differently, so a reference that isn't listed as written is
 * looked up by its decoded path. An unlisted file is returned as resolved and refused before any
 * read. Errors: those of `resolveInEntry`.
 */
export function linkedFile(entry: SkillEntry, ref: string): Result<string, Problem> {
  const resolved = resolveInEntry(entry, ref);
  if (resolved.ok && listedFile(entry, resolved.value) !== undefined) return resolved;
  if (entry.files.kind !== 'listed') return resolved;
  const { files } = entry.files;
  const path = resolved.ok ? pathInEntry(entry, resolved.value) : resolved;
  const wanted = path.ok ? path.value : ref;
  const file =
    files.find((candidate) => candidate.path === wanted) ??
    files.find((candidate) => candidate.path === ref);
  return file === undefined ? resolved : ok(file.uri);
}

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
