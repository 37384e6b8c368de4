import { asListed, unknownFiles } from '../files.ts';
import { everything } from '../../../shared/host/failures.ts';
import type { Problem } from '../../../shared/model/problem.ts';
import type { FileEntry } from '../../../shared/model/skill.ts';
import type { CheckId, UnverifiableReason, FileCheck } from '../../../shared/model/verdict.ts';
import { failureProblem } from './failure.ts';
import { samePromise, samePromisedArchive } from './listed-digest.ts';
import { came } from './serving-history.ts';
import { listedFile } from '../verification/listed-file.ts';
import {
  isComplete,
  isPromised,
  mismatchOf,
  type SkillState,
  type WholeSkillRead,
} from './skill.ts';

/** What one read of one file showed. */
export interface ReadObservation {
  /** What was held when the file was asked for: the answer may come after a fresh entry. */
  readonly asked: SkillState;
  readonly file: string;
  readonly verdict: FileCheck;
  /** The file as it was, where nothing but an earlier reading vouches for it; else null. */
  readonly observed: FileEntry | null;
}

/** One file was read. An answer about something else than is held now changes nothing. */
export function read(held: SkillState, check: ReadObservation): SkillState {
  const { file, verdict, observed } = check;
  if (isPassing(verdict) || !isAbout(held, check)) return held;
  const digest = digestRead(check);
  const next = came(withVerdict(held, file, verdict, held.listed === check.asked.listed), [
    { uri: file, digest },
  ]);
  return observed === null
    ? next
    : {
        ...next,
        observed: new Map(next.observed).set(file, observed),
        // What was read all together is not what is served now: nothing can be bound to it.
        reading: null,
      };
}

/** Of the bytes that came, as far as the check names them. */
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

/** Nothing came, which says nothing of the file. */
const isPassing = (verdict: FileCheck): boolean =>
  verdict.status === 'unverifiable' && passing.has(verdict.reason);

function isAbout(held: SkillState, { asked, file }: ReadObservation): boolean {
  if (held === asked) return true;
  if (isComplete(held.listed)) return samePromise(held.listed, asked.listed, file);
  // Without a manifest the comparison was with what was known then: a later *Read all* counts.
  return held.listed === asked.listed && (held.reading === asked.reading || held.reading === null);
}

const aboutContent: ReadonlySet<CheckId> = new Set(['size', 'digest', 'frontmatter']);

/** Remembers bytes that were not those promised, and forgets them where a read may clear them. */
function withVerdict(held: SkillState, file: string, verdict: FileCheck, asked = true): SkillState {
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
  // Only an answer to a question that was put after the fresh entry clears what failed before it.
  return verdict.status === 'verified' && asked ? cleared(next, [file]) : next;
}

/** These match what is promised now: what a fresh entry has put in question is answered. */
function cleared(held: SkillState, matching: readonly string[]): SkillState {
  const left = new Map(held.mismatches);
  for (const file of matching) if (left.get(file)?.asked === true) left.delete(file);
  if (left.get(everything)?.asked === true && isWholeVerified(held)) left.delete(everything);
  return left.size === held.mismatches.size ? held : { ...held, mismatches: left };
}

/** Every file that there is has matched a promise of the server's. */
function isWholeVerified({ listed, reading, verdicts }: SkillState): boolean {
  const unpacked = reading?.integrity === 'archive' ? asListed(reading.files) : unknownFiles;
  const files = isComplete(listed) ? listed.files : unpacked;
  return (
    files.kind === 'listed' &&
    files.files.every(({ uri }) => verdicts.get(uri)?.status === 'verified')
  );
}

/** What reading everything that can be found, or unpacking an archive, came to. */
export interface WholeReading {
  readonly asked: SkillState;
  /** Null when it stopped: the skill stays as it was, except for the verdicts. */
  readonly reading: WholeSkillRead | null;
  readonly verdicts: ReadonlyMap<string, FileCheck>;
  readonly notes: readonly Problem[];
}

/** Everything was read. A reading of another entry than is held now changes nothing. */
export function readWhole(held: SkillState, whole: WholeReading): SkillState {
  if (held.listed !== whole.asked.listed) return held;
  let next = held;
  for (const [file, verdict] of whole.verdicts) next = withVerdict(next, file, verdict);
  if (whole.reading === null) return next;
  const { reading, notes } = whole;
  const all = { ...next, reading, notes, observed: new Map() };
  return cleared(came(all, reading.files), [
    ...held.listed.archives.map(({ url }) => url),
    ...promisedIn(held, reading),
  ]);
}

/** Files of a reading that have the digest that the server itself has published of them. */
function promisedIn({ listed: { known = [] } }: SkillState, { files }: WholeSkillRead): string[] {
  const digests = new Map(files.map(({ uri, digest }) => [uri, digest]));
  return known.flatMap(({ uri, digest }) =>
    digest !== undefined && digests.get(uri) === digest ? [uri] : [],
  );
}

/** An archive that was fetched and must not be used. */
export interface ArchiveFailure {
  /** Its address. */
  readonly archive: string;
  /** `digest`: other bytes than announced; `frontmatter`, `archive`: what is in it. */
  readonly check: 'digest' | 'frontmatter' | 'archive';
  readonly problem: Problem;
}

/**
 * An archive must not be used: the whole skill is refused until a fresh entry has come and what
 * it announces has been unpacked. An answer about another archive than is held now changes nothing.
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
