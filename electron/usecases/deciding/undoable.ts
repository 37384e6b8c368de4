import { identityKey } from '../../core/decisions/identity.ts';
import { inForce } from '../../core/held/in-force.ts';
import { lapses } from '../../core/held/lapsing.ts';
import { setDigestOf } from '../../core/held/standing.ts';
import type { ApprovalRecord, Identity } from '../../../shared/model/approval.ts';
import type { CatalogueListener } from '../catalogue/catalogue.ts';
import type { Skill } from '../catalogue/server.ts';
import type { Ids } from '../ports/machine.ts';
import type { Decision } from './record-change.ts';

/** Decisions that can be taken back at once; of more the oldest cannot. */
const most = 20_000;

/** One decision of this process, with what stood before it. */
export interface Undo {
  readonly id: string;
  readonly action: Decision['action'];
  readonly server: string;
  readonly identity: Identity;
  readonly uri: string;
  /** What was decided about. */
  readonly setDigest: string | null;
  readonly before: ApprovalRecord | null;
  /** Id of the record that the decision left; null = none. */
  readonly left: string | null;
  /** Whether the session's allowance stood before, and after. */
  readonly session: { readonly before: boolean; readonly after: boolean };
  /**
   * Something else than the approval before was seen since: it would have lapsed for good, and must
   * not come back.
   */
  readonly seenOther: boolean;
  /**
   * Another decision stood since, though none does now, as after this one: no id tells the two
   * apart.
   */
  readonly decidedSince: boolean;
}

/** The decisions of this process that can be taken back: in memory, gone with it. */
export interface Undoable extends CatalogueListener {
  /** Null where the skill has no server to be decided about. */
  add(before: Skill, after: Skill, action: Decision['action']): string | null;
  find(id: string): Undo | undefined;
  /** It was undone, or cannot be any more. */
  drop(id: string): void;
  /** A person forgot what was decided about this server (null: about any): nothing brings it back. */
  forget(identity: Identity | null): void;
}

export function createUndoable(ids: Pick<Ids, 'next'>): Undoable {
  const undos = new Map<string, Undo>();
  /** By the skill that they are about. */
  const bySkill = new Map<string, Set<string>>();

  const drop = (id: string): void => {
    const undo = undos.get(id);
    if (undo === undefined) return;
    undos.delete(id);
    const key = keyOf(undo.identity, undo.uri);
    const of = bySkill.get(key);
    of?.delete(id);
    if (of?.size === 0) bySkill.delete(key);
  };

  return {
    add(before, after, action) {
      const { server, uri, record, held } = before;
      const { identity } = server;
      if (identity === null) return null;
      const id = ids.next();
      undos.set(id, {
        id,
        action,
        server: server.label,
        identity,
        uri,
        setDigest: setDigestOf(before.entry),
        before: record,
        left: after.record?.id ?? null,
        session: { before: held.sessionAllowed, after: after.held.sessionAllowed },
        // What was seen and is not written yet counts, too.
        seenOther: isOther(before, record) || isOther(after, record),
        decidedSince: false,
      });
      const key = keyOf(identity, uri);
      bySkill.set(key, (bySkill.get(key) ?? new Set()).add(id));
      for (const oldest of undos.keys()) {
        if (undos.size <= most) break;
        drop(oldest);
      }
      return id;
    },
    find: (id) => undos.get(id),
    drop,
    forget(identity) {
      const key = identity === null ? null : identityKey(identity);
      for (const undo of [...undos.values()])
        if (key === null || identityKey(undo.identity) === key) drop(undo.id);
    },
    skills(changes) {
      if (bySkill.size === 0) return;
      for (const { after } of changes) {
        const identity = after?.server.identity ?? null;
        if (after === null || identity === null) continue;
        for (const id of bySkill.get(keyOf(identity, after.uri)) ?? []) {
          const undo = undos.get(id);
          if (undo === undefined) continue;
          const isApproval = undo.before?.decision === 'approved' && undo.before.lapsed === null;
          undos.set(id, {
            ...undo,
            seenOther: undo.seenOther || (isApproval && isOther(after, undo.before)),
            decidedSince: undo.decidedSince || (undo.left === null && after.record !== null),
          });
        }
      }
    },
  };
}

/** What is held is not what this record approved: the same question as for one that stands. */
const isOther = ({ held }: Pick<Skill, 'held'>, record: ApprovalRecord | null): boolean =>
  lapses(held, inForce(held, record), record);

const keyOf = (identity: Identity, uri: string): string => `${identityKey(identity)}\n${uri}`;
