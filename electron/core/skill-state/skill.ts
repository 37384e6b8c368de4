import type { Problem } from '../../../shared/model/problem.ts';
import type { FileEntry, SkillEntry } from '../../../shared/model/skill.ts';
import type { FileCheck } from '../../../shared/model/verdict.ts';
import { visible } from '../text.ts';
import type { InspectedFile } from './file-inspection.ts';
import { announced, nothingServed, type ServingHistory } from './serving-history.ts';
import { mainFileOf } from '../skill-place.ts';

/**
 * The result of a *Read all*, or of unpacking an archive. From then on it defines the skill, as far
 * as anyone knows.
 */
export interface WholeSkillRead {
  readonly files: readonly FileEntry[];
  /** From SKILL.md, as read. */
  readonly frontmatter: Readonly<Record<string, unknown>>;
  readonly integrity: 'archive' | 'self-computed';
  /** The digest of the archive that all files were unpacked from and that vouches for them. */
  readonly archive: string | null;
}

/**
 * Bytes that once contradicted the server's promise. A later matching read alone doesn't clear one:
 * the attacker is a server that alternates.
 */
export interface StoredMismatch {
  readonly problem: Problem;
  /** Which check the bytes failed, as named in the decisions file. */
  readonly check: string;
  /** What was promised and what was received, as far as it's kept. */
  readonly expected: string | null;
  readonly actual: string | null;
  /** A fresh entry has been received since, so the next matching read clears this. */
  readonly asked: boolean;
}

/** A server's frontmatter values may be any length; a digest is never cut. */
const keptLength = 200;
const kept = (text: string | undefined): string | null =>
  text === undefined ? null : visible(text, keptLength);

/** A newly observed one. */
export const mismatchOf = (problem: Problem, check: string): StoredMismatch => ({
  problem,
  check,
  expected: kept(problem.expected),
  actual: kept(problem.actual),
  asked: false,
});

/** A skill elsewhere: `where` names the server or local folder; `uri` is empty for a local one. */
export interface OtherSkill {
  readonly where: string;
  readonly uri: string;
}

/** Something that a text refers to and this server doesn't have. */
export interface MissingTarget {
  /** As written in the text: a tool or a `skill://` address. */
  readonly target: string;
  /** What's wrong with it, in a few words. */
  readonly why: string;
}

/** Related skills, here and elsewhere: observations across all servers. */
export interface SkillRelations {
  /** With the same name. */
  readonly collisions: readonly OtherSkill[];
  /** With a different name that reads like this one. */
  readonly alike: readonly (OtherSkill & { readonly name: string })[];
  readonly astray: readonly MissingTarget[];
  readonly nested: readonly string[];
  readonly enclosing: string | null;
}

/**
 * Everything known about one skill: what the server said and what reading showed. An immutable
 * value; the steps beside this file turn one into the next. Decisions about it are in the record.
 */
export interface SkillState extends ServingHistory {
  /** The entry as the server sent it. */
  readonly listed: SkillEntry;
  /** The result of a *Read all* in this session; null if nothing valid was read. */
  readonly reading: WholeSkillRead | null;
  /** Files without a server digest that were read since, with their computed digest. */
  readonly observed: ReadonlyMap<string, FileEntry>;
  /** What reading showed, for people. */
  readonly notes: readonly Problem[];
  readonly verdicts: ReadonlyMap<string, FileCheck>;
  /**
   * By file URI or archive address, even if no longer listed; by `everything` if there are too
   * many. Absence clears none.
   */
  readonly mismatches: ReadonlyMap<string, StoredMismatch>;
  /** What rules said about files that were read, by URI, for the bytes with that digest only. */
  readonly inspected: ReadonlyMap<string, InspectedFile>;
  /** Dynamic content that a person allowed until the app closes. */
  readonly sessionAllowed: boolean;
  readonly relations: SkillRelations;
  /** When the entry was received (ms since the epoch), and how long the server says it's fresh. */
  readonly heldAt: number;
  readonly ttlMs: number | null;
}

const noRelations: SkillRelations = {
  collisions: [],
  alike: [],
  astray: [],
  nested: [],
  enclosing: null,
};

/** A new entry. `at` in ms since the epoch; `ttlMs` from the server, or null. */
export interface EntryArrival {
  readonly entry: SkillEntry;
  readonly at: number;
  readonly ttlMs: number | null;
}

/** Shared: separate empty maps for a hundred thousand skills would take 80 MB. */
const emptyMap: ReadonlyMap<string, never> = new Map<string, never>();
const noNotes: readonly Problem[] = [];

/** A skill that wasn't known before. */
export function listed({ entry, at, ttlMs }: EntryArrival): SkillState {
  return {
    listed: entry,
    reading: null,
    observed: emptyMap,
    notes: noNotes,
    verdicts: emptyMap,
    mismatches: emptyMap,
    inspected: emptyMap,
    ...nothingServed,
    sessionAllowed: false,
    relations: noRelations,
    heldAt: at,
    ttlMs,
  };
}

