import { everything } from '../../../shared/host/failures.ts';
import { identityKey } from '../../core/decisions/identity.ts';
import type { DecideOutcome } from '../../../shared/contract.ts';
import type { Identity } from '../../../shared/model/approval.ts';
import type { SkillRef } from '../catalogue/server.ts';
import type { DecisionContext, SkillContext } from '../contexts.ts';
import { storeState } from '../findings/store-state.ts';
import type { CommitFailure, RecordChange } from '../ports/decisions.ts';

interface WritingParts {
  readonly approvals: Pick<DecisionContext['approvals'], 'commit' | 'failures'>;
  readonly catalogue: Pick<SkillContext['catalogue'], 'servers' | 'updateAll'>;
}

/** Why nothing was written. */
export interface NotWritten {
  readonly outcome: Extract<
    DecideOutcome['outcome'],
    'store-unreadable' | 'write-failed' | 'replaced'
  >;
  readonly message: string;
}

/**
 * Writes decisions, all or none, and updates the skills they are about on every server of the
 * same identity. Returns null when it's done.
 */
export async function commit(
  parts: DecisionContext,
  changes: readonly RecordChange[],
): Promise<NotWritten | null> {
  const failure = await tryCommit(parts, changes);
  return failure === null ? null : notWritten(failure);
}

/** How a commit that failed is told of each of its decisions. */
export function notWritten({ reason, message }: CommitFailure): NotWritten {
  if (reason === 'replaced') return { outcome: reason, message };
  return { outcome: reason === 'unreadable' ? 'store-unreadable' : 'write-failed', message };
}

/** The same, with what the store says where it writes nothing. */
export async function tryCommit(
  parts: DecisionContext,
  changes: readonly RecordChange[],
): Promise<CommitFailure | null> {
  if (changes.length === 0) return null;
  const { publish } = parts;
  return writeChanges(parts, changes, () => publish({ type: 'store', store: storeState(parts) }));
}

/** The same for what was read: windows hear only of skills whose status changed. */
export async function writeChanges(
  { approvals, catalogue }: WritingParts,
  changes: readonly RecordChange[],
  written: () => void = () => {},
): Promise<CommitFailure | null> {
  const done = await approvals.commit(changes);
  if (!done.ok) return done.error;
  written();
  catalogue.updateAll(
    placesOf(catalogue, approvals, changes).map((place) => ({ place, step: (held) => held })),
  );
  return null;
}

/** Every place where a skill stands that the changes are about. */
function placesOf(
  { servers }: WritingParts['catalogue'],
  approvals: WritingParts['approvals'],
  changes: readonly RecordChange[],
): SkillRef[] {
  const uris = new Map<string, Set<string>>();
  for (const change of changes) {
    // What is taken back comes with it as changes of its own.
    if (change.kind === 'forget') continue;
    const { identity, uri } = aboutOf(change);
    const key = identityKey(identity);
    const of = uris.get(key) ?? new Set();
    uris.set(key, of.add(uri));
    // One file more than is kept of a server concerns every skill of it.
    if (change.kind === 'fail' && approvals.failures(identity, everything).length > 0)
      of.add(everything);
  }
  return [...servers.values()].flatMap((server) => {
    const of = server.identity === null ? undefined : uris.get(identityKey(server.identity));
    if (of?.has(everything) === true) return [...server.skills.values()];
    return [...(of ?? [])].flatMap((uri) => server.skills.get(uri) ?? []);
  });
}

/** Which skill a change is about. */
export function aboutOf(change: Exclude<RecordChange, { kind: 'forget' }>): {
  readonly identity: Identity;
  readonly uri: string;
} {
  switch (change.kind) {
    case 'put':
    case 'restore':
      return { identity: change.record.server.identity, uri: change.record.uri };
    case 'fail':
      return { identity: change.failure.server.identity, uri: change.failure.uri };
    case 'remove':
    case 'lapse':
    case 'clear':
      return change;
  }
}
