import type { ApprovalRecord, Failure, Identity } from '../../../shared/model/approval.ts';
import { err, ok, type Result } from '../../../shared/result.ts';
import type { AuditEntry, RecordChange } from '../../engine/ports/decisions.ts';
import { skillKey, type LoadedRecords } from './loaded-records.ts';
import { RecordLine } from './line.ts';
import { everything } from '../../../shared/host/failures.ts';
import { sameIdentity } from '../../core/decisions/identity.ts';

/** What a batch of changes makes of the file. */
interface AppliedChanges {
  readonly lines: ReadonlyMap<string, RecordLine>;
  readonly failures: ReadonlyMap<string, readonly Failure[]>;
  /** Lines of the changes that change anything. */
  readonly audit: readonly AuditEntry[];
  /** Lapsed approvals that another record, or none, stands in the place of now. */
  readonly lapsed: readonly ApprovalRecord[];
}

/** A change that meant to replace a record other than the current one. */
interface ChangeConflict {
  readonly index: number;
  readonly record: ApprovalRecord | null;
}

/** What this process knows beyond the file of what stood in it. */
interface FormerRecords {
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
    const key = makeKey(change);
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
  changes.flatMap((change) => (change.kind === 'forget' ? [] : makeKey(change)));

function makeKey(change: Exclude<RecordChange, { kind: 'forget' }>): string {
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

/** Files of one skill that are kept one by one; of `skillFiles` that an entry may list. */
const mostFiles = 64;
/** All that is kept of one server, in UTF-16 units of JSON: a thousand files and more. */
const mostOfServer = 512 * 1024;

/**
 * The failed verifications of a file of decisions, to be changed. There is one per file: the
 * last, but for the time the first of its kind. The attacker is a server that fails on and on
 * under new names: what would be too much is one failure of the whole skill, or of the whole
 * server, which refuses no less.
 */
export class KeptFailures {
  readonly #bySkill: Map<string, readonly Failure[]>;

  constructor(before: ReadonlyMap<string, readonly Failure[]>) {
    this.#bySkill = new Map(before);
  }

  get bySkill(): ReadonlyMap<string, readonly Failure[]> {
    return this.#bySkill;
  }

  /** Whether anything is kept now that was not before. */
  fail(failure: Failure): boolean {
    const { identity } = failure.server;
    const known = this.#of(identity, failure.uri);
    if (known.some((one) => isSame(one, failure))) return false;
    const others = known.filter(({ file }) => file !== failure.file);
    const named = others.filter(({ file }) => file !== everything).length;
    if (named < mostFiles && this.#hasRoom(failure, known))
      return this.#set(identity, failure.uri, [...others, failure]);
    const whole = { ...failure, file: everything, ...tooMany };
    if (this.#hasRoom(whole, known)) return this.#add(whole);
    return this.#add({ ...whole, uri: everything });
  }

  /** Clears one file of a skill, or all of them with null. Whether anything was kept of it. */
  clear(identity: Identity, uri: string, file: string | null): boolean {
    const known = this.#of(identity, uri);
    const left = file === null ? [] : known.filter((failure) => failure.file !== file);
    if (left.length > 0) this.#set(identity, uri, left);
    else this.#bySkill.delete(skillKey(identity, uri));
    return left.length < known.length;
  }

  #of(identity: Identity, uri: string): readonly Failure[] {
    return this.#bySkill.get(skillKey(identity, uri)) ?? [];
  }

  #set(identity: Identity, uri: string, failures: readonly Failure[]): true {
    this.#bySkill.set(skillKey(identity, uri), failures);
    return true;
  }

  /** Of those that stand for many the first stays. */
  #add(failure: Failure): boolean {
    const { server, uri, file } = failure;
    const known = this.#of(server.identity, uri);
    if (known.some((one) => one.file === file)) return false;
    return this.#set(server.identity, uri, [...known, failure]);
  }

  #hasRoom(failure: Failure, known: readonly Failure[]): boolean {
    const replaced = known.find(({ file }) => file === failure.file);
    let size = sizeOf(failure) - (replaced === undefined ? 0 : sizeOf(replaced));
    for (const failures of this.#bySkill.values())
      for (const one of failures)
        if (sameIdentity(one.server.identity, failure.server.identity)) size += sizeOf(one);
    return size <= mostOfServer;
  }
}

const tooMany = { check: 'too-many', expected: null, actual: null } as const;

const isSame = (a: Failure, b: Failure): boolean =>
  a.file === b.file && a.check === b.check && a.expected === b.expected && a.actual === b.actual;

const sizes = new WeakMap<Failure, number>();

function sizeOf(failure: Failure): number {
  let size = sizes.get(failure);
  if (size === undefined) sizes.set(failure, (size = JSON.stringify(failure).length));
  return size;
}
