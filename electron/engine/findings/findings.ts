import {
  keepFindings,
  sinceKept,
  type InspectedFiles,
  type FindingsSince,
} from '../../core/decisions/kept-findings.ts';
import { riskDigestOf } from '../../core/decisions/record.ts';
import { listedFiles } from '../../core/stated-paths.ts';
import { countsOf, inspectionOf, markIn } from '../../core/skill-state/steps.ts';
import { needsReadAll } from '../../core/skill-state/skill.ts';
import type {
  AnsweredFinding,
  FormerFinding,
  NotInspected,
  SinceDecision,
  SkillFindings,
} from '../../../shared/model/findings.ts';
import {
  keptOf,
  type KeptFinding,
  type KeptFindings,
} from '../../../shared/model/kept-findings.ts';
import { answerTo, bySeverity, isAbout, isOpen } from '../../../shared/model/severity.ts';
import { isHighRisk, riskOf, type SkillRisk } from '../../../shared/model/risk.ts';
import type { CatalogueSkill } from '../catalogue/server.ts';

type Looked = Pick<CatalogueSkill, 'held' | 'entry' | 'record' | 'answers'>;
type Decided = Looked & Pick<CatalogueSkill, 'standing' | 'others'>;

interface Found {
  readonly findings: readonly Omit<AnsweredFinding, 'isNew' | 'others'>[];
  readonly notInspected: readonly NotInspected[];
}

function foundIn(skill: Looked): Found {
  const { answers } = skill;
  const { findings, notInspected } = inspectionOf(skill);
  return {
    findings: findings
      .toSorted(bySeverity)
      .map((finding) => ({ ...finding, answer: answerTo(finding, answers) })),
    notInspected,
  };
}

/** What rules say of a skill's files, the worst first. Looks at what is known and reads nothing. */
export function findingsOf(skill: Decided): SkillFindings {
  const found = foundIn(skill);
  const since = compared(skill, found);
  return {
    riskDigest: riskDigestOf(found.findings),
    findings: found.findings.map((finding) => ({
      ...finding,
      isNew: since?.fresh.has(makeKey(finding)) ?? false,
      others: skill.others.filter((one) => isAbout(one, finding)),
    })),
    notInspected: [...found.notInspected],
    counts: countsOf(inspectionOf(skill), skill.answers),
    checkedAt: checkedAt(skill),
    since:
      since === null
        ? null
        : { gone: since.gone.map(formerOf), unlooked: since.unlooked.map(formerOf) },
  };
}

/** When the file was inspected that was inspected first. */
export function checkedAt({ held, entry }: Pick<CatalogueSkill, 'held' | 'entry'>): string | null {
  const times = listedFiles(entry).flatMap(({ uri, digest }) => {
    const file = held.inspected.get(uri);
    return file !== undefined && (digest === undefined || file.digest === digest) ? [file.at] : [];
  });
  return times.length === 0 ? null : new Date(Math.min(...times)).toISOString();
}

const formerOf = ({ rule, severity, uri, state }: KeptFinding): FormerFinding => ({
  rule,
  severity,
  uri,
  answered: state === 'answered',
});

/** The skill's risk, and what identifies its high and critical findings. */
export function riskAt(skill: Looked): SkillRisk & { readonly digest: string | null } {
  const verdicts = [...skill.held.verdicts.values()];
  const risk = riskOf({
    findings: countsOf(inspectionOf(skill), skill.answers),
    fileCount: listedFiles(skill.entry).length,
    integrity: skill.entry.integrity,
    needsReadAll: needsReadAll(skill.held),
    checked: { verified: verdicts.filter(({ status }) => status === 'verified').length },
  });
  return { ...risk, digest: isHighRisk(risk) ? riskDigestOf(foundIn(skill).findings) : null };
}

/**
 * What a decision about the skill keeps of them. Files that were read and are being looked at are
 * not inspected: that nobody had read them would not be so.
 */
export function findingsToKeep(
  skill: Looked,
  lookingAt: ReadonlySet<string> = noFiles,
): KeptFindings {
  const { findings, notInspected } = foundIn(skill);
  return keepFindings(
    findings.map((one) => ({ ...one, mark: markIn(skill.held, one) })),
    notInspected.map((gap) =>
      gap.reason === 'not-read' && lookingAt.has(gap.uri) ? { reason: 'too-slow' } : gap,
    ),
  );
}

const noFiles: ReadonlySet<string> = new Set();

/** What is new and gone on a changed skill, in numbers; null where nothing was kept to compare. */
export function sinceDecision(skill: Decided): SinceDecision | null {
  // Asked of every row: only a changed one is worth the comparison.
  if (keptFor(skill) === null) return null;
  const found = foundIn(skill);
  const since = compared(skill, found);
  if (since === null) return null;
  const counts = { critical: 0, high: 0, medium: 0, low: 0, info: 0 };
  for (const finding of found.findings)
    if (isOpen(finding) && since.fresh.has(makeKey(finding))) counts[finding.severity] += 1;
  return { ...counts, gone: since.gone.length, unlooked: unlookedFiles(skill, found) };
}

/** Files with other bytes than were approved that no rule has wholly looked at. */
function unlookedFiles(skill: Decided, { notInspected }: Found): number {
  const approved = new Map(skill.record?.resources.map(({ uri, digest }) => [uri, digest]));
  return [...(lookedAt(skill, notInspected) ?? [])].filter(
    ([uri, { digest, isWhole }]) => !isWhole && (digest === null || digest !== approved.get(uri)),
  ).length;
}

/** Kept by the approval that the skill changed from. */
const keptFor = ({ standing, record }: Decided): KeptFindings | null =>
  standing.kind === 'changed' && record !== null ? keptOf(record) : null;

interface Compared extends Omit<FindingsSince, 'fresh'> {
  readonly fresh: ReadonlySet<string>;
}

function compared(skill: Decided, { findings, notInspected }: Found): Compared | null {
  const kept = keptFor(skill);
  if (kept === null) return null;
  const marked = findings.map((one) => ({ ...one, mark: markIn(skill.held, one) }));
  const { fresh, gone, unlooked } = sinceKept(kept, marked, lookedAt(skill, notInspected));
  return { fresh: new Set([...fresh].map(makeKey)), gone, unlooked };
}

/** The files that the entry has now, and whether rules have looked at all of each. */
function lookedAt({ entry }: Looked, gaps: readonly NotInspected[]): InspectedFiles {
  if (entry.files.kind !== 'listed') return null;
  const partly = new Set(gaps.map(({ uri }) => uri));
  return new Map(
    listedFiles(entry).map(({ uri, digest }) => [
      uri,
      { digest: digest ?? null, isWhole: !partly.has(uri) },
    ]),
  );
}

const makeKey = ({ rule, uri }: Pick<AnsweredFinding, 'rule' | 'uri'>): string => `${rule}\n${uri}`;
