import { pathInEntry } from '../skill-place.ts';
import { asListed, unknownFiles } from '../stated-paths.ts';
import { everything, counts, type ListedUris } from '../../../shared/host/failures.ts';
import type { Problem } from '../../../shared/model/problem.ts';
import type { FileEntry, SkillEntry } from '../../../shared/model/skill.ts';
import type {
  CheckId,
  UnverifiableReason,
  FileCheck,
  FailedCheck,
} from '../../../shared/model/verdict.ts';
import {
  samePromise,
  samePromisedArchive,
  isComplete,
  isOfThisSession,
  isPromised,
  mismatchOf,
  type SkillState,
  type WholeSkillRead,
} from './skill.ts';
import { came } from './serving-history.ts';
import { visible } from '../text.ts';
import { listedFile } from '../verification/listed-file.ts';

/** The result of reading one file. */
export interface ReadObservation {
  /** The state when the file was requested: the response may follow a fresh entry. */
  readonly asked: SkillState;
  readonly file: string;
  readonly verdict: FileCheck;
  /** The file as it was, if only an earlier reading vouches for it; else null. */
  readonly observed: FileEntry | null;
}

/** One file was read. A response about an outdated entry changes nothing. */
export function read(held: SkillState, check: ReadObservation): SkillState {
  const { file, verdict, observed } = check;
  if (isPassing(verdict) || !isAbout(held, check)) return held;
  const digest = digestRead(check);
  const next = came(withVerdict(held, file, verdict, check.asked), [{ uri: file, digest }]);
  return observed === null
    ? next
    : {
        ...next,
        observed: new Map(next.observed).set(file, observed),
        // What was read together isn't what is served now, so nothing can be bound to it.
        reading: null,
      };
}

/** From the received bytes, as far as the check names them. */
function digestRead({ asked, file, verdict, observed }: ReadObservation): string | undefined {
  if (observed !== null) return observed.digest;
  if (verdict.status === 'verified') return listedFile(asked.listed, file)?.digest;
  return verdict.status === 'failed' && verdict.check === 'digest' ? verdict.actual : undefined;
}

const passing: ReadonlySet<UnverifiableReason> = new Set([
  'cancelled',
  'server-unavailable',
  'too-many-requests',
]);

/** Nothing was received, which says nothing about the file. */
const isPassing = (verdict: FileCheck): boolean =>
  verdict.status === 'unverifiable' && passing.has(verdict.reason);

function isAbout(held: SkillState, { asked, file }: ReadObservation): boolean {
  if (held === asked) return true;
  if (isComplete(held.listed)) return samePromise(held.listed, asked.listed, file);
  // Without a manifest the comparison used what was known then: a later *Read all* counts.
  return held.listed === asked.listed && (held.reading === asked.reading || held.reading === null);
}

const aboutContent: ReadonlySet<CheckId> = new Set(['size', 'digest', 'frontmatter']);

/** Records bytes that didn't match the promise, and clears records that a read may clear. */
function withVerdict(
  held: SkillState,
  file: string,
  verdict: FileCheck,
  asked: SkillState,
): SkillState {
  const verdicts = new Map(held.verdicts).set(file, verdict);
  if (
    verdict.status === 'failed' &&
    aboutContent.has(verdict.check) &&
    isPromised(held.listed, file)
  ) {
    const mismatch = mismatchOf(failureProblem(file, verdict), verdict.check);
    return { ...held, verdicts, mismatches: new Map(held.mismatches).set(file, mismatch) };
  }
  const next = { ...held, verdicts };
  return verdict.status === 'verified' ? cleared(next, [file], asked) : next;
}

/**
 * These match what is promised now, which settles what a fresh entry had left open. Only a request
 * made after the fresh entry counts; one more listing during the read changes nothing about that.
 */
function cleared(held: SkillState, matching: readonly string[], asked: SkillState): SkillState {
  const left = new Map(held.mismatches);
  const isOpen = (file: string): boolean => {
    const mismatch = left.get(file);
    const isAfter = held.listed === asked.listed || asked.mismatches.get(file) === mismatch;
    return mismatch?.asked === true && isAfter;
  };
  for (const file of matching) if (isOpen(file)) left.delete(file);
  if (isOpen(everything) && isWholeVerified(held)) left.delete(everything);
  return left.size === held.mismatches.size ? held : { ...held, mismatches: left };
}

/** Every existing file has matched a promise of the server, in this session. */
function isWholeVerified({ listed, reading, verdicts }: SkillState): boolean {
  const unpacked = reading?.integrity === 'archive' ? asListed(reading.files) : unknownFiles;
  const files = isComplete(listed) ? listed.files : unpacked;
  return files.kind === 'listed' && files.files.every(({ uri }) => isMatchNow(verdicts.get(uri)));
}

