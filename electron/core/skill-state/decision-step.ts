import type { ApprovalRecord } from '../../../shared/model/approval.ts';
import type { FileCheck } from '../../../shared/model/verdict.ts';
import { withSession, type SkillState } from './skill.ts';

/** A file of a skill without a manifest that still has its computed digest. */
export const selfComputed: FileCheck = {
  status: 'unverifiable',
  reason: 'self-computed',
  message:
    "The server publishes no digest for this file. It hasn't changed since Skillgate first read it.",
};

/**
 * Someone decided, here or in another program: session permission ends, and files without a
 * manifest are compared with the approved ones from now on.
 */
export function decided(held: SkillState, record: ApprovalRecord | null): SkillState {
  const next = withSession(held, false);
  if (held.reading?.integrity !== 'self-computed') return next;
  const approved = approvedDigests(record);
  const verdicts = new Map(held.verdicts);
  for (const { uri, digest } of held.reading.files) {
    const verdict = verdicts.get(uri);
    if (verdict !== undefined && digest !== undefined && isComparison(verdict))
      verdicts.set(uri, differsFromApproved(approved, uri, digest) ?? selfComputed);
  }
  return { ...next, verdicts };
}

const isComparison = (verdict: FileCheck): boolean =>
  verdict === selfComputed || (verdict.status === 'failed' && verdict.check === 'digest');

/** Digests of the approved files, by URI. */
export function approvedDigests(record: ApprovalRecord | null): ReadonlyMap<string, string> {
  return new Map(
    record?.decision === 'approved' ? record.resources.map(({ uri, digest }) => [uri, digest]) : [],
  );
}

/** The verdict for a file that was approved with another digest; null for all others. */
export function differsFromApproved(
  approved: ReadonlyMap<string, string>,
  uri: string,
  actual: string,
): FileCheck | null {
  const expected = approved.get(uri);
  return expected === undefined || expected === actual
    ? null
    : {
        status: 'failed',
        check: 'digest',
        message: 'The file isn’t the one you approved.',
        expected,
        actual,
      };
}
