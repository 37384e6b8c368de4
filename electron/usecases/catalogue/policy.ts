import { policyVerdict } from '../../core/policy/judge.ts';
import { targetOf } from '../../core/policy/target.ts';
import { policyState } from '../../core/policy/words.ts';
import type { PolicyVerdict } from '../../core/decisions/decide.ts';
import type { ApprovalRecord } from '../../../shared/model/approval.ts';
import type { PolicyState } from '../../../shared/model/policy.ts';
import type { Standing } from '../../../shared/model/standing.ts';
import type { Context } from '../context.ts';
import type { Server, Skill } from './world.ts';

export const policyStateOf = (ctx: Context): PolicyState => policyState(ctx.policy.current);

/** What the managed policy says of a skill with this record; without one, of deciding anew. */
export function verdictFor(
  ctx: Context,
  server: Server,
  skill: Skill,
  record: ApprovalRecord | null,
): PolicyVerdict | null {
  const { files, uri } = skill.entry;
  return policyVerdict(ctx.policy.current, {
    identity: server.identity,
    target: server.configured.config.ok ? targetOf(server.configured.config.value) : null,
    uri,
    content: typeof files === 'string' ? files : 'listed',
    record,
  });
}

/** Writes to the audit, once per policy file, that a policy has begun to count. */
export function noticePolicy(ctx: Context, server: Server, skill: Skill, standing: Standing): void {
  const { current } = ctx.policy;
  if (
    standing.kind !== 'blocked' ||
    current.status !== 'active' ||
    ctx.policyNoticed.digest === current.digest
  )
    return;
  ctx.policyNoticed.digest = current.digest;
  void note(
    ctx,
    { server: server.label, uri: skill.entry.uri, setDigest: skill.setDigest ?? null },
    standing.rule,
    `${current.path}, ${current.digest}`,
  );
}

async function note(
  ctx: Context,
  about: { readonly server: string; readonly uri: string; readonly setDigest: string | null },
  rule: string,
  file: string,
): Promise<void> {
  try {
    const { lines } = await ctx.audit.page(
      { server: null, text: '', action: 'policy-applied' },
      null,
      1,
    );
    if (lines[0]?.detail.startsWith(file) === true) return;
  } catch {
    // A log that can not be read is noted by whoever appends to it.
  }
  await ctx.approvals.note({ ...about, action: 'policy-applied', detail: `${file}: ${rule}` });
}
