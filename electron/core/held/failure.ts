import type { Problem } from '../../../shared/model/problem.ts';
import type { FailedVerdict } from '../../../shared/model/verdict.ts';
import { isPromised, type HeldSkill } from './skill.ts';

/**
 * A read that contradicted the entry refuses the whole skill. Bytes other than those promised
 * are cleared by a fresh entry and a read that then matches, and not by either alone; a read
 * that gave nothing, by one that gives something.
 */
export function failureOf({ refusal, mismatches, verdicts, listed }: HeldSkill): Problem | null {
  if (refusal !== null) return refusal;
  for (const { problem } of mismatches.values()) return problem;
  for (const [file, verdict] of verdicts) {
    if (verdict.status !== 'failed') continue;
    // Against a digest that only Skillgate took, another content is a change, no broken promise.
    if (verdict.check === 'digest' && !isPromised(listed, file)) continue;
    return failureProblem(file, verdict);
  }
  return null;
}

/** A failed verdict as the problem of the whole skill. */
export function failureProblem(field: string, verdict: FailedVerdict): Problem {
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
