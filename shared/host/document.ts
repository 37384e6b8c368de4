import { copyOf, type HashFunction } from './canonical.ts';
import { carried, formerKey } from './carry.ts';
import { everything } from './failures.ts';
import {
  file,
  format,
  formerFile,
  major,
  type ApprovalRecord,
  type Failure,
  type FormerRecord,
  type Identity,
} from './format.ts';
import { identityKey } from './identity.ts';
import { faultIn } from './schema.ts';
import { sha256 } from './sha256.ts';
import { unreadableReasons, type Approvals, type UnreadableReason } from './types.ts';

interface Index {
  readonly records: ReadonlyMap<string, ApprovalRecord>;
  readonly failures: ReadonlyMap<string, readonly Failure[]>;
}
/** Lookups only ever use what was validated here. */
const indexes = new WeakMap<object, Index>();

/** Identifies a skill: the whole identity of its server and its URI. */
const makeKey = (identity: Identity, uri: string): string => `${identityKey(identity)}\n${uri}`;

/** The current record for exactly this identity and URI. */
export const findRecord = (
  approvals: Approvals,
  identity: Identity,
  uri: string,
): ApprovalRecord | undefined => indexes.get(approvals)?.records.get(makeKey(identity, uri));

/** Failures of this skill, and those that stand for too many failures of its server. */
export function findFailures(
  approvals: Approvals,
  identity: Identity,
  uri: string,
): readonly Failure[] {
  const failures = indexes.get(approvals)?.failures;
  return [...new Set([uri, everything])].flatMap(
    (of) => failures?.get(makeKey(identity, of)) ?? [],
  );
}

/** Whether this very object came from `parseApprovals`. */
export function isRead(value: unknown): value is Approvals {
  return typeof value === 'object' && value !== null && indexes.has(value);
}

/** The answer to every check of an unusable file. */
export function unreadable(reason: UnreadableReason, message: string): Approvals {
  const approvals: Approvals = { status: 'unreadable', reason, message };
  indexes.set(approvals, { records: new Map(), failures: new Map() });
  return approvals;
}

// No decisions, because none was ever made.
export const noDecisions = (): Approvals => indexed({ revision: 0, records: [] });

const corrupt = (message: string): Approvals => unreadable('corrupt', message);

/** The major version of a file, from its `format`; null if it isn't a decisions file. */
export function majorOf(value: unknown): number | null {
  const found =
    typeof value === 'string'
      ? /^skillgate\/approvals@([0-9]{1,9})(?:\.[0-9]+)*$/.exec(value)
      : null;
  return found === null ? null : Number(found[1]);
}

/**
 * Reads the text of an `approvals.json`, or its `JSON.parse` result; the previous version is
 * converted. Anything not exactly understood makes the whole file unreadable: half of a person's
 * decisions must not look like all of them. Never throws.
 */
export function parseApprovals(document: unknown): Approvals {
  let value = typeof document === 'string' ? null : copyOf(document);
  if (typeof document === 'string') {
    try {
      value = JSON.parse(document.replace(/^\uFEFF/, ''));
    } catch {
      return corrupt('it is not JSON, or it is cut short');
    }
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return corrupt('it is not an object');
  if (typeof document !== 'string' && 'status' in value) return readElsewhere(value);
  const version = majorOf((value as { format?: unknown }).format);
  if (version !== null && version > major)
    return unreadable('newer-format', 'it was written by a newer version');
  if (version === null || version < 1) return corrupt(`its format is not ${format}`);
  const fault = faultIn(version === major ? file : formerFile, value);
  if (fault !== null) return corrupt(`its ${fault} is invalid`);
  return version === major
    ? indexed(value as Parameters<typeof indexed>[0])
    : indexed(forward(sha256, value as Parameters<typeof forward>[1]));
}

/**
 * The result of a second copy of this library, or of passing it to a worker. It's validated like a
 * file, because its author may have written anything.
 */
function readElsewhere(value: object): Approvals {
  const { status, reason } = value as { status?: unknown; reason?: unknown };
  if (status === 'unreadable') {
    const known = unreadableReasons.find((one) => one === reason);
    return unreadable(known ?? 'corrupt', 'it was already unusable where it was read');
  }
  const whole = {
    ...value,
    updatedAt: '1970-01-01T00:00:00Z',
    generator: { name: '', version: '' },
  };
  const fault = faultIn(file, whole) ?? ('failures' in value ? null : 'failures');
  return status === 'ready' && fault === null
    ? indexed(whole as unknown as Parameters<typeof indexed>[0])
    : corrupt('it did not come from a decisions file');
}

function forward(
  hash: HashFunction,
  former: { readonly revision: number; readonly records: readonly FormerRecord[] },
): Parameters<typeof indexed>[0] | null {
  const seen = new Set(former.records.map(formerKey));
  if (seen.size < former.records.length) return null;
  return {
    revision: former.revision,
    records: former.records.flatMap(
      (record) => carried(hash, record, ({ kind }) => `${kind} (${record.server.label})`) ?? [],
    ),
  };
}

function indexed(
  read: {
    readonly revision: number;
    readonly records: readonly ApprovalRecord[];
    readonly failures?: readonly Failure[];
  } | null,
): Approvals {
  const index = new Map<string, ApprovalRecord>();
  for (const record of read?.records ?? [])
    index.set(makeKey(record.server.identity, record.uri), record);
  if (read === null || index.size < read.records.length)
    return corrupt('it has two records of the same server and URI');
  const { revision, records, failures = [] } = read;
  const failed = new Map<string, Failure[]>();
  for (const failure of failures) {
    const key = makeKey(failure.server.identity, failure.uri);
    failed.set(key, [...(failed.get(key) ?? []), failure]);
  }
  const approvals: Approvals = { status: 'ready', revision, records, failures };
  indexes.set(approvals, { records: index, failures: failed });
  return approvals;
}
