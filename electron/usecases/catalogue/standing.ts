import { decide } from '../../core/decisions/decide.ts';
import { setDigest } from '../../core/decisions/set-digest.ts';
import type { ApprovalRecord, BoundResource } from '../../../shared/model/approval.ts';
import type { Problem } from '../../../shared/model/problem.ts';
import type { Standing } from '../../../shared/model/standing.ts';
import type { CheckId, FailedVerdict, Verdict } from '../../../shared/model/verdict.ts';
import { longestApproval } from '../../core/policy/judge.ts';
import type { Context } from '../context.ts';
import { archiveDigestOf, isComplete } from './settle.ts';
import { verdictFor } from './policy.ts';
import type { Server, Skill } from './world.ts';

/**
 * The set that a decision binds to ("Content-bound approval"): null when not every file has a
 * digest.
 */
export function boundResources(skill: Skill): BoundResource[] | null {
  const { files } = skill.entry;
  if (typeof files === 'string') return null;
  const bound: BoundResource[] = [];
  for (const file of files) {
    if (file.digest === undefined) return null;
    bound.push(
      file.size === undefined
        ? { uri: file.uri, digest: file.digest }
        : { uri: file.uri, digest: file.digest, size: file.size },
    );
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
 * A read that contradicted the entry refuses the whole skill. Bytes other than those promised
 * are cleared by a fresh entry that describes the file differently, or by a fresh entry that
 * repeats the promise and a read that then matches; a read that gave nothing, by one that does.
 */
export function failureOf(skill: Skill): Problem | null {
  if (skill.refusal !== null) return skill.refusal;
  for (const { problem } of skill.mismatches.values()) return problem;
  for (const [field, verdict] of skill.verdicts) {
    if (verdict.status !== 'failed') continue;
    // Against a digest that only Skillgate took, another content is a change and no broken promise.
    if (verdict.check === 'digest' && !isPromised(skill, field)) continue;
    return problemOf(field, verdict);
  }
  return null;
}

const promises: ReadonlySet<CheckId> = new Set(['size', 'digest', 'frontmatter']);

/** Remembers bytes that were not those promised, and forgets them where a read may clear them. */
export function noteRead(skill: Skill, file: string, verdict: Verdict): void {
  if (verdict.status === 'failed' && promises.has(verdict.check) && isPromised(skill, file)) {
    skill.mismatches.set(file, { problem: problemOf(file, verdict), asked: false });
  } else if (verdict.status === 'verified' && skill.mismatches.get(file)?.asked === true) {
    skill.mismatches.delete(file);
  }
}

function problemOf(field: string, { message, expected, actual }: FailedVerdict): Problem {
  return {
    rule: 'verification-failed',
    message,
    field,
    clause: 'Integrity and Verification',
    ...(expected === undefined ? {} : { expected }),
    ...(actual === undefined ? {} : { actual }),
  };
}

/** Whether the server itself published a digest of the file. */
function isPromised({ listed }: Skill, file: string): boolean {
  if (isComplete(listed) || archiveDigestOf(listed) !== null) return true;
  const files = typeof listed.files === 'string' ? (listed.known ?? []) : listed.files;
  return files.some(({ uri, digest }) => uri === file && digest !== undefined);
}

/** The set as far as it is known, so that one new path of many shows as one change. */
function servedResources(skill: Skill): BoundResource[] | null {
  const { files, integrity } = skill.entry;
  const bound = boundResources(skill);
  if (bound !== null || typeof files === 'string' || integrity !== 'self-computed') return bound;
  return files.map(({ uri, digest }) => ({ uri, digest: digest ?? 'not read' }));
}

/**
 * The archive of a skill that has not been unpacked: what differs in another one is not known
 * before it is read.
 */
function unreadArchive({ listed, entry }: Skill): { url: string; digest: string } | null {
  const [archive] = listed.archives;
  return archive?.digest === undefined || typeof entry.files !== 'string'
    ? null
    : { url: archive.url, digest: archive.digest };
}

/**
 * Where the skill stands now: entry, record, session and clock, in the order of the approvals
 * design.
 */
export function standingOf(ctx: Context, server: Server, skill: Skill): Standing {
  const { state } = ctx.approvals;
  const { files } = skill.entry;
  const record = recordOf(ctx, server, skill);
  return decide({
    problem: failureOf(skill),
    failures:
      server.identity === null ? [] : ctx.approvals.failures(server.identity, skill.entry.uri),
    content: typeof files === 'string' ? files : 'listed',
    resources: servedResources(skill),
    record,
    archive: unreadArchive(skill),
    policy: verdictFor(ctx, server, skill, record),
    longestApproval: longestApproval(ctx.policy.current),
    sessionAllowed: skill.sessionAllowed,
    now: ctx.clock.now(),
    store:
      state.status === 'ready'
        ? { status: 'ready' }
        : { status: 'unreadable', reason: state.message },
  });
}
