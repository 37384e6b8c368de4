import type { FindingDismissal, AnsweredFinding, Finding, FindingCounts } from './findings.ts';
import { confidences, severities } from './finding-kinds.ts';

export { lowering, severities } from './finding-kinds.ts';
export type {
  FindingConfidence,
  NotInspectedReason,
  FindingRole,
  FindingSeverity,
} from './finding-kinds.ts';

export const isFolded = ({ confidence }: Pick<Finding, 'confidence'>): boolean =>
  confidence === 'low';

/** Nobody has dismissed it, and its surroundings don't suggest a false alarm. */
export const isOpen = (finding: Pick<AnsweredFinding, 'confidence' | 'answer'>): boolean =>
  !isFolded(finding) && finding.answer === null;

/** How many to review; 0 says nothing about uninspected files. */
export const openFindings = (counts: FindingCounts): number =>
  severities.reduce((sum, severity) => sum + counts[severity], 0);

type Weighed = Pick<Finding, 'confidence' | 'severity'>;

/** Worst first, then in the order of rules and files; those of low confidence last. */
export const bySeverity = (a: Weighed, b: Weighed): number =>
  Number(isFolded(a)) - Number(isFolded(b)) ||
  severities.indexOf(a.severity) - severities.indexOf(b.severity) ||
  confidences.indexOf(a.confidence) - confidences.indexOf(b.confidence);

/** The unexpired dismissal that applies to a finding; null for none. */
export const answerTo = (
  finding: Finding,
  answers: readonly FindingDismissal[],
): FindingDismissal | null => answers.find((answer) => isAbout(answer, finding)) ?? null;

/**
 * Whether a dismissal is for this rule and these bytes, and for nothing less severe. The attacker
 * gets an example dismissed for the whole skill, and puts the same bytes where they run.
 */
export const isAbout = (answer: FindingDismissal, finding: Finding): boolean =>
  answer.rule === finding.rule &&
  answer.ruleset === finding.ruleset &&
  answer.digest === finding.digest &&
  (answer.file === finding.uri || (answer.file === null && answer.confidence !== undefined)) &&
  isNoWorse(finding, answer);

/**
 * An older version's dismissal doesn't say what the person saw: in its one file that's the current
 * text, elsewhere in the skill it's unknown.
 */
const isNoWorse = (now: Finding, { severity, confidence }: FindingDismissal): boolean =>
  (severity === undefined || severities.indexOf(now.severity) >= severities.indexOf(severity)) &&
  (confidence === undefined ||
    confidences.indexOf(now.confidence) >= confidences.indexOf(confidence));
