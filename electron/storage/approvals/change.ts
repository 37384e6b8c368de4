import type { ApprovalRecord, Failure } from '../../../shared/model/approval.ts';
import { KeptFailures } from './recorded-failures.ts';
import { err, ok, type Result } from '../../../shared/result.ts';
import type { AuditEntry, RecordChange } from '../../engine/ports/decisions.ts';
import { skillKey, type LoadedRecords } from './loaded-records.ts';
import { RecordLine } from './line.ts';

/** What a batch of changes makes of the file. */
export interface AppliedChanges {
  readonly lines: ReadonlyMap<string, RecordLine>;
  readonly failures: ReadonlyMap<string, readonly Failure[]>;
  /** Lines of the changes that change anything. */
  readonly audit: readonly AuditEntry[];
  /** Lapsed approvals that another record, or none, stands in the place of now. */
  readonly lapsed: readonly ApprovalRecord[];
}

/** A change that expected a different current record than the one in the file. */
export interface ChangeConflict {
  readonly index: number;
  readonly record: ApprovalRecord | null;
}

/** What this process knows beyond the file of what stood in it. */
export interface FormerRecords {
  /** That of the skill with this key. */
  count(key: string): number;
  /** The record of this id, where it had lapsed by the time that another took its place. */
  lapsed(id: string): ApprovalRecord | undefined;
}

/** One after the other, on a copy: the whole batch holds, or nothing of it. */
export function applyChanges(
  { lines: before, failures: kept }: Pick<LoadedRecords, 'lines' | 'failures'>,
  changes: readonly RecordChange[],
  formerly: FormerRecords,
): Result<AppliedChanges, ChangeConflict> {
  const lines = new Map(before);
  const lapsed: ApprovalRecord[] = [];
  const failures = new KeptFailures(kept);
  const audit: AuditEntry[] = [];
  for (const [index, change] of changes.entries()) {
    if (change.kind === 'forget') {
      audit.push(change.audit);
      continue;
    }
    const key = keyOf(change);
    const record = lines.get(key)?.record ?? null;
    const takesPlace =
      change.kind === 'put' || change.kind === 'restore' || change.kind === 'remove';
    if (takesPlace && record?.lapsed != null) lapsed.push(record);
    let changed = true;
    switch (change.kind) {
      case 'put':
        if (change.record.supersedes !== (record?.id ?? null)) return err({ index, record });
        lines.set(key, RecordLine.made(change.record));
        break;
      case 'restore':
        if (change.replaces !== (record?.id ?? null)) return err({ index, record });
        // Decided and taken back by somebody else meanwhile: none, but not the same none.
        if (record === null && change.count !== formerly.count(key)) return err({ index, record });
        if (outlives(change.record, record)) return err({ index, record });
        // It may have lapsed in another process after the decision that is undone was asked for.
        lines.set(key, RecordLine.made(formerly.lapsed(change.record.id) ?? change.record));
        break;
      case 'remove':
        if (change.replaces !== record?.id) return err({ index, record });
        lines.delete(key);
        break;
      case 'lapse':
        changed = lapses(record, change);
        if (changed && record !== null)
          lines.set(
            key,
            RecordLine.made({ ...record, lapsed: { setDigest: change.seen, at: change.at } }),
          );
        break;
      case 'fail':
        changed = failures.fail(change.failure);
        break;
      case 'clear':
        changed = failures.clear(change.identity, change.uri, change.file);
        break;
    }
    if (changed) audit.push(change.audit);
  }
  return ok({ lines, failures: failures.bySkill, audit, lapsed });
}

/** The skills that the changes are about. */
export const keysOf = (changes: readonly RecordChange[]): string[] =>
  changes.flatMap((change) => (change.kind === 'forget' ? [] : keyOf(change)));

function keyOf(change: Exclude<RecordChange, { kind: 'forget' }>): string {
  switch (change.kind) {
    case 'put':
    case 'restore':
      return skillKey(change.record.server.identity, change.record.uri);
    case 'fail':
      return skillKey(change.failure.server.identity, change.failure.uri);
    case 'remove':
    case 'lapse':
    case 'clear':
      return skillKey(change.identity, change.uri);
  }
}

/** An approval that was made since then is not one that something else was seen of. */
function lapses(
  record: ApprovalRecord | null,
  { seen, record: id }: Extract<RecordChange, { kind: 'lapse' }>,
): boolean {
  if (record?.decision !== 'approved' || record.lapsed !== null) return false;
  return id === null ? record.setDigest !== seen : record.id === id;
}

/**
 * Whether an approval would be in force again although something else was seen while the one in its
 * place stood: a lapse is for good, and a server that shows an old face again gets nothing by it.
 */
const outlives = (before: ApprovalRecord, now: ApprovalRecord | null): boolean =>
  before.decision === 'approved' && before.lapsed === null && now?.lapsed != null;
