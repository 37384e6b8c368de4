import { err, ok, type Result } from '../../../shared/result.ts';
import type { RequestError } from '../../../shared/contract.ts';
import type { Context } from '../context.ts';
import { fault } from '../errors.ts';
import type { RecordChange } from '../ports.ts';
import { refreshStandings } from '../catalogue/watch.ts';

/**
 * Takes back every decision in one durable commit and drops every kept byte. The audit keeps what
 * was.
 */
export async function forgetEverything(
  ctx: Context,
): Promise<Result<{ removed: number }, RequestError>> {
  const { state } = ctx.approvals;
  if (state.status !== 'ready') return err(fault('store', state.message));
  const changes: RecordChange[] = ctx.approvals.all().map((record) => ({
    kind: 'remove',
    identity: record.server.identity,
    uri: record.uri,
    replaces: record.id,
    audit: {
      action: 'revoked',
      server: record.server.label,
      uri: record.uri,
      setDigest: record.setDigest,
      detail: 'everything forgotten',
    },
  }));
  if (changes.length > 0) {
    const written = await ctx.approvals.commit(changes);
    if (!written.ok) return err(fault('store', written.error.message));
  }
  for (const server of ctx.world.servers.values())
    for (const skill of server.skills.values()) skill.sessionAllowed = false;
  await ctx.snapshots.forgetAll();
  ctx.publish({ type: 'store', store: ctx.approvals.state });
  refreshStandings(ctx);
  return ok({ removed: changes.length });
}
