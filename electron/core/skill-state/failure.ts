import { counts, type ListedUris } from '../../../shared/host/failures.ts';
import type { Problem } from '../../../shared/model/problem.ts';
import type { SkillEntry } from '../../../shared/model/skill.ts';
import type { FailedCheck } from '../../../shared/model/verdict.ts';
import { isPromised, type SkillState } from './skill.ts';

/**
 * A read that contradicted the entry refuses the whole skill as long as the skill has that file;
 * `entry` is the effective one. Bytes other than promised are cleared only by a fresh entry plus a
 * matching read; a read without content is cleared by one with content.
 */
export function failureOf(
  { mismatches, verdicts, listed }: SkillState,
  entry: SkillEntry,
): Problem | null {
  const now = listedNow(entry);
  for (const [file, { problem }] of mismatches)
    if (counts({ uri: entry.uri, file }, now)) return problem;
  for (const [file, verdict] of verdicts) {
    if (verdict.status !== 'failed') continue;
    // If only Skillgate computed the digest, different content is a change and not a broken
    // promise.
    if (verdict.check === 'digest' && !isPromised(listed, file)) continue;
    return failureProblem(file, verdict);
  }
  return null;
}

/** The same for an archive that the entry names, none of which can be inspected. */
export function archiveFailureOf({ mismatches, listed }: SkillState): Problem | null {
  for (const { url } of listed.archives) {
    const mismatch = mismatches.get(url);
    if (mismatch !== undefined) return mismatch.problem;
  }
  return null;
}

const listedNow = ({ files, archives }: SkillEntry): ListedUris => ({
  uris: files.kind === 'listed' ? files.files.map(({ uri }) => uri) : null,
  archives: archives.map(({ url }) => url),
});

/** A failed verdict as a problem of the whole skill. */
export function failureProblem(field: string, verdict: FailedCheck): Problem {
  const { message, expected, actual } = verdict;
  return {
    rule: 'verification-failed',
    message,
    field,
    clause: 'Integrity and Verification',
    ...(expected === undefined ? {} : { expected }),
    ...(actual === undefined ? {} : { actual }),
  };
}
