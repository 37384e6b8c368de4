import { checkIds, type CheckId } from '../../../shared/model/plain.ts';
import type { Failure } from '../../../shared/model/approval.ts';
import { failureProblem } from '../decisions/failure.ts';
import type { HeldSkill, Mismatch } from './skill.ts';

/**
 * What the file of decisions keeps of failed verifications, as far as it has become another: by
 * this process earlier, by another window or program, or before a restart. `then` is what it kept
 * when the skill was looked at last, `now` what it keeps at this moment.
 */
export function remembering(
  held: HeldSkill,
  then: readonly Failure[],
  now: readonly Failure[],
): HeldSkill {
  if (then === now || (then.length === 0 && now.length === 0)) return held;
  let changed = false;
  const known = new Set(then.map(keyOf));
  const kept = new Set(now.map(({ file }) => file));
  const mismatches = new Map(held.mismatches);
  for (const { file } of then) if (!kept.has(file)) changed = mismatches.delete(file) || changed;
  for (const failure of now) {
    if (known.has(keyOf(failure)) || isSame(mismatches.get(failure.file), failure)) continue;
    mismatches.set(failure.file, mismatchOf(failure, held));
    changed = true;
  }
  return changed ? { ...held, mismatches } : held;
}

const keyOf = ({ file, check, expected, actual, at }: Failure): string =>
  JSON.stringify([file, check, expected, actual, at]);

/** What this process saw itself comes back from the file, and says no more than before. */
const isSame = (mismatch: Mismatch | undefined, { check, expected, actual }: Failure): boolean =>
  mismatch?.check === check &&
  (mismatch.problem.expected ?? null) === expected &&
  (mismatch.problem.actual ?? null) === actual;

/** An entry that came after the failure is a fresh one: a matching read clears it. */
const mismatchOf = (failure: Failure, { heldAt }: HeldSkill): Mismatch => ({
  problem: failureProblem(failure),
  check: isCheck(failure.check) ? failure.check : 'read',
  asked: heldAt > Date.parse(failure.at),
});

const isCheck = (name: string): name is CheckId => (checkIds as readonly string[]).includes(name);
