import { identityOf } from '../../core/decisions/identity.ts';
import { decided } from '../../core/skill-state/steps.ts';
import { inForce, lapses, setDigestOf, standingOf } from '../../core/skill-state/standing.ts';
import { remembering } from '../../core/skill-state/restored-state.ts';
import type { SkillState } from '../../core/skill-state/skill.ts';
import { findingRefusals } from '../../core/policy/judge.ts';
import type { ApprovalRecord } from '../../../shared/model/approval.ts';
import type { SkillEntry } from '../../../shared/model/skill.ts';
import { targetOf } from '../../core/policy/target.ts';
import type { FindingDismissal } from '../../../shared/model/findings.ts';
import { findingsToKeep } from '../findings/findings.ts';
import type { AnswersStore } from '../ports/findings.ts';
import { approvalsOf, type ApprovalsStore, type PolicySource } from '../ports/decisions.ts';
import type { SystemClock } from '../ports/machine.ts';
import type { ConfiguredServer } from '../ports/servers.ts';
import {
  unknownServer,
  type SkillRef,
  type CatalogueServer,
  type ServerState,
  type CatalogueSkill,
} from './server.ts';

/** What became of one skill: it appeared (`before` null), changed, or left (`after` null). */
export type SkillChange =
  | { readonly before: CatalogueSkill | null; readonly after: CatalogueSkill }
  | { readonly before: CatalogueSkill; readonly after: null };

/** Gives the next value of what is held at a place; null takes it away, as null was nothing. */
export interface SkillEdit {
  readonly place: SkillRef;
  readonly step: (held: SkillState | null) => SkillState | null;
}

export interface CatalogueListener {
  /** All changes of one `updateAll`, in its order. */
  skills?(changes: readonly SkillChange[]): void;
  /** `patch` has what was written; null for a server that has just been added. */
  server?(server: CatalogueServer, patch: Partial<ServerState> | null): void;
  removed?(server: CatalogueServer): void;
}

/**
 * What is held of every server and skill, and its only writer. The standing of a skill is
 * computed here, once per change, from what is held, the record, the policy and the time; what
 * follows from a change (rows, audit lines, relations, timers) is done by listeners.
 */
export interface SkillCatalogue {
  readonly servers: ReadonlyMap<string, CatalogueServer>;
  find(server: string, uri: string): CatalogueSkill | undefined;
  /** What is held at the place now; null when nothing is any more. */
  at(place: SkillRef): CatalogueSkill | null;
  /** Changes what is held at the place, if anything is. */
  update(place: SkillRef, step: (held: SkillState) => SkillState): CatalogueSkill | null;
  updateAll(edits: Iterable<SkillEdit>): void;
  /** Computes every status again, because the decisions, the policy or the time changed. */
  refresh(): void;
  add(configured: ConfiguredServer): CatalogueServer;
  /** A server that was removed keeps what was held, and nothing is written to it any more. */
  remove(server: CatalogueServer): void;
  change(server: CatalogueServer, patch: Partial<ServerState>): void;
  listen(listener: CatalogueListener): void;
}

const emptyList: readonly never[] = [];
const noAnswers: readonly FindingDismissal[] = [];
/** An end that is no time at all has come. */
const isOver = (end: string | null, now: number): boolean =>
  end !== null && !(now < Date.parse(end));

type Writable<T> = { -readonly [K in keyof T]: T[K] };
type Shelf = Writable<Omit<CatalogueServer, 'skills'>> & {
  readonly skills: Map<string, CatalogueSkill>;
};

export interface CatalogueParts {
  readonly approvals: Pick<ApprovalsStore, 'state' | 'find' | 'failures' | 'folders'>;
  readonly answers: Pick<AnswersStore, 'find' | 'others'>;
  readonly policy: Pick<PolicySource, 'current'>;
  readonly clock: Pick<SystemClock, 'now'>;
}

export function createCatalogue(parts: CatalogueParts): SkillCatalogue {
  const shelves = new Map<string, Shelf>();
  const listeners: CatalogueListener[] = [];
  const ended = new EndedApprovals(parts.clock);

  /** The shelf of a server that is still configured so; late answers of others find none. */
  const shelfOf = (server: CatalogueServer): Shelf | null => {
    const shelf = shelves.get(server.label);
    return shelf === server ? shelf : null;
  };

  const write = ({ place: { server, uri }, step }: SkillEdit): SkillChange | null => {
    const shelf = shelfOf(server);
    if (shelf === null) return null;
    const before = shelf.skills.get(uri) ?? null;
    const held = step(before?.held ?? null);
    if (held === null) {
      shelf.skills.delete(uri);
      return before === null ? null : { before, after: null };
    }
    const after = catalogued({ ...parts, ended }, { server, uri, held }, before);
    shelf.skills.set(uri, after);
    return before !== null && isSame(before, after) ? null : { before, after };
  };

  const updateAll = (edits: Iterable<SkillEdit>): void => {
    const changes: SkillChange[] = [];
    for (const edit of edits) {
      const change = write(edit);
      if (change !== null) changes.push(change);
    }
    if (changes.length > 0) for (const listener of listeners) listener.skills?.(changes);
  };

  const at = ({ server, uri }: SkillRef): CatalogueSkill | null =>
    shelfOf(server)?.skills.get(uri) ?? null;

  return {
    servers: shelves,
    find: (label, uri) => shelves.get(label)?.skills.get(uri),
    at,
    update(place, step) {
      updateAll([{ place, step: (held) => (held === null ? null : step(held)) }]);
      return at(place);
    },
    updateAll,
    refresh() {
      const edits = [...shelves.values()].flatMap((shelf) => [...shelf.skills.values()]);
      updateAll(edits.map((place) => ({ place, step: (held) => held })));
    },
    add(configured) {
      const shelf = newShelf(configured);
      shelves.set(shelf.label, shelf);
      for (const listener of listeners) listener.server?.(shelf, null);
      return shelf;
    },
    remove(server) {
      if (shelfOf(server) === null) return;
      shelves.delete(server.label);
      for (const listener of listeners) listener.removed?.(server);
    },
    change(server, patch) {
      const shelf = shelfOf(server);
      if (shelf === null) return;
      Object.assign(shelf, patch);
      for (const listener of listeners) listener.server?.(server, patch);
    },
    listen: (listener) => void listeners.push(listener),
  };
}

