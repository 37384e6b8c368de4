import { err, ok, type Result } from '../../../shared/result.ts';
import type { RequestError } from '../../../shared/contract.ts';
import { fault } from '../options.ts';
import { manyActions } from '../../../shared/model/operation.ts';
import type { ApprovalRecord, Identity } from '../../../shared/model/approval.ts';
import { identityKey, sameIdentity } from '../../core/decisions/identity.ts';
import type { AuditEntry, RecordChange } from '../ports/decisions.ts';
import { withSession } from '../../core/skill-state/skill.ts';
import type { DecisionContext } from '../contexts.ts';
import { commit } from './commit.ts';

interface Forgotten {
  /** Decisions that stood. */
  readonly removed: number;
  /** Why kept text could not be deleted; the decisions are forgotten all the same. */
  readonly left?: string;
}

/**
 * Takes back every decision about a server (null: about any) in one durable commit, with the
 * failures that are kept of it and what is allowed for this session, and what earlier sessions
 * checked and read. `label` and `detail` say in
 * the audit of what and why. Nothing that was decided before can be undone from then on, in any
 * process.
 */
export async function forgetDecisions(
  parts: DecisionContext,
  identity: Identity | null,
  { label, detail }: { readonly label: string; readonly detail: string },
): Promise<Result<Forgotten, RequestError>> {
  const { catalogue, memory, operations, undoable } = parts;
  // Many are decided part by part: what would come after this is not meant to.
  await operations.end([...manyActions, 'undo']);
  // Before, for an undo that is asked for meanwhile; and after, for what is decided meanwhile.
  undoable.forget(identity);
  const changes = await forgetting(parts.approvals, identity, detail);
  const audit: AuditEntry = {
    ...{ action: 'forgotten', server: label, uri: '', setDigest: null },
    detail,
  };
  const forget = {
    kind: 'forget',
    audit,
    ...(identity === null ? { everything: true } : {}),
  } as const;
  const failed = await commit(parts, [...changes, forget]);
  if (failed !== null) return err(fault('store', failed.message));
  undoable.forget(identity);
  await memory?.forget(identity);
  const meant = [...catalogue.servers.values()].filter(
    (server) =>
      identity === null || (server.identity !== null && sameIdentity(server.identity, identity)),
  );
  catalogue.updateAll(
    meant.flatMap(({ skills }) =>
      [...skills.values()].map((place) => ({
        place,
        step: (held) => held && withSession(held, false),
      })),
    ),
  );
  return ok({ removed: changes.filter(({ kind }) => kind === 'remove').length });
}

/** The changes of it, without the mark that it was done. */
export async function forgetting(
  approvals: Pick<DecisionContext['approvals'], 'all' | 'allFailures' | 'commit' | 'folders'>,
  identity: Identity | null,
  detail: string,
): Promise<RecordChange[]> {
  // What is being written just now, or was by another window, is meant, too. Where nothing can be
  // written, the changes themselves say so.
  await approvals.commit([]);
  const isMeant = ({ server }: Pick<ApprovalRecord, 'server'>): boolean =>
    identity === null || sameIdentity(server.identity, identity);
  const removed = [...approvals.all(), ...(approvals.folders?.all() ?? [])]
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

/** Forgets all decisions and drops every kept byte. The audit keeps what was. */
export async function forgetEverything(
  parts: DecisionContext,
): Promise<Result<Forgotten, RequestError>> {
  const { state } = parts.approvals;
  // Where the file is missing this is how a person goes on without it.
  if (state.status !== 'ready' && state.reason !== 'missing')
    return err(fault('store', state.message));
  const forgotten = await forgetDecisions(parts, null, {
    label: '',
    detail: 'everything forgotten',
  });
  if (!forgotten.ok) return forgotten;
  await parts.keeper.drop(null);
  const left = await dropKept(() => parts.snapshots.forgetAll());
  return left === null ? forgotten : ok({ ...forgotten.value, left });
}

/**
 * What was decided before it stands, whatever becomes of the kept text: why it is left, or null.
 */
export async function dropKept(drop: () => Promise<void>): Promise<string | null> {
  return drop().then(
    () => null,
    (error: unknown) => (error instanceof Error ? error.message : String(error)),
  );
}
