/**
 * What findings are made of, without the schemas: loading their library takes longer than everything
 * that a command does which connects to nothing.
 */

/** What it could do if true, the worst first. */
export const severities = ['critical', 'high', 'medium', 'low', 'info'] as const;
export type FindingSeverity = (typeof severities)[number];

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
export type FindingRole = (typeof roles)[number];

/** Roles that make it likely that the place is not what the rule takes it for. */
export const lowering: ReadonlySet<FindingRole> = new Set([
  'example',
  'negated',
  'test',
  'licence',
]);

/** How likely the place is what the rule takes it for; `low` stands folded under the others. */
export const confidences = ['high', 'medium', 'low'] as const;
export type FindingConfidence = (typeof confidences)[number];

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
