import type {
  FindingDismissal,
  Finding,
  FindingCounts,
  NotInspected,
} from '../../../shared/model/findings.ts';
import { answerTo, isFolded } from '../../../shared/model/severity.ts';
import type { ApprovalRecord } from '../../../shared/model/approval.ts';
import type { FileEntry, SkillEntry } from '../../../shared/model/skill.ts';
import { listedFiles } from '../stated-paths.ts';
import { lookAtSet } from '../findings/set/look.ts';
import type { InspectedSkillFile } from '../findings/set/skill-set.ts';
import { mainFileOf, pathInEntry } from '../skill-place.ts';
import { markWithoutBytes } from './finding-mark.ts';
import {
  type SkillState,
  withSession,
  listed,
  type EntryArrival,
  promises,
  sameArchives,
  sameFrontmatter,
} from './skill.ts';
import type { InspectedFile } from './file-inspection.ts';
import type { FileCheck } from '../../../shared/model/verdict.ts';
import { everything } from '../../../shared/host/failures.ts';

export type { InspectedFile } from './file-inspection.ts';

/** Files of one skill were inspected. */
export function inspected(held: SkillState, files: ReadonlyMap<string, InspectedFile>): SkillState {
  return { ...held, inspected: new Map([...held.inspected, ...files]) };
}

/** What is known about a skill's files as listed now. */
export interface SkillInspection {
  readonly findings: readonly Finding[];
  /** How many of them weren't read. */
  readonly notInspected: readonly NotInspected[];
  /** Files that rules inspected, fully or partly. */
  readonly files: number;
}

/** The mark that identifies a finding of this skill. */
export function markIn({ inspected: known }: SkillState, finding: Finding): string {
  const file = known.get(finding.uri);
  const mark = file?.digest === finding.digest ? file.marks.get(finding.rule) : undefined;
  return mark ?? markWithoutBytes(finding);
}

/** Everything that findings depend on; `entry` is the effective one. */
export interface InspectedSkill {
  readonly held: SkillState;
  readonly entry: SkillEntry;
  readonly record: ApprovalRecord | null;
}

type Found = Pick<SkillInspection, 'findings' | 'files'>;
const cache = new WeakMap<
  SkillState,
  Pick<InspectedSkill, 'entry' | 'record'> & { readonly found: Found }
>();
/** Shared: usually no file was inspected, and then nothing is found. */
const nothing: Found = { findings: [], files: 0 };

/**
 * What the rules say about the skill as listed now: its files and everything else known. Several
 * callers ask after each change, so it's computed once; unread files aren't stored, because that's
 * usually all of them.
 */
export function inspectionOf(skill: InspectedSkill): SkillInspection {
  const { held, entry, record } = skill;
  const before = cache.get(held);
  if (before?.entry === entry && before.record === record)
    return { ...before.found, notInspected: gapsOf(skill) };
  const { findings, files } = lookAt(skill);
  const found = findings.length + files === 0 ? nothing : { findings, files };
  cache.set(held, { entry, record, found });
  return { ...found, notInspected: gapsOf(skill) };
}

/**
 * An inspection of bytes other than the entry's promises proves nothing: the file counts as unread.
 */
function* filesAsRead({ held, entry }: InspectedSkill): Iterable<{
  readonly uri: string;
  readonly digest: string | undefined;
  readonly file: InspectedFile | null;
}> {
  for (const { uri, digest } of filesOf(held, entry)) {
    const file = held.inspected.get(uri);
    const isRead = file !== undefined && (digest === undefined || file.digest === digest);
    yield { uri, digest, file: isRead ? file : null };
  }
}

function gapsOf(skill: InspectedSkill): readonly NotInspected[] {
  const gaps: NotInspected[] = [];
  for (const { uri, digest, file } of filesAsRead(skill))
    if (file === null) gaps.push({ uri, digest: digest ?? null, reason: 'not-read', detail: '' });
    else gaps.push(...file.notInspected);
  return gaps;
}

function lookAt(skill: InspectedSkill): Found {
  const { held, entry, record } = skill;
  const findings: Finding[] = [];
  const seen: InspectedSkillFile[] = [];
  for (const { uri, file } of filesAsRead(skill)) {
    if (file === null) continue;
    findings.push(...file.findings);
    const path = pathInEntry(entry, uri);
    seen.push({
      uri,
      path: path.ok ? path.value : uri,
      digest: file.digest,
      findings: file.findings,
      traces: file.traces,
    });
  }
  const main = seen.find(({ uri }) => uri === mainFileOf(entry)) ?? null;
  const ofSet = lookAtSet({ entry, held, record, files: seen, main });
  return { findings: [...findings, ...ofSet], files: seen.length };
}

