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

/** Nobody has answered it, and nothing around it says that it is something else. */
export const isOpen = (finding: Pick<AnsweredFinding, 'confidence' | 'answer'>): boolean =>
  !isFolded(finding) && finding.answer === null;

/** How many there are to look at; 0 says nothing about what was not inspected. */
export const openFindings = (counts: FindingCounts): number =>
  severities.reduce((sum, severity) => sum + counts[severity], 0);

type Weighed = Pick<Finding, 'confidence' | 'severity'>;

/** The worst first, then as the rules and files come; those of low confidence at the end. */
export const bySeverity = (a: Weighed, b: Weighed): number =>
  Number(isFolded(a)) - Number(isFolded(b)) ||
  severities.indexOf(a.severity) - severities.indexOf(b.severity) ||
  confidences.indexOf(a.confidence) - confidences.indexOf(b.confidence);

/** The answer that holds for a finding, of those that have not run out; null for none. */
export const answerTo = (
  finding: Finding,
  answers: readonly FindingDismissal[],
): FindingDismissal | null => answers.find((answer) => isAbout(answer, finding)) ?? null;

/**
 * Whether an answer was given to this rule over these bytes, and to nothing better. The attacker has
 * an example of his answered for the whole skill, and puts the same bytes where they are run.
 */
export const isAbout = (answer: FindingDismissal, finding: Finding): boolean =>
  answer.rule === finding.rule &&
  answer.ruleset === finding.ruleset &&
  answer.digest === finding.digest &&
  (answer.file === finding.uri || (answer.file === null && answer.confidence !== undefined)) &&
  isNoWorse(finding, answer);

/**
 * An answer of a version from before says nothing of what was looked at: in its one file that is what
 * stands there, and elsewhere in the skill nobody knows.
 */
const isNoWorse = (now: Finding, { severity, confidence }: FindingDismissal): boolean =>
  (severity === undefined || severities.indexOf(now.severity) >= severities.indexOf(severity)) &&
  (confidence === undefined ||
    confidences.indexOf(now.confidence) >= confidences.indexOf(confidence));
