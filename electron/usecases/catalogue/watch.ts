import type { Context } from '../context.ts';
import { expiryOf } from '../../core/decisions/decide.ts';
import { longestApproval } from '../../core/policy/judge.ts';
import { noticeChange } from './hold.ts';
import { policyStateOf } from './policy.ts';
import { standingOf } from './standing.ts';
import { publishServer, publishSkills } from './views.ts';

/**
 * Publishes every row whose standing is not the one last published: after another program decided,
 * or time passed.
 */
export function refreshStandings(ctx: Context): void {
  for (const server of ctx.world.servers.values()) {
    const changed = [...server.skills.values()].filter((skill) => {
      const before = skill.standing;
      const now = standingOf(ctx, server, skill);
      if (
        before !== null &&
        before.kind === now.kind &&
        JSON.stringify(before) === JSON.stringify(now)
      )
        return false;
      if (before?.kind === 'approved' && now.kind === 'expired') {
        void ctx.approvals.note({
          action: 'expired',
          server: server.label,
          uri: skill.entry.uri,
          setDigest: skill.setDigest ?? null,
          detail: now.at,
        });
      }
      noticeChange(ctx, server, skill);
      return true;
    });
    publishSkills(ctx, server, changed);
    if (changed.length > 0) publishServer(ctx, server);
  }
}

/** Longest wait of one timer; JavaScript's own limit is 2^31 ms. */
const longestWait = 24 * 3_600_000;

/** Re-computes standings at the moment when the next approval runs out. Gives the way to stop. */
export function watchExpiry(ctx: Context): () => void {
  let cancel = (): void => {};
  const arm = (): void => {
    cancel();
    const now = ctx.clock.now();
    let next = now + longestWait;
    const longest = longestApproval(ctx.policy.current);
    // Without a longest time of the policy only these ever end.
    for (const record of longest === null ? ctx.approvals.ending() : ctx.approvals.all()) {
      const expiresAt = expiryOf(record, longest);
      const at = expiresAt === null ? Number.NaN : Date.parse(expiresAt);
      if (at > now && at < next) next = at;
    }
    cancel = ctx.clock.after(next - now, () => {
      refreshStandings(ctx);
      arm();
    });
  };
  arm();
  // The store tells of other writers only; a decision made here arms by itself.
  ctx.expiry.rearm = arm;
  const off = ctx.approvals.onChange(() => {
    ctx.publish({ type: 'store', store: ctx.approvals.state });
    refreshStandings(ctx);
    arm();
  });
  return () => {
    ctx.expiry.rearm = () => {};
    cancel();
    off();
  };
}

/**
 * Follows the managed policy: another file, another standing of many skills. Gives the way to stop.
 */
export function watchPolicy(ctx: Context): () => void {
  return ctx.policy.onChange(() => {
    ctx.publish({ type: 'policy', policy: policyStateOf(ctx) });
    refreshStandings(ctx);
    ctx.expiry.rearm();
  });
}
