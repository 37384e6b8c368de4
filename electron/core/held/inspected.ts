import type {
  Answer,
  Finding,
  FindingCounts,
  NotInspected,
} from '../../../shared/model/findings.ts';
import { answerTo, isFolded } from '../../../shared/model/severity.ts';
import type { FileEntry, SkillEntry } from '../../../shared/model/skill.ts';
import { listedFiles } from '../files.ts';
import { mainFileOf, pathInEntry } from '../skill-place.ts';
import type { HeldSkill } from './skill.ts';

/** What rules said of one file that was read. */
export interface InspectedFile {
  /** Of the bytes that were looked at. */
  readonly digest: string;
  readonly findings: readonly Finding[];
  readonly notInspected: readonly NotInspected[];
}

/** Files of one skill were looked at. */
export function inspected(held: HeldSkill, files: ReadonlyMap<string, InspectedFile>): HeldSkill {
  return { ...held, inspected: new Map([...held.inspected, ...files]) };
}

/** What is known of a skill's files as they are listed now. */
export interface SkillInspection {
  readonly findings: readonly Finding[];
  /** Files that were not read among them. */
  readonly notInspected: readonly NotInspected[];
  /** Files that rules looked at, wholly or in part. */
  readonly files: number;
}

/**
 * What rules said of the files that the entry has now. An inspection of other bytes than the entry
 * promises says nothing of it: that file counts as not read.
 */
export function inspectionOf(held: HeldSkill, entry: SkillEntry): SkillInspection {
  const findings: Finding[] = [];
  const notInspected: NotInspected[] = [];
  let files = 0;
  for (const { uri, digest } of filesOf(held, entry)) {
    const known = held.inspected.get(uri);
    if (known === undefined || (digest !== undefined && known.digest !== digest)) {
      notInspected.push({ uri, digest: digest ?? null, reason: 'not-read', detail: '' });
      continue;
    }
    files += 1;
    findings.push(...known.findings);
    notInspected.push(...known.notInspected);
  }
  return { findings, notInspected, files };
}

/** The files of the entry; of one that lists none, those that were looked at, and SKILL.md. */
function filesOf(
  { inspected: known }: HeldSkill,
  entry: SkillEntry,
): Pick<FileEntry, 'uri' | 'digest'>[] {
  if (entry.files.kind === 'listed') return [...listedFiles(entry)];
  const others = [...known.keys()].filter((uri) => pathInEntry(entry, uri).ok);
  return [...new Set([mainFileOf(entry), ...others])].map((uri) => ({ uri }));
}

export function countsOf(
  { findings, notInspected, files }: SkillInspection,
  answers: readonly Answer[],
): FindingCounts {
  const counts = { critical: 0, high: 0, medium: 0, low: 0, info: 0, folded: 0, acknowledged: 0 };
  for (const finding of findings) {
    const isAnswered = answers.length > 0 && answerTo(finding, answers) !== null;
    counts[isFolded(finding) ? 'folded' : isAnswered ? 'acknowledged' : finding.severity] += 1;
  }
  const gaps = notInspected.filter(({ reason }) => reason !== 'not-read').length;
  return { ...counts, notInspected: gaps, files };
}