const newShelf = (configured: ConfiguredServer): Shelf => ({
  ...unknownServer,
  label: configured.label,
  configured,
  identity: configured.config.ok ? identityOf(configured.config.value) : null,
  target: configured.config.ok ? targetOf(configured.config.value) : null,
  connection: configured.enabled ? { status: 'connecting', attempt: 0 } : { status: 'disabled' },
  skills: new Map(),
});

/** What is held of a skill with all that follows from it. */
function catalogued(
  { approvals, answers, policy, clock, ended }: CatalogueParts & { readonly ended: EndedApprovals },
  {
    server,
    uri,
    held: next,
  }: { readonly server: CatalogueServer; readonly uri: string; readonly held: SkillState },
  before: CatalogueSkill | null,
): CatalogueSkill {
  const { identity, target } = server;
  const stored = identity === null ? null : approvals.find(identity, uri);
  const failures = identity === null ? emptyList : approvals.failures(identity, uri);
  const isNew = before !== null && before.record?.id !== stored?.id;
  const held = remembering(
    isNew ? decided(next, stored) : next,
    before?.failures ?? emptyList,
    failures,
  );
  const { state } = approvalsOf(approvals, identity);
  // The same parts make the same entry, and what was computed of it once stays known.
  const entryFor = (of: ApprovalRecord | null): SkillEntry =>
    before !== null && before.record === of && sameParts(before.held, held)
      ? before.entry
      : inForce(held, of);
  const asStored = entryFor(stored);
  const record = ended.asSeen(stored, held, asStored);
  const entry = record === stored ? asStored : entryFor(record);
  const standing = standingOf({
    held,
    entry,
    identity,
    target,
    record,
    failures,
    policy: policy.current,
    store:
      state.status === 'ready'
        ? { status: 'ready' }
        : { status: 'unreadable', reason: state.message },
    now: clock.now(),
  });
  const said = identity === null ? noAnswers : answers.find(identity, uri);
  const alive = said.filter(({ expiresAt }) => !isOver(expiresAt, clock.now()));
  const theirs = identity === null ? emptyList : answers.others(identity, uri);
  const others = theirs.filter(({ expiresAt }) => !isOver(expiresAt, clock.now()));
  const looked = { held, entry, record, answers: alive };
  const barredBy = findingRefusals(policy.current, () => findingsToKeep(looked));
  return { server, uri, failures, standing, ...looked, others, barredBy };
}

/**
 * Approvals that this process saw end, until the decisions file says so. The attacker is a server that
 * serves something else while the file can't be written, and then what was approved: "MUST treat the
 * prior approval as revoked" holds meanwhile, too.
 */
class EndedApprovals {
  readonly #clock: CatalogueParts['clock'];
  /** What ended them, by the id of the record. */
  readonly #ends = new Map<string, NonNullable<ApprovalRecord['lapsed']>>();
  /** A stored record as it counts, made once. */
  readonly #ended = new WeakMap<ApprovalRecord, ApprovalRecord>();

  constructor(clock: CatalogueParts['clock']) {
    this.#clock = clock;
  }

  /** The record as it counts for this state. What ends it now is written from the stored one. */
  asSeen(
    stored: ApprovalRecord | null,
    held: SkillState,
    entry: SkillEntry,
  ): ApprovalRecord | null {
    if (stored?.decision !== 'approved') return stored;
    const { id } = stored;
    if (stored.lapsed !== null) this.#ends.delete(id);
    else if (this.#endsNow(stored, held, entry)) return stored;
    const lapsed = this.#ends.get(id);
    if (lapsed === undefined) return stored;
    const ended = this.#ended.get(stored) ?? { ...stored, lapsed };
    this.#ended.set(stored, ended);
    return ended;
  }

  #endsNow(stored: ApprovalRecord, held: SkillState, entry: SkillEntry): boolean {
    if (!lapses(held, entry, stored)) return false;
    const at = new Date(this.#clock.now()).toISOString();
    if (!this.#ends.has(stored.id))
      this.#ends.set(stored.id, { setDigest: setDigestOf(entry), at });
    return true;
  }
}

const sameParts = (a: SkillState, b: SkillState): boolean =>
  a.listed === b.listed && a.reading === b.reading && a.observed === b.observed;

const idsOf = (answers: readonly FindingDismissal[]): string => answers.map(({ id }) => id).join();

const isSame = (a: CatalogueSkill, b: CatalogueSkill): boolean =>
  a.held === b.held &&
  a.record?.id === b.record?.id &&
  a.standing.kind === b.standing.kind &&
  a.barredBy.join() === b.barredBy.join() &&
  idsOf(a.answers) === idsOf(b.answers) &&
  idsOf(a.others) === idsOf(b.others) &&
  (a.standing === b.standing || JSON.stringify(a.standing) === JSON.stringify(b.standing));
