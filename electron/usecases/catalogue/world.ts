import type { Identity } from '../../../shared/model/approval.ts';
import type { Problem } from '../../../shared/model/problem.ts';
import type { Connection, Listing, ServerFacts } from '../../../shared/model/server.ts';
import {
  dialectIds,
  type DialectId,
  type FileEntry,
  type RefusedEntry,
  type SkillEntry,
} from '../../../shared/model/skill.ts';
import type { Standing } from '../../../shared/model/standing.ts';
import type { Verdict } from '../../../shared/model/verdict.ts';
import type { DialectAdapter, Inventory, ListedTemplate } from '../../core/dialects/adapter.ts';
import type { Lane } from '../link/lane.ts';
import type { ConfiguredServer, Session } from '../ports.ts';
import type { Reading } from './settle.ts';

/**
 * One skill as held now: its entry, what reading it showed, and what was decided in this session.
 */
export interface Skill {
  /** The entry in force: what the server lists, and what reading it has added. Made by `settle`. */
  entry: SkillEntry;
  /** The entry as the server gave it. */
  listed: SkillEntry;
  /** What a *Read all* of this session found; null while nothing was read that stands. */
  reading: Reading | null;
  /** Files of a skill without a manifest that were read since, with the digest that they had. */
  readonly observed: Map<string, FileEntry>;
  /**
   * What of reading or unpacking it forbids to use it, until it is read again or listed
   * differently.
   */
  refusal: Problem | null;
  /** What reading showed, for people to know. */
  notes: readonly Problem[];
  /** Binds decisions; null for content that cannot be bound. Computed when first asked for. */
  setDigest: string | null | undefined;
  readonly verdicts: Map<string, Verdict>;
  /**
   * Files whose bytes once contradicted what the server promised. A later matching read alone
   * does not clear one: the attacker is a server that alternates. `asked`: a fresh entry has
   * come since and repeats the promise, so the next matching read clears it.
   */
  readonly mismatches: Map<string, { readonly problem: Problem; readonly asked: boolean }>;
  sessionAllowed: boolean;
  /**
   * Same-named skills elsewhere, nested and enclosing skills: observations, kept current by
   * `relate`.
   */
  relations: {
    readonly collisions: readonly { readonly where: string; readonly uri: string }[];
    readonly nested: readonly string[];
    readonly enclosing: string | null;
  };
  /** As last published, to notice a change. */
  standing: Standing | null;
  /** Set whose change has been written to the audit. */
  changeSeen: string | null;
  /** When the entry arrived, and for how long the server says that it holds (ms). */
  heldAt: number;
  ttlMs: number | null;
}

export interface Server {
  readonly label: string;
  configured: ConfiguredServer;
  identity: Identity | null;
  connection: Connection;
  facts: ServerFacts | null;
  session: Session | null;
  /** Every dialect that the server speaks, in the registry's order. */
  adapters: readonly DialectAdapter[];
  /** Dialects worth one question although the server does not declare them. */
  probes: readonly DialectAdapter[];
  /** Dialects that nothing declares: their plans are run at every listing. */
  tries: readonly DialectAdapter[];
  advice: readonly Problem[];
  /** What `resources/list` had at the last listing. */
  inventory: Inventory;
  templates: readonly ListedTemplate[];
  listing: Listing;
  readonly skills: Map<string, Skill>;
  refused: readonly RefusedEntry[];
  readonly lane: Lane;
  /** Bytes fetched in this session, against `limits.serverBytes`. */
  fetched: number;
  /** Consecutive calls that broke the connection while alone. */
  breaks: number;
  /** Connecting now; everyone who needs the session awaits the same attempt. */
  connecting: Promise<boolean> | null;
  cancelRetry: (() => void) | null;
  abort: AbortController;
  listingNow: Promise<void> | null;
  /** Takes back a listing that is due because the server said that something changed. */
  refreshing: (() => void) | null;
  /** When the last such listing began, ms since the epoch. */
  refreshedAt: number;
  /** Resources that the session is subscribed to. */
  readonly subscribed: Set<string>;
  /** A person or the end of the app closed the connection: nothing reopens it by itself. */
  halted: boolean;
}

export interface World {
  readonly servers: Map<string, Server>;
  /** Changes that the audit has, by skill and set; read from it once, when the first is noticed. */
  changesNoted: Promise<Set<string>> | null;
}

export const noListing: Listing = {
  status: 'none',
  problems: [],
  skills: 0,
  refused: 0,
  pages: 0,
  at: null,
  ttlMs: null,
};
export const noRelations: Skill['relations'] = { collisions: [], nested: [], enclosing: null };

/**
 * Every dialect that the server declares or that a skill was found in, in the order of the
 * registry.
 */
export function dialectsOf(server: Server): DialectId[] {
  const found = new Set<DialectId>(server.adapters.map((adapter) => adapter.id));
  for (const { entry } of server.skills.values()) {
    found.add(entry.dialect);
    for (const also of entry.alsoIn) found.add(also);
  }
  return dialectIds.filter((id) => found.has(id));
}
