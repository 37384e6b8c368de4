import { everything } from '../../../shared/host/failures.ts';
import type { Failure } from '../../../shared/model/approval.ts';
import { failureProblem } from '../decisions/failure.ts';
import type { SkillState, StoredMismatch } from './skill.ts';

/**
 * What the file of decisions keeps of failed verifications, as far as it has become another: by
 * this process earlier, by another window or program, or before a restart. `then` is what it kept
 * when the skill was looked at last, `now` what it keeps at this moment. Failures of the whole
 * server are no skill's.
 */
export function remembering(
  held: SkillState,
  then: readonly Failure[],
  now: readonly Failure[],
): SkillState {
  if (then === now || (then.length === 0 && now.length === 0)) return held;
  const known = new Set(then.map(keyOf));
  const kept = new Set(now.map(({ file }) => file));
  const gone = then.filter(({ file }) => !kept.has(file) && held.mismatches.has(file));
  const come = now.filter(
    (failure) =>
      failure.uri !== everything &&
      !known.has(keyOf(failure)) &&
      !isSame(held.mismatches.get(failure.file), failure),
  );
  if (gone.length === 0 && come.length === 0) return held;
  const mismatches = new Map(held.mismatches);
  for (const { file } of gone) mismatches.delete(file);
  for (const failure of come) mismatches.set(failure.file, rememberedAs(failure, held));
  return { ...held, mismatches };
}

const keyOf = ({ file, check, expected, actual, at }: Failure): string =>
  JSON.stringify([file, check, expected, actual, at]);

/** What this process saw itself comes back from the file, and says no more than before. */
const isSame = (
  mismatch: StoredMismatch | undefined,
  { check, expected, actual }: Failure,
): boolean =>
  mismatch?.check === check && mismatch.expected === expected && mismatch.actual === actual;

/** An entry that came after the failure is a fresh one: a matching read clears it. */
const rememberedAs = (failure: Failure, { heldAt, verdicts }: SkillState): StoredMismatch => ({
  problem: failureProblem(failure),
  check: failure.check,
  expected: failure.expected,
  actual: failure.actual,
  asked:
    heldAt > Date.parse(failure.at) &&
    // Nobody knows which files failed: what was checked before this was known says nothing.
    (failure.file !== everything || verdicts.size === 0),
});
