import { err, ok, type Result } from '../../../shared/result.ts';
import type { RequestError } from '../../../shared/contract.ts';
import { fault } from '../errors.ts';
import type { RecordChange } from '../ports.ts';
import { withSession } from '../../core/held/skill.ts';
import type { Parts } from '../parts.ts';
import { commit, type CommitParts } from './commit.ts';

/**
 * Takes back every decision in one durable commit and drops every kept byte. The audit keeps what
 * was.
 */
export async function forgetEverything(
  parts: CommitParts & Pick<Parts, 'snapshots'>,
): Promise<Result<{ removed: number }, RequestError>> {
  const { approvals, catalogue } = parts;
  const { state } = approvals;
  if (state.status !== 'ready') return err(fault('store', state.message));
  const changes: RecordChange[] = approvals.all().map((record) => ({
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
  const failed = await commit(parts, changes);
  if (failed !== null) return err(fault('store', failed.message));
  const places = [...catalogue.servers.values()].flatMap(({ skills }) => [...skills.values()]);
  catalogue.updateAll(
    places.map((place) => ({
      place,
      step: (held) => (held === null ? null : withSession(held, false)),
    })),
  );
  await parts.snapshots.forgetAll();
  return ok({ removed: changes.length });
}
