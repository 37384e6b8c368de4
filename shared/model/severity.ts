import type { Answer, AnsweredFinding, Finding, FindingCounts } from './findings.ts';

/**
 * What findings are made of, without the schemas: loading their library takes longer than everything
 * that a command does which connects to nothing.
 */

/** What it could do if true, the worst first. */
export const severities = ['critical', 'high', 'medium', 'low', 'info'] as const;
export type Severity = (typeof severities)[number];

/**
 * What the text around a hit is for. An attacker writes the surroundings too, so a role lowers
 * confidence and hides nothing.
 */
export const roles = [
  'instruction',
  'code',
  'example',
  'negated',
  'test',
  'licence',
  'frontmatter',
] as const;
export type Role = (typeof roles)[number];

/** How likely the place is what the rule takes it for; `low` stands folded under the others. */
export const confidences = ['high', 'medium', 'low'] as const;
export type Confidence = (typeof confidences)[number];

/** Why rules did not see something. */
export const notInspectedReasons = [
  'not-read',
  'no-text',
  'too-large',
  'too-slow',
  'crashed',
  'no-grammar',
  'too-deep',
] as const;
export type NotInspectedReason = (typeof notInspectedReasons)[number];

export const isFolded = ({ confidence }: Pick<Finding, 'confidence'>): boolean =>
  confidence === 'low';

/** Nobody has answered it, and nothing around it says that it is something else. */
export const isOpen = (finding: Pick<AnsweredFinding, 'confidence' | 'answer'>): boolean =>
  !isFolded(finding) && finding.answer === null;

/** How many there are to look at; 0 says nothing about what was not inspected. */
export const openFindings = (counts: FindingCounts): number =>
  severities.reduce((sum, severity) => sum + counts[severity], 0);

/** The worst first, then as the rules and files come; those of low confidence at the end. */
export const bySeverity = (a: Finding, b: Finding): number =>
  Number(isFolded(a)) - Number(isFolded(b)) ||
  severities.indexOf(a.severity) - severities.indexOf(b.severity) ||
  confidences.indexOf(a.confidence) - confidences.indexOf(b.confidence);

/** The answer that holds for a finding, of those that have not run out; null for none. */
export const answerTo = (
  { rule, ruleset, digest, uri }: Finding,
  answers: readonly Answer[],
): Answer | null =>
  answers.find(
    (answer) =>
      answer.rule === rule &&
      answer.ruleset === ruleset &&
      answer.digest === digest &&
      (answer.file === null || answer.file === uri),
  ) ?? null;
