import { identityKey, isDigest, isIdentity } from './identity.ts';
import type { ApprovalRecord, Approvals, Identity, UnreadableReason } from './types.ts';

type Test = (value: unknown) => boolean;
type Fields = readonly (readonly [string, Test])[];

const isText: Test = (value) => typeof value === 'string';
const isNumber: Test = (value) => Number.isFinite(value);
const orNull =
  (test: Test): Test =>
  (value) =>
    value === null || test(value);
const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const listOf =
  (test: Test): Test =>
  (value) =>
    Array.isArray(value) && value.every(test);
const like = (tests: Readonly<Record<string, Test>>): Test => {
  const fields = Object.entries(tests);
  return (value) => isObject(value) && wrong(value, fields) === null;
};
/**
 * The first field that is not as it should be; fields that are not asked for are a later writer's.
 */
function wrong(value: Readonly<Record<string, unknown>>, fields: Fields): string | null {
  for (const [key, test] of fields) if (!test(value[key])) return key;
  return null;
}

const time = /^(\d{4})-(\d\d)-(\d\d)T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d+)?Z$/;
const isTime: Test = (value) => {
  const found = typeof value === 'string' ? time.exec(value) : null;
  if (found === null) return false;
  const [year, month, day] = found.slice(1).map(Number) as [number, number, number];
  // Day 0 of the next month; the year 2000 + n has the leap days of year n.
  return (
    month >= 1 &&
    month <= 12 &&
    day >= 1 &&
    (day <= 28 || day <= new Date(Date.UTC((year % 400) + 2000, month, 0)).getUTCDate())
  );
};

const record: Fields = Object.entries({
  id: isText,
  server: like({ label: isText, identity: isIdentity }),
  uri: isText,
  name: isText,
  dialect: isText,
  resources: listOf(
    like({
      uri: isText,
      digest: isDigest,
      size: (value) => value === undefined || isNumber(value),
    }),
  ),
  setDigest: orNull(isDigest),
  frontmatter: isObject,
  decision: (value) => value === 'approved' || value === 'denied',
  reason: isText,
  grants: like({
    allowedTools: listOf(isText),
    codeExecution: (value) => typeof value === 'boolean',
  }),
  coverage: like({ verified: isNumber, total: isNumber }),
  actor: like({ kind: isText, name: isText }),
  decidedAt: isTime,
  expiresAt: orNull(isTime),
  note: isText,
  supersedes: orNull(isText),
});
const header: Fields = Object.entries({
  revision: (value) => Number.isSafeInteger(value) && (value as number) >= 0,
  updatedAt: isTime,
  generator: like({ name: isText, version: isText }),
});

/** Only what was validated here is ever looked up in. */
const indexes = new WeakMap<object, ReadonlyMap<string, ApprovalRecord>>();

/** Names a record: the whole identity and the URI. */
const keyOf = (identity: Identity, uri: string): string => `${identityKey(identity)}\n${uri}`;

/** The live record of this exact identity and URI. */
export function findRecord(
  approvals: Approvals,
  identity: Identity,
  uri: string,
): ApprovalRecord | undefined {
  return indexes.get(approvals)?.get(keyOf(identity, uri));
}

/** Whether this very object came out of `parseApprovals`. */
export function isRead(value: unknown): value is Approvals {
  return isObject(value) && (value['status'] === 'unreadable' || indexes.has(value));
}

/** The answer of every check over a file that cannot be used. */
export function unreadable(reason: UnreadableReason, message: string): Approvals {
  return { status: 'unreadable', reason, message };
}

/**
 * Reads the text of an `approvals.json`, or what `JSON.parse` made of one. Anything that is
 * not exactly understood makes the whole unreadable: half of a person's decisions must not
 * look like all of them. Never throws.
 */
export function parseApprovals(document: unknown): Approvals {
  let value = document;
  if (typeof document === 'string') {
    try {
      value = JSON.parse(document.replace(/^\uFEFF/, ''));
    } catch {
      return corrupt('it is not JSON, or it is cut short');
    }
  }
  if (!isObject(value)) return corrupt('it is not an object');
  const format = /^skillgate\/approvals@(\d{1,9})(?:\.\d+)*$/.exec(String(value['format']));
  if (format !== null && Number(format[1]) > 1)
    return unreadable('newer-format', `it was written by a newer version (${format[0]})`);
  if (typeof value['format'] !== 'string' || Number(format?.[1]) !== 1)
    return corrupt('its format is not skillgate/approvals@1');
  const bad = wrong(value, header);
  if (bad !== null) return corrupt(`its ${bad} is not as it should be`);
  const records = value['records'];
  if (!Array.isArray(records)) return corrupt('its records are not a list');
  return indexed(value['revision'] as number, records as readonly unknown[]);
}

function indexed(revision: number, records: readonly unknown[]): Approvals {
  const index = new Map<string, ApprovalRecord>();
  for (const [at, value] of records.entries()) {
    const bad = isObject(value) ? wrong(value, record) : 'shape';
    if (bad !== null) return corrupt(`record ${at + 1}: its ${bad} is not as it should be`);
    const valid = value as ApprovalRecord;
    const key = keyOf(valid.server.identity, valid.uri);
    if (index.has(key))
      return corrupt(`record ${at + 1}: a second record of the same server and URI`);
    index.set(key, valid);
  }
  const approvals: Approvals = {
    status: 'ready',
    revision,
    records: records as readonly ApprovalRecord[],
  };
  indexes.set(approvals, index);
  return approvals;
}

const corrupt = (message: string): Approvals => unreadable('corrupt', message);
