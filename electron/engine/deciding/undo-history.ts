import { identityKey } from '../../core/decisions/identity.ts';
import { inForce, setDigestOf, lapses } from '../../core/skill-state/standing.ts';
import type { ApprovalRecord, Identity } from '../../../shared/model/approval.ts';
import type { CatalogueListener } from '../catalogue/catalogue.ts';
import type { CatalogueServer, CatalogueSkill } from '../catalogue/server.ts';
import type { ApprovalsStore } from '../ports/decisions.ts';
import type { IdSource } from '../ports/machine.ts';

/** Decisions that can be taken back at once; of more the oldest cannot. */
const maxCount = 20_000;

/** One decision of this process, with what stood before it. */
export interface UndoRecord {
  readonly id: string;
  readonly action: SkillDecision['action'];
  /**
   * This very server: after a new configuration it's a different one, whatever its label and
   * identity.
   */
  readonly server: CatalogueServer;
  readonly identity: Identity;
  readonly uri: string;
  /** What was decided about. */
  readonly setDigest: string | null;
  readonly before: ApprovalRecord | null;
  /** Id of the record that the decision left; null = none. */
  readonly left: string | null;
  /**
   * The store's count for this skill after the decision, and after every later one that was undone.
   * While it's the same, nobody else has decided in between.
   */
  readonly count: number;
  /** The same just before the decision. */
  readonly countBefore: number;
  /** Whether the session's allowance stood before, and after. */
  readonly session: { readonly before: boolean; readonly after: boolean };
  /** Seen since, and ending for good what stood before. */
  readonly seen: 'other-content' | 'nothing-dynamic' | null;
}

/**
 * The decisions of this process that can be taken back, per skill the newest first: each leads to
 * what stood before it, and only that was what the one before it left. In memory, gone with the
 * process.
 */
export interface UndoHistory extends CatalogueListener {
  /** Null where the skill has no server to be decided about. */
  add(
    before: CatalogueSkill,
    after: CatalogueSkill,
    action: SkillDecision['action'],
  ): string | null;
  find(id: string): UndoRecord | undefined;
  /** Undoes one thing after the other: whether the second may be depends on the first. */
  inTurn<T>(work: () => Promise<T>): Promise<T>;
  /** Whether nothing of this process was decided about the skill since that still counts. */
  isNewest(undo: UndoRecord): boolean;
  /** It was taken back, in the file, too: the one before it is the newest. */
  undone(undo: UndoRecord): void;
  /**
   * A person forgets what was decided about this server (null: about any): nothing brings it back.
   */
  forget(identity: Identity | null): void;
}

type Writable = { -readonly [K in keyof UndoRecord]: UndoRecord[K] };

export function createUndoable(
  ids: Pick<IdSource, 'next'>,
  approvals: Pick<ApprovalsStore, 'count'>,
): UndoHistory {
  const undos = new Map<string, Writable>();
  /** Of each skill, oldest first. */
  const bySkill = new Map<string, Writable[]>();

  let last: Promise<unknown> = Promise.resolve();

  const drop = (undo: UndoRecord): void => {
    undos.delete(undo.id);
    const key = makeKey(undo);
    const others = (bySkill.get(key) ?? []).filter(({ id }) => id !== undo.id);
    if (others.length === 0) bySkill.delete(key);
    else bySkill.set(key, others);
  };
  const dropWhere = (isMeant: (undo: UndoRecord) => boolean): void => {
    for (const undo of [...undos.values()]) if (isMeant(undo)) drop(undo);
  };
  const newest = (undo: UndoRecord): Writable | undefined => bySkill.get(makeKey(undo))?.at(-1);

  return {
    add(before, after, action) {
      const { server, uri } = before;
      const { identity } = server;
      if (identity === null) return null;
      const count = approvals.count(identity, uri);
      const undo: Writable = {
        id: ids.next(),
        action,
        identity,
        count,
        ...stepOf(before, after, count),
      };
      undos.set(undo.id, undo);
      const key = makeKey(undo);
      bySkill.set(key, [...(bySkill.get(key) ?? []), undo]);
      for (const oldest of undos.values()) {
        if (undos.size <= maxCount) break;
        drop(oldest);
      }
      return undo.id;
    },
    find: (id) => undos.get(id),
    inTurn(work) {
      const turn = last.then(work);
      last = turn.catch(() => undefined);
      return turn;
    },
    isNewest: (undo) => newest(undo)?.id === undo.id,
    undone(undo) {
      drop(undo);
      const older = newest(undo);
      const count = approvals.count(undo.identity, undo.uri);
      const isOnlyOurs =
        older?.count === undo.countBefore && undo.count + moved(undo.before, undo.left) === count;
      if (older !== undefined && isOnlyOurs) older.count = count;
    },
    forget(identity) {
      const key = identity === null ? null : identityKey(identity);
      dropWhere((undo) => key === null || identityKey(undo.identity) === key);
    },
    skills(changes) {
      if (bySkill.size === 0) return;
      for (const { before, after } of changes) {
        const { server, uri } = after ?? before;
        if (server.identity === null) continue;
        for (const undo of bySkill.get(makeKey({ identity: server.identity, uri })) ?? [])
          undo.seen ??= seenBy(undo, server, after);
      }
    },
    removed: (server) => dropWhere((undo) => undo.server === server),
  };
}

/** What a decision led from, and what to. */
function stepOf(before: CatalogueSkill, after: CatalogueSkill, count: number) {
  const { server, uri, record, held, entry } = before;
  const left = after.record?.id ?? null;
  return {
    ...{ server, uri, left },
    setDigest: setDigestOf(entry),
    before: record,
    countBefore: count - moved(record, left),
    session: { before: held.sessionAllowed, after: after.held.sessionAllowed },
    // What was seen and is not written yet counts, too.
    seen: isOther(before, record) || isOther(after, record) ? ('other-content' as const) : null,
  };
}

/** By how much a decision moves what the store counts: from this record to one of that id. */
const moved = (before: ApprovalRecord | null, left: string | null): number =>
  (before?.id ?? null) === left ? 0 : 1;

function seenBy(
  { before, session, server: decidedAt }: UndoRecord,
  server: CatalogueServer,
  after: CatalogueSkill | null,
): UndoRecord['seen'] {
  // It would have ended the allowance, had that not been taken back already.
  const isStillDynamic = after?.held.listed.files.kind === 'dynamic';
  if (session.before && server === decidedAt && !isStillDynamic) return 'nothing-dynamic';
  return after !== null && isOther(after, before) ? 'other-content' : null;
}

/** What is held is not what this record approved: the same question as for one that stands. */
const isOther = ({ held }: Pick<CatalogueSkill, 'held'>, record: ApprovalRecord | null): boolean =>
  lapses(held, inForce(held, record), record);

const makeKey = ({ identity, uri }: Pick<UndoRecord, 'identity' | 'uri'>): string =>
  `${identityKey(identity)}\n${uri}`;

/** What a person decides about a skill. */
export type SkillDecision =
  | { readonly action: 'approve'; readonly note: string; readonly expiresAt: string | null }
  | { readonly action: 'deny'; readonly note: string }
  | { readonly action: 'revoke' }
  | { readonly action: 'session' };