/** A check kept from an earlier session may be older than whatever failed since. */
export const isMatchNow = (verdict: FileCheck | undefined): boolean =>
  verdict?.status === 'verified' && isOfThisSession(verdict);

/** The result of reading everything found, or of unpacking an archive. */
interface WholeReading {
  readonly asked: SkillState;
  /** Null if it stopped: the skill stays unchanged except for the verdicts. */
  readonly reading: WholeSkillRead | null;
  readonly verdicts: ReadonlyMap<string, FileCheck>;
  readonly notes: readonly Problem[];
}

/** Everything was read. A reading of an outdated entry changes nothing. */
export function readWhole(held: SkillState, whole: WholeReading): SkillState {
  if (held.listed !== whole.asked.listed) return held;
  let next = held;
  for (const [file, verdict] of whole.verdicts)
    next = withVerdict(next, file, verdict, whole.asked);
  if (whole.reading === null) return next;
  const { reading, notes } = whole;
  const all = { ...next, reading, notes, observed: new Map() };
  const matching = [...held.listed.archives.map(({ url }) => url), ...promisedIn(held, reading)];
  return cleared(came(all, reading.files), matching, whole.asked);
}

/** Files of a reading whose digest the server itself has published. */
function promisedIn({ listed: { known = [] } }: SkillState, { files }: WholeSkillRead): string[] {
  const digests = new Map(files.map(({ uri, digest }) => [uri, digest]));
  return known.flatMap(({ uri, digest }) =>
    digest !== undefined && digests.get(uri) === digest ? [uri] : [],
  );
}

/** An archive that was loaded and must not be used. */
export interface ArchiveFailure {
  /** Its address. */
  readonly archive: string;
  /** `digest`: bytes other than listed; `frontmatter`, `archive`: a problem in its content. */
  readonly check: 'digest' | 'frontmatter' | 'archive';
  readonly problem: Problem;
}

/**
 * An archive must not be used: the whole skill is refused until a fresh entry is received and its
 * archive unpacked. A response about an outdated archive changes nothing.
 */
export function archiveRefused(
  held: SkillState,
  asked: SkillState,
  { archive, check, problem }: ArchiveFailure,
): SkillState {
  return samePromisedArchive(held.listed, asked.listed, check)
    ? { ...held, mismatches: new Map(held.mismatches).set(archive, mismatchOf(problem, check)) }
    : held;
}

/**
 * A read that contradicted the entry refuses the whole skill as long as the skill has that file;
 * `entry` is the effective one. Bytes other than promised are cleared only by a fresh entry plus a
 * matching read; a read without content is cleared by one with content.
 */
export function failureOf(
  { mismatches, verdicts, listed }: SkillState,
  entry: SkillEntry,
): Problem | null {
  const now = listedNow(entry);
  for (const [file, { problem }] of mismatches)
    if (counts({ uri: entry.uri, file }, now)) return inFile(entry, problem);
  for (const [file, verdict] of verdicts) {
    if (verdict.status !== 'failed') continue;
    // If only Skillgate computed the digest, different content is a change and not a broken
    // promise.
    if (verdict.check === 'digest' && !isPromised(listed, file)) continue;
    return inFile(entry, failureProblem(file, verdict));
  }
  return null;
}

/** Names the file, which may be another than the one on screen. */
function inFile(entry: SkillEntry, problem: Problem): Problem {
  const path = problem.field === undefined ? null : pathInEntry(entry, problem.field);
  return path?.ok === true
    ? { ...problem, message: `${visible(path.value)}: ${problem.message}` }
    : problem;
}

/** The same for an archive that the entry names, none of which can be inspected. */
export function archiveFailureOf({ mismatches, listed }: SkillState): Problem | null {
  for (const { url } of listed.archives) {
    const mismatch = mismatches.get(url);
    if (mismatch !== undefined) return mismatch.problem;
  }
  return null;
}

const listedNow = ({ files, archives }: SkillEntry): ListedUris => ({
  uris: files.kind === 'listed' ? files.files.map(({ uri }) => uri) : null,
  archives: archives.map(({ url }) => url),
});

/** A failed verdict as a problem of the whole skill. */
function failureProblem(field: string, verdict: FailedCheck): Problem {
  const { message, expected, actual } = verdict;
  return {
    rule: 'verification-failed',
    message,
    field,
    clause: 'Integrity and Verification',
    ...(expected === undefined ? {} : { expected }),
    ...(actual === undefined ? {} : { actual }),
  };
}