/** Whether the server itself describes every file, or says that it can't. */
export const isComplete = ({ integrity, files }: SkillEntry): boolean =>
  integrity === 'manifest' || files.kind === 'dynamic';

/** The skill's files must be read again before anything can be bound to them. */
export const needsReadAll = ({ listed: entry, reading }: SkillState): boolean =>
  !isComplete(entry) && reading === null;

/** The digest of the archive in the entry; null without an archive or digest. */
export const archiveDigestOf = ({ archives }: SkillEntry): string | null =>
  archives[0]?.digest ?? null;

/** Whether the server itself published a digest of the file. */
export function isPromised(entry: SkillEntry, file: string): boolean {
  if (isComplete(entry) || archiveDigestOf(entry) !== null) return true;
  const files = entry.files.kind === 'listed' ? entry.files.files : (entry.known ?? []);
  return files.some(({ uri, digest }) => uri === file && digest !== undefined);
}

/**
 * False for a check that was kept from an earlier session: the server served nothing in this one.
 */
export const isOfThisSession = (verdict: FileCheck): boolean =>
  verdict.status !== 'verified' || verdict.checkedAt === undefined;

export const withSession = (held: SkillState, sessionAllowed: boolean): SkillState =>
  held.sessionAllowed === sessionAllowed ? held : { ...held, sessionAllowed };

/** The entry counts as received now, because it was requested again. */
export const askedAgain = (held: SkillState, at: number): SkillState => ({ ...held, heldAt: at });

/**
 * The server says that a file changed: what was read together may be outdated, so it must be read
 * again before approval.
 */
export function doubted(held: SkillState): SkillState {
  const next = announced(held);
  return next.reading === null ? next : { ...next, reading: null };
}

/** Returns the same value if nothing about the relations is new. */
export function related(held: SkillState, relations: SkillRelations): SkillState {
  return sameRelations(held.relations, relations) ? held : { ...held, relations };
}

const sameRelations = (a: SkillRelations, b: SkillRelations): boolean =>
  a.enclosing === b.enclosing &&
  sameItems(a.nested, b.nested, (uri) => uri) &&
  sameItems(a.collisions, b.collisions, placeOf) &&
  sameItems(a.alike, b.alike, (one) => `${one.name}\n${placeOf(one)}`) &&
  sameItems(a.astray, b.astray, ({ target, why }) => `${target}\n${why}`);

const placeOf = ({ where, uri }: OtherSkill): string => `${where}\n${uri}`;

const sameItems = <T>(a: readonly T[], b: readonly T[], keyOf: (item: T) => string): boolean =>
  a.length === b.length &&
  a.every((item, at) => {
    const other = b[at];
    return other !== undefined && keyOf(item) === keyOf(other);
  });

/**
 * What an entry says about one file, as a comparable text: equal texts are equal promises. SKILL.md
 * is also checked against the frontmatter, which `sameFrontmatter` compares.
 */
export function promises(entry: SkillEntry): (file: string) => string | undefined {
  if (entry.files.kind !== 'listed') {
    const { uri, files, known } = entry;
    const only = `${files.kind} ${known?.[0]?.digest ?? ''}`;
    return (file) => (file === uri ? only : undefined);
  }
  const said = new Map(
    entry.files.files.map(({ uri, digest, size }) => [uri, `${digest ?? ''} ${size ?? ''}`]),
  );
  return (file) => said.get(file);
}

export const sameFrontmatter = (a: SkillEntry, b: SkillEntry): boolean =>
  a.frontmatter === b.frontmatter ||
  JSON.stringify(a.frontmatter) === JSON.stringify(b.frontmatter);

/** Both entries list the same archives, or none. */
export const sameArchives = (a: SkillEntry, b: SkillEntry): boolean =>
  archivesOf(a) === archivesOf(b);

/** Whether a problem with one entry's archive applies equally to the other's. */
export const samePromisedArchive = (a: SkillEntry, b: SkillEntry, check: string): boolean =>
  a === b ||
  (a.archives.length > 0 &&
    sameArchives(a, b) &&
    (check !== 'frontmatter' || sameFrontmatter(a, b)));

const archivesOf = ({ archives }: SkillEntry): string =>
  archives.length === 0 ? '' : JSON.stringify(archives.map(({ url, digest }) => [url, digest]));

/** Whether a check of the file against one entry also holds for the other. */
export function samePromise(a: SkillEntry, b: SkillEntry, file: string): boolean {
  return (
    a === b ||
    (sameArchives(a, b) &&
      promises(a)(file) === promises(b)(file) &&
      (file !== mainFileOf(a) || sameFrontmatter(a, b)))
  );
}
