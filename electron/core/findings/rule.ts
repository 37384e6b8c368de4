import {
  lowering,
  type FindingConfidence,
  type FindingRole,
  type FindingSeverity,
} from '../../../shared/model/severity.ts';
import type { RuleDocument } from './document.ts';

/**
 * Where a rule matched. `start` and `end` are UTF-16 units of `document.text`, or bytes of
 * `document.bytes` where `unit` says so; `end` is not included.
 */
export interface RuleHit {
  readonly start: number;
  readonly end: number;
  readonly unit?: 'bytes';
  /** Further places that belong to it, in the same unit. */
  readonly related?: readonly { readonly start: number; readonly end: number }[];
  /** Where this place is worth more or less than the rule says. */
  readonly severity?: FindingSeverity;
  /** `high` where the rule says nothing; the role may lower it further. */
  readonly confidence?: FindingConfidence;
  /** Where the rule knows better than the place itself. */
  readonly role?: FindingRole;
  /** What the place says to a machine, where a reader cannot see it. */
  readonly decoded?: { readonly path: readonly string[]; readonly text: string };
}

/**
 * Which version of the rules this is. Whoever changes what a rule finds raises it: answers that were
 * given to findings of another one are asked for again.
 */
export const ruleset = '3';

/** What the text around a hit makes of the confidence that its rule has in it. */
export const confidenceAt = (
  role: FindingRole,
  own: FindingConfidence = 'high',
): FindingConfidence => (lowering.has(role) ? 'low' : own);

export const families = [
  'hidden',
  'steering',
  'power',
  'running',
  'secrets',
  'staying',
  'damage',
  'dependencies',
  'files',
  'listing',
] as const;
export type RuleFamily = (typeof families)[number];

/** What a person is told of a rule. */
export interface RuleText {
  /** A letter and two digits; it is kept with decisions and never used for anything else. */
  readonly id: string;
  readonly family: RuleFamily;
  readonly severity: FindingSeverity;
  /** What was found, in plain words and no verdict: "Downloads something and runs it". */
  readonly title: string;
  /** Why it matters, in a sentence or two. */
  readonly why: string;
  /** What harmless thing looks the same. */
  readonly confusedWith: string;
}

/**
 * One rule over one document. `look` is pure, gives hits in the order of the text, and never looks
 * at anything twice: the engine runs it over what was decoded as well.
 */
export interface FindingRule extends RuleText {
  look(document: RuleDocument): Iterable<RuleHit>;
}

export const rule = (described: FindingRule): FindingRule => described;
