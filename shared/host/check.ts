import { findRecord, isRead, parseApprovals } from './document.ts';
import { identityKey, isIdentity } from './identity.ts';
import { setDigest } from './set-digest.ts';
import type {
  Answer,
  ApprovalRecord,
  Approvals,
  Changes,
  Identity,
  Query,
  Resource,
} from './types.ts';

/**
 * Where a skill stands according to a person's decisions. `approvals` comes from
 * `loadApprovals` or `parseApprovals`; a parsed document is taken too and read each time.
 * Only `standing: "approved"` is a yes. Never throws: whatever is not understood is
 * `cannot-tell`, with the reason.
 */
export function check(approvals: unknown, query: Query): Answer {
  const read: Approvals = isRead(approvals) ? approvals : parseApprovals(approvals);
  if (read.status === 'unreadable') return { standing: 'cannot-tell', reason: read.reason };
  const { uri, resources } = query;
  if (typeof uri !== 'string' || !isSet(resources))
    return { standing: 'cannot-tell', reason: 'bad-query' };
  const identity =
    query.identity === undefined && query.label !== undefined
      ? ofLabel(read.records, query.label)
      : query.identity;
  if (identity === 'ambiguous-label') return { standing: 'cannot-tell', reason: identity };
  if (identity === 'unknown-label') return { standing: 'undecided' };
  if (!isIdentity(identity)) return { standing: 'cannot-tell', reason: 'no-identity' };
  const record = findRecord(read, identity, uri);
  return record === undefined
    ? { standing: 'undecided' }
    : judge(record, typeof resources === 'string' ? null : resources, query.now ?? Date.now());
}

/** The first that holds wins; whatever is in doubt is something other than `approved`. */
function judge(record: ApprovalRecord, resources: readonly Resource[] | null, now: number): Answer {
  if (record.decision !== 'approved') return { standing: 'denied', record };
  if (!bindsTo(record, resources))
    return { standing: 'changed', record, changes: changesOf(record.resources, resources ?? []) };
  // An expiry that cannot be read as a time has passed.
  const over = record.expiresAt !== null && !(Date.parse(record.expiresAt) > now);
  return { standing: over ? 'expired' : 'approved', record };
}

/** Whether the record approves exactly this set: "Content-bound approval". */
function bindsTo(record: ApprovalRecord, resources: readonly Resource[] | null): boolean {
  if (resources === null || resources.length === 0 || resources.length !== record.resources.length)
    return false;
  const approved = new Map(record.resources.map(({ uri, digest }) => [uri, digest]));
  // Taken out once met, so that one file listed twice cannot stand in for another.
  if (!resources.every(({ uri, digest }) => approved.get(uri) === digest && approved.delete(uri)))
    return false;
  try {
    // From the record's own pairs: an edited record that contradicts itself binds to nothing.
    return record.setDigest === setDigest(record.resources);
  } catch {
    return false;
  }
}

function changesOf(approved: readonly Resource[], now: readonly Resource[]): Changes {
  const before = new Map(approved.map(({ uri, digest }) => [uri, digest]));
  const after = new Map(now.map(({ uri, digest }) => [uri, digest]));
  const sorted = (uris: Iterable<string>, test: (uri: string) => boolean): string[] =>
    [...uris].filter(test).sort();
  return {
    added: sorted(after.keys(), (uri) => !before.has(uri)),
    removed: sorted(before.keys(), (uri) => !after.has(uri)),
    modified: sorted(after.keys(), (uri) => before.has(uri) && before.get(uri) !== after.get(uri)),
  };
}

/**
 * The one identity that a label stands for. Labels are moved: where decisions under one label
 * were made for two servers, nobody but the person knows which of them is meant now.
 */
function ofLabel(
  records: readonly ApprovalRecord[],
  label: string,
): Identity | 'ambiguous-label' | 'unknown-label' {
  const identities = new Map(
    records
      .filter(({ server }) => server.label === label)
      .map(({ server: { identity } }) => [identityKey(identity), identity]),
  );
  const [only] = identities.values();
  return only === undefined ? 'unknown-label' : identities.size > 1 ? 'ambiguous-label' : only;
}

function isSet(value: unknown): value is Query['resources'] {
  if (!Array.isArray(value)) return value === null || value === 'dynamic';
  return value.every(
    (item: unknown) =>
      typeof item === 'object' &&
      item !== null &&
      typeof (item as Resource).uri === 'string' &&
      typeof (item as Resource).digest === 'string',
  );
}