/** The entry's files; for an entry without a list, the inspected ones and SKILL.md. */
function filesOf(
  { inspected: looked }: SkillState,
  entry: SkillEntry,
): readonly Pick<FileEntry, 'uri' | 'digest'>[] {
  if (entry.files.kind === 'listed') return listedFiles(entry);
  const others = [...looked.keys()].filter((uri) => pathInEntry(entry, uri).ok);
  return [...new Set([mainFileOf(entry), ...others])].map((uri) => ({ uri }));
}

export function countsOf(
  { findings, notInspected, files }: SkillInspection,
  answers: readonly FindingDismissal[],
): FindingCounts {
  const counts = { critical: 0, high: 0, medium: 0, low: 0, info: 0, folded: 0, acknowledged: 0 };
  for (const finding of findings) {
    const isAnswered = answers.length > 0 && answerTo(finding, answers) !== null;
    counts[isFolded(finding) ? 'folded' : isAnswered ? 'acknowledged' : finding.severity] += 1;
  }
  const gaps = notInspected.filter(({ reason }) => reason !== 'not-read').length;
  return { ...counts, notInspected: gaps, files };
}

/** A file of a skill without a manifest that still has its computed digest. */
export const selfComputed: FileCheck = {
  status: 'unverifiable',
  reason: 'self-computed',
  message:
    'The server publishes no digest for this file. ' +
    "It hasn't changed since Skillgate first read it.",
};

/**
 * Someone decided, here or in another program: session permission ends, and files without a
 * manifest are compared with the approved ones from now on.
 */
export function decided(held: SkillState, record: ApprovalRecord | null): SkillState {
  const next = withSession(held, false);
  if (held.reading?.integrity !== 'self-computed') return next;
  const approved = approvedDigests(record);
  const verdicts = new Map(held.verdicts);
  for (const { uri, digest } of held.reading.files) {
    const verdict = verdicts.get(uri);
    if (verdict !== undefined && digest !== undefined && isComparison(verdict))
      verdicts.set(uri, differsFromApproved(approved, uri, digest) ?? selfComputed);
  }
  return { ...next, verdicts };
}

const isComparison = (verdict: FileCheck): boolean =>
  verdict === selfComputed || (verdict.status === 'failed' && verdict.check === 'digest');

/** Digests of the approved files, by URI. */
export function approvedDigests(record: ApprovalRecord | null): ReadonlyMap<string, string> {
  return new Map(
    record?.decision === 'approved' ? record.resources.map(({ uri, digest }) => [uri, digest]) : [],
  );
}

/** The verdict for a file that was approved with another digest; null for all others. */
export function differsFromApproved(
  approved: ReadonlyMap<string, string>,
  uri: string,
  actual: string,
): FileCheck | null {
  const expected = approved.get(uri);
  return expected === undefined || expected === actual
    ? null
    : {
        status: 'failed',
        check: 'digest',
        message: 'The file isn’t the one you approved.',
        expected,
        actual,
      };
}

/**
 * Makes a fresh entry the current one ("The Acting Window and the Held Entry"). The entry clears no
 * failed verification on its own, whatever it lists: a promise proves nothing, absence less, but
 * the next matching read does. Checks stay valid for files about which it says the same.
 */
export function relisted(held: SkillState | null, arrival: EntryArrival): SkillState {
  if (held === null) return listed(arrival);
  const { entry, at, ttlMs } = arrival;
  return {
    ...held,
    ...(sameArchives(held.listed, entry) ? carriedOver(held, entry) : nothingKnown),
    mismatches: new Map(
      [...held.mismatches].map(([file, mismatch]) => [
        file,
        mismatch.asked ? mismatch : { ...mismatch, asked: true },
      ]),
    ),
    // Only dynamic content is allowed for a session.
    sessionAllowed: held.sessionAllowed && entry.files.kind === 'dynamic',
    listed:
      entry.origin === 'by-uri' && held.listed.origin === 'listed'
        ? { ...entry, origin: 'listed' }
        : entry,
    heldAt: at,
    ttlMs,
  };
}

type Known = Pick<SkillState, 'verdicts' | 'reading' | 'served'>;

/** A different archive: nothing unpacked before applies to it. */
const nothingKnown: Known = { verdicts: new Map(), reading: null, served: new Map() };

function carriedOver({ listed: before, ...held }: SkillState, entry: SkillEntry): Known {
  const then = promises(before);
  const now = promises(entry);
  // A different promise is a different file: the server announced the change.
  const served = new Map([...held.served].filter(([file]) => then(file) === now(file)));
  const main = sameFrontmatter(before, entry) ? null : mainFileOf(entry);
  // It's unknown which files failed, so each has to match again.
  if (held.mismatches.get(everything)?.asked === false)
    return { verdicts: new Map(), reading: held.reading, served };
  return {
    // SKILL.md is checked against the frontmatter, so a changed frontmatter needs a new check.
    verdicts: new Map(
      [...held.verdicts].filter(([file]) => then(file) === now(file) && file !== main),
    ),
    reading: held.reading,
    served,
  };
}
