import type {
  ApprovalRecord,
  AuditLine,
  RestoredDecisions,
} from '../../../shared/model/approval.ts';
import { wellFormed } from '../audit/line.ts';
import type { LoadedRecords } from './loaded-records.ts';
import { RecordLine } from './line.ts';

/** What the audit says about one skill that may end, replace or narrow an approval. */
const telling: ReadonlySet<AuditLine['action']> = new Set([
  'approved',
  'denied',
  'revoked',
  'undone',
  'forgotten',
  'changed-seen',
  'expired',
  'grant-changed',
  'imported',
  'verification-failed',
]);

interface Restoring {
  readonly copy: LoadedRecords;
  /** The audit since the copy, oldest first; null if nobody can tell. */
  readonly since: readonly AuditLine[] | null;
  /** ISO 8601: when the copy was made, and now. */
  readonly from: string;
  readonly at: string;
  readonly revision: number;
}

/**
 * The decisions of a copy, without any approval that ended since. The attacker is whoever damages
 * the file so that a person brings back what they had revoked: an approval about whose skill the
 * audit says anything later, or of which nobody can tell, counts again only once a person confirms
 * it.
 */
export function restoredRecords({ copy, since, from, at, revision }: Restoring): {
  readonly lines: ReadonlyMap<string, RecordLine>;
  readonly counts: Omit<RestoredDecisions, 'copy' | 'at'>;
} {
  const own = new Map<string, AuditLine>();
  /** By address alone: a server's label may be another one by now. */
  const anyone = new Map<string, AuditLine>();
  const forgotten = new Map<string, AuditLine>();
  for (const line of since ?? [])
    if (line.action === 'forgotten') forgotten.set(line.server, line);
    else if (telling.has(line.action)) {
      put(own, makeKey(line.server, line.uri), line);
      put(anyone, line.uri, line);
    }
  const lines = new Map<string, RecordLine>();
  const counts = { decisions: 0, toConfirm: 0, left: 0 };
  const mark = { restored: { from, at } };
  for (const [key, line] of copy.lines) {
    const { record } = line;
    const [label, uri] = [wellFormed(record.server.label), wellFormed(record.uri)];
    const last =
      latest([own.get(makeKey(label, uri)), forgotten.get(''), forgotten.get(label)]) ??
      anyone.get(uri);
    const kept =
      since === null && record.decision === 'approved'
        ? lapsed(record, null, at)
        : last === undefined
          ? record
          : afterwards(record, last, at);
    if (kept === null) {
      counts.left += 1;
      continue;
    }
    counts.decisions += 1;
    if (record.decision === 'approved' && record.lapsed === null && kept.lapsed !== null)
      counts.toConfirm += 1;
    // A changed record gets a new id, so that no undo from before applies to it.
    const next =
      kept === record
        ? line
        : RecordLine.made({ ...kept, ...mark, id: `${record.id}-r${revision}` });
    lines.set(key, next);
  }
  return { lines, counts };
}

/** What a server sent, as opposed to what a person decided. */
const seen: ReadonlySet<AuditLine['action']> = new Set(['changed-seen', 'verification-failed']);

/**
 * Keeps the last line, except that no server's answer takes the place of a denial or revocation.
 */
function put(lines: Map<string, AuditLine>, key: string, line: AuditLine): void {
  const before = lines.get(key)?.action;
  if (seen.has(line.action) && (before === 'denied' || before === 'revoked')) return;
  lines.set(key, line);
}

const makeKey = (label: string, uri: string): string => `${label}\n${uri}`;

const latest = (lines: readonly (AuditLine | undefined)[]): AuditLine | undefined =>
  lines
    .filter((line) => line !== undefined)
    .sort((a, b) => a.seq - b.seq)
    .at(-1);

/** What's left of a decision after this line; null for nothing. */
function afterwards(record: ApprovalRecord, last: AuditLine, at: string): ApprovalRecord | null {
  const isSame = last.server === wellFormed(record.server.label) || last.action === 'forgotten';
  const isTakenBack = last.action === 'revoked' || last.action === 'forgotten';
  if (isSame && isTakenBack) return null;
  if (record.decision === 'denied') return record;
  if (isSame && last.action === 'denied') return denied(record, last);
  if (isSame && last.action === 'expired') return expired(record, last);
  return lapsed(record, last.action === 'changed-seen' ? last.setDigest : null, at);
}

const lapsed = (record: ApprovalRecord, setDigest: string | null, at: string): ApprovalRecord =>
  record.lapsed === null ? { ...record, lapsed: { setDigest, at } } : record;

const denied = (record: ApprovalRecord, { at }: AuditLine): ApprovalRecord => ({
  ...record,
  decision: 'denied',
  grants: { allowedTools: [], codeExecution: false },
  decidedAt: at,
  expiresAt: null,
  lapsed: null,
  note: '',
});

const expired = (record: ApprovalRecord, { at }: AuditLine): ApprovalRecord => ({
  ...record,
  expiresAt: record.expiresAt !== null && record.expiresAt < at ? record.expiresAt : at,
});

/** For the audit. */
export function describeRestore(
  { at, decisions, toConfirm, left }: RestoredDecisions,
  hasAudit: boolean,
): string {
  if (at === null)
    return 'approvals.json couldn’t be read; a person chose to start with no decisions';
  return [
    `restored the copy of ${at}: ${decisions} decisions`,
    ...(toConfirm === 0 ? [] : [`${toConfirm} approvals wait for a confirmation`]),
    ...(left === 0 ? [] : [`${left} that were taken back since aren't restored`]),
    ...(hasAudit ? [] : ['the audit log doesn’t say what was decided since']),
  ].join(', ');
}
