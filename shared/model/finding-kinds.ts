/**
 * The parts of findings without the schemas: loading the schema library takes longer than an entire
 * command that connects to nothing.
 */

/** The worst possible effect if true, worst first. */
export const severities = ['critical', 'high', 'medium', 'low', 'info'] as const;
export type FindingSeverity = (typeof severities)[number];

/**
 * The purpose of the text around a match. An attacker writes the surroundings too, so a role lowers
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

/** Roles that make a false alarm likely. */
export const lowering: ReadonlySet<FindingRole> = new Set([
  'example',
  'negated',
  'test',
  'licence',
]);

/** How likely it is that the rule is right; `low` is folded under the others. */
export const confidences = ['high', 'medium', 'low'] as const;
export type FindingConfidence = (typeof confidences)[number];

/** Why rules missed something. */
export const notInspectedReasons = [
  'not-read',
  'no-text',
  'too-large',
  'too-slow',
  'crashed',
  'no-grammar',
  'too-deep',
  /** An earlier version of the rules inspected it, and its bytes aren't at hand. */
  'older-rules',
] as const;
export type NotInspectedReason = (typeof notInspectedReasons)[number];
