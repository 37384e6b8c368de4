import type { Problem } from '../../../shared/model/problem.ts';
import type { FileEntry, SkillEntry } from '../../../shared/model/skill.ts';
import type { FileCheck } from '../../../shared/model/verdict.ts';
import { visible } from '../text.ts';
import type { InspectedFile } from './file-inspection.ts';
import { announced, nothingServed, type ServingHistory } from './serving-history.ts';

/**
 * What a *Read all* found, or the unpacking of an archive. From then on it is what the skill
 * consists of, as far as anybody knows.
 */
export interface WholeSkillRead {
  readonly files: readonly FileEntry[];
  /** Of SKILL.md, as read. */
  readonly frontmatter: Readonly<Record<string, unknown>>;
  readonly integrity: 'archive' | 'self-computed';
  /** The digest that vouches for all files, of the archive that they were unpacked from. */
  readonly archive: string | null;
}

/**
 * Bytes that once contradicted what the server promised. A later matching read alone does not
 * clear one: the attacker is a server that alternates.
 */
export interface StoredMismatch {
  readonly problem: Problem;
  /** Which check the bytes failed, as the file of decisions names it. */
  readonly check: string;
  /** What had been promised and what came, as far as it is kept. */
  readonly expected: string | null;
  readonly actual: string | null;
  /** A fresh entry has come since: the next matching read clears this. */
  readonly asked: boolean;
}

/** Values of a frontmatter are as long as a server likes; a digest is never cut. */
const keptLength = 200;
const kept = (text: string | undefined): string | null =>
  text === undefined ? null : visible(text, keptLength);

/** One that has just been seen. */
export const mismatchOf = (problem: Problem, check: string): StoredMismatch => ({
  problem,
  check,
  expected: kept(problem.expected),
  actual: kept(problem.actual),
  asked: false,
});

/** A skill elsewhere: `where` names the server or the local folder; `uri` is empty for a local one. */
export interface OtherSkill {
  readonly where: string;
  readonly uri: string;
}

/** Something that a text points at and that this server does not have. */
export interface MissingTarget {
  /** As the text has it: a tool or a `skill://` address. */
  readonly target: string;
  /** What is so of it, in a few words. */
  readonly why: string;
}

/** What stands beside the skill, here and elsewhere: observations over all servers. */
export interface SkillRelations {
  /** Of the same name. */
  readonly collisions: readonly OtherSkill[];
  /** Of another name that reads like this one. */
  readonly alike: readonly (OtherSkill & { readonly name: string })[];
  readonly astray: readonly MissingTarget[];
  readonly nested: readonly string[];
  readonly enclosing: string | null;
}

/**
 * One skill as held: what the server said of it and what reading it showed. A value; the steps
 * beside this file take one and give the next. What was decided about it stands in the record.
 */
export interface SkillState extends ServingHistory {
  /** The entry as the server gave it. */
  readonly listed: SkillEntry;
  /** What a *Read all* of this session found; null while nothing was read that stands. */
  readonly reading: WholeSkillRead | null;
  /** Files without a digest of the server's that were read since, with the digest they had. */
  readonly observed: ReadonlyMap<string, FileEntry>;
  /** What reading showed, for people to know. */
  readonly notes: readonly Problem[];
  readonly verdicts: ReadonlyMap<string, FileCheck>;
  /**
   * By the URI of the file or the address of the archive, also of those that are not listed any
   * more; by `everything` where they are too many. Absence clears none.
   */
  readonly mismatches: ReadonlyMap<string, StoredMismatch>;
  /** What rules said of files that were read, by URI; of the bytes with that digest and no others. */
  readonly inspected: ReadonlyMap<string, InspectedFile>;
  /** Dynamic content that a person allowed until the app closes. */
  readonly sessionAllowed: boolean;
  readonly relations: SkillRelations;
  /** When the entry arrived (ms since the epoch), and for how long it holds as the server says. */
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

/** An entry as it arrives. `at` in ms since the epoch, `ttlMs` as the server said or null. */
export interface EntryArrival {
  readonly entry: SkillEntry;
  readonly at: number;
  readonly ttlMs: number | null;
}

/** One for all: of a hundred thousand skills, empty maps of their own would take 80 MB. */
const none: ReadonlyMap<string, never> = new Map<string, never>();
const noNotes: readonly Problem[] = [];

/** A skill that was not held before. */
export function listed({ entry, at, ttlMs }: EntryArrival): SkillState {
  return {
    listed: entry,
    reading: null,
    observed: none,
    notes: noNotes,
    verdicts: none,
    mismatches: none,
    inspected: none,
    ...nothingServed,
    sessionAllowed: false,
    relations: noRelations,
    heldAt: at,
    ttlMs,
  };
}

/** Whether the server itself says what every file is, or says that nothing can be said. */
export const isComplete = ({ integrity, files }: SkillEntry): boolean =>
  integrity === 'manifest' || files.kind === 'dynamic';

/** The files of the skill have to be read once more before anything can be bound to them. */
export const needsReadAll = ({ listed: entry, reading }: SkillState): boolean =>
  !isComplete(entry) && reading === null;

/** The digest of the archive that the entry announces; null without an archive or a digest. */
export const archiveDigestOf = ({ archives }: SkillEntry): string | null =>
  archives[0]?.digest ?? null;

/** Whether the server itself published a digest of the file. */
export function isPromised(entry: SkillEntry, file: string): boolean {
  if (isComplete(entry) || archiveDigestOf(entry) !== null) return true;
  const files = entry.files.kind === 'listed' ? entry.files.files : (entry.known ?? []);
  return files.some(({ uri, digest }) => uri === file && digest !== undefined);
}

export const withSession = (held: SkillState, sessionAllowed: boolean): SkillState =>
  held.sessionAllowed === sessionAllowed ? held : { ...held, sessionAllowed };

/** The entry counts as arrived now: it has been asked for again. */
export const askedAgain = (held: SkillState, at: number): SkillState => ({ ...held, heldAt: at });

/**
 * The server says that a file changed: what was read all together may not be what is served now,
 * so it must be read once more before it is approved.
 */
export function doubted(held: SkillState): SkillState {
  const next = announced(held);
  return next.reading === null ? next : { ...next, reading: null };
}

/** Gives the same value when nothing about the relations is new. */
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
