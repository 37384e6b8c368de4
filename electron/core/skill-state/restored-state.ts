import { everything } from '../../../shared/host/failures.ts';
import type { Failure } from '../../../shared/model/approval.ts';
import { failureProblem } from '../decisions/record.ts';
import { isOfThisSession, type SkillState, type StoredMismatch } from './skill.ts';

/**
 * Changes to the failed verifications in the decisions file, made earlier by this process, by
 * another window or program, or before a restart. `then` is its state when the skill was last
 * updated, `now` its current state. Failures of the whole server don't belong to a skill.
 */
export function remembering(
  held: SkillState,
  then: readonly Failure[],
  now: readonly Failure[],
): SkillState {
  if (then === now || (then.length === 0 && now.length === 0)) return held;
  const before = new Set(then.map(makeKey));
  const kept = new Set(now.map(({ file }) => file));
  const gone = then.filter(({ file }) => !kept.has(file) && held.mismatches.has(file));
  const come = now.filter(
    (failure) =>
      failure.uri !== everything &&
      !before.has(makeKey(failure)) &&
      !isSame(held.mismatches.get(failure.file), failure),
  );
  if (gone.length === 0 && come.length === 0) return held;
  const mismatches = new Map(held.mismatches);
  for (const { file } of gone) mismatches.delete(file);
  // What matched in an earlier session says nothing beside what failed.
  const verdicts =
    come.length === 0
      ? held.verdicts
      : new Map([...held.verdicts].filter(([, verdict]) => isOfThisSession(verdict)));
  const known = { ...held, verdicts };
  for (const failure of come) mismatches.set(failure.file, rememberedAs(failure, known));
  return { ...known, mismatches };
}

const makeKey = ({ file, check, expected, actual, at }: Failure): string =>
  JSON.stringify([file, check, expected, actual, at]);

/** Failures that this process saw itself return from the file without adding anything. */
const isSame = (
  mismatch: StoredMismatch | undefined,
  { check, expected, actual }: Failure,
): boolean =>
  mismatch?.check === check && mismatch.expected === expected && mismatch.actual === actual;

/** An entry newer than the failure is a fresh one: a matching read clears it. */
const rememberedAs = (failure: Failure, { heldAt, verdicts }: SkillState): StoredMismatch => ({
  problem: failureProblem(failure),
  check: failure.check,
  expected: failure.expected,
  actual: failure.actual,
  asked:
    heldAt > Date.parse(failure.at) &&
    // It's unknown which files failed, so checks made before this was known prove nothing.
    (failure.file !== everything || verdicts.size === 0),
});
