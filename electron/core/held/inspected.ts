import type {
  Answer,
  Finding,
  FindingCounts,
  NotInspected,
} from '../../../shared/model/findings.ts';
import { answerTo, isFolded } from '../../../shared/model/severity.ts';
import type { ApprovalRecord } from '../../../shared/model/approval.ts';
import type { FileEntry, SkillEntry } from '../../../shared/model/skill.ts';
import { listedFiles } from '../files.ts';
import { lookAtSet } from '../findings/set/look.ts';
import type { SeenFile } from '../findings/set/skill-set.ts';
import { mainFileOf, pathInEntry } from '../skill-place.ts';
import { markWithoutBytes } from './finding-mark.ts';
import type { HeldSkill } from './skill.ts';
import type { InspectedFile } from './inspected-file.ts';

export type { InspectedFile } from './inspected-file.ts';

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

/** What names what stands at the places of a finding of this skill. */
export function markIn({ inspected: known }: HeldSkill, finding: Finding): string {
  const file = known.get(finding.uri);
  const mark = file?.digest === finding.digest ? file.marks.get(finding.rule) : undefined;
  return mark ?? markWithoutBytes(finding);
}

/** Everything that findings follow from; `entry` is the one in force. */
export interface InspectedSkill {
  readonly held: HeldSkill;
  readonly entry: SkillEntry;
  readonly record: ApprovalRecord | null;
}

const known = new WeakMap<HeldSkill, InspectedSkill & { readonly inspection: SkillInspection }>();

/**
 * What rules say of the skill as it is listed now: of its files, and of what is known of it besides.
 * Asked for by several at each change, and computed once.
 */
export function inspectionOf(skill: InspectedSkill): SkillInspection {
  const { held, entry, record } = skill;
  const before = known.get(held);
  if (before?.entry === entry && before.record === record) return before.inspection;
  const inspection = lookAt(skill);
  known.set(held, { held, entry, record, inspection });
  return inspection;
}

/**
 * An inspection of other bytes than the entry promises says nothing of it: that file counts as not
 * read.
 */
function lookAt({ held, entry, record }: InspectedSkill): SkillInspection {
  const findings: Finding[] = [];
  const notInspected: NotInspected[] = [];
  const seen: SeenFile[] = [];
  for (const { uri, digest } of filesOf(held, entry)) {
    const file = held.inspected.get(uri);
    if (file === undefined || (digest !== undefined && file.digest !== digest)) {
      notInspected.push({ uri, digest: digest ?? null, reason: 'not-read', detail: '' });
      continue;
    }
    findings.push(...file.findings);
    notInspected.push(...file.notInspected);
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
  return { findings: [...findings, ...ofSet], notInspected, files: seen.length };
}

/** The files of the entry; of one that lists none, those that were looked at, and SKILL.md. */
function filesOf(
  { inspected: looked }: HeldSkill,
  entry: SkillEntry,
): Pick<FileEntry, 'uri' | 'digest'>[] {
  if (entry.files.kind === 'listed') return [...listedFiles(entry)];
  const others = [...looked.keys()].filter((uri) => pathInEntry(entry, uri).ok);
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
