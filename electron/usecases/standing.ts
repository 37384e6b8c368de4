import { decide } from '../core/decisions/decide.ts';
import { setDigest } from '../core/decisions/set-digest.ts';
import type { ApprovalRecord, BoundResource } from '../../shared/model/approval.ts';
import type { Problem } from '../../shared/model/problem.ts';
import type { Standing } from '../../shared/model/standing.ts';
import type { Context } from './context.ts';
import type { Server, Skill } from './world.ts';

/** The set that a decision binds to ("Content-bound approval"): null when not every file has a digest. */
export function boundResources(skill: Skill): BoundResource[] | null {
  const { files } = skill.entry;
  if (typeof files === 'string') return null;
  const bound: BoundResource[] = [];
  for (const file of files) {
    if (file.digest === undefined) return null;
    bound.push(file.size === undefined ? { uri: file.uri, digest: file.digest } : { uri: file.uri, digest: file.digest, size: file.size });
  }
  return bound;
}

export function setDigestOf(skill: Skill): string | null {
  if (skill.setDigest === undefined) {
    const bound = boundResources(skill);
    skill.setDigest = bound === null ? null : setDigest(bound);
  }
  return skill.setDigest;
}

export function recordOf(ctx: Context, server: Server, skill: Skill): ApprovalRecord | null {
  return server.identity === null ? null : ctx.approvals.find(server.identity, skill.entry.uri);
}

/**
 * A read that contradicted the entry refuses the whole skill, until a fresh entry describes that
 * file differently or the file is read again and matches.
 */
export function failureOf(skill: Skill): Problem | null {
  for (const [field, verdict] of skill.verdicts) {
    if (verdict.status !== 'failed') continue;
    const { message, expected, actual } = verdict;
    return { rule: 'verification-failed', message, field, clause: 'Integrity and Verification', ...(expected === undefined ? {} : { expected }), ...(actual === undefined ? {} : { actual }) };
  }
  return null;
}

/** Where the skill stands now: entry, record, session and clock, in the order of the approvals design. */
export function standingOf(ctx: Context, server: Server, skill: Skill): Standing {
  const { state } = ctx.approvals;
  const { files } = skill.entry;
  return decide({
    problem: failureOf(skill),
    content: typeof files === 'string' ? files : 'listed',
    resources: boundResources(skill),
    record: recordOf(ctx, server, skill),
    policy: null,
    sessionAllowed: skill.sessionAllowed,
    now: ctx.clock.now(),
    store: state.status === 'ready' ? { status: 'ready' } : { status: 'unreadable', reason: state.message },
  });
}
