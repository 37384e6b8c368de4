import { err, ok, type Result } from '../../../shared/result.ts';
import type { RequestError } from '../../../shared/contract.ts';
import { fault } from '../errors.ts';
import type { ApprovalRecord, Identity } from '../../../shared/model/approval.ts';
import { identityKey, sameIdentity } from '../../core/decisions/identity.ts';
import type { RecordChange } from '../ports/decisions.ts';
import { withSession } from '../../core/held/skill.ts';
import type { Parts } from '../parts.ts';
import { commit, type CommitParts } from './commit.ts';

/**
 * The changes that take back every decision about a server and clear every failure that is kept
 * of it; about all servers with null. `detail` says in the audit why.
 */
export async function forgetting(
  approvals: Pick<Parts['approvals'], 'all' | 'allFailures' | 'commit'>,
  identity: Identity | null,
  detail: string,
): Promise<RecordChange[]> {
  // What is being written just now, or was by another window, is meant, too. Where nothing can be
  // written, the changes themselves say so.
  await approvals.commit([]);
  const isMeant = ({ server }: Pick<ApprovalRecord, 'server'>): boolean =>
    identity === null || sameIdentity(server.identity, identity);
  const removed = approvals
    .all()
    .filter(isMeant)
    .map(({ server, uri, id, setDigest }): RecordChange => ({
      kind: 'remove',
      identity: server.identity,
      uri,
      replaces: id,
      audit: { action: 'revoked', server: server.label, uri, setDigest, detail },
    }));
  const failed = new Map(
    approvals
      .allFailures()
      .filter(isMeant)
      .map((failure) => [
        JSON.stringify([identityKey(failure.server.identity), failure.uri]),
        failure,
      ]),
  );
  const cleared = [...failed.values()].map(({ server, uri }): RecordChange => ({
    kind: 'clear',
    identity: server.identity,
    uri,
    file: null,
    audit: { action: 'verification-cleared', server: server.label, uri, setDigest: null, detail },
  }));
  return [...removed, ...cleared];
}

/**
 * Takes back every decision in one durable commit, with the failures that are kept, and drops
 * every kept byte. The audit keeps what was.
 */
export async function forgetEverything(
  parts: CommitParts & Pick<Parts, 'snapshots' | 'keeper' | 'undoable'>,
): Promise<Result<{ removed: number }, RequestError>> {
  const { approvals, catalogue } = parts;
  const { state } = approvals;
  if (state.status !== 'ready') return err(fault('store', state.message));
  const changes = await forgetting(approvals, null, 'everything forgotten');
  const removed = changes.filter(({ kind }) => kind === 'remove').length;
  const failed = await commit(parts, changes);
  if (failed !== null) return err(fault('store', failed.message));
  parts.undoable.forget(null);
  const places = [...catalogue.servers.values()].flatMap(({ skills }) => [...skills.values()]);
  catalogue.updateAll(
    places.map((place) => ({
      place,
      step: (held) => (held === null ? null : withSession(held, false)),
    })),
  );
  await parts.keeper.drop(null);
  await parts.snapshots.forgetAll();
  return ok({ removed });
}
