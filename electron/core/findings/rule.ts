import {
  lowering,
  type FindingConfidence,
  type FindingRole,
  type FindingSeverity,
} from '../../../shared/model/severity.ts';
import type { RuleDocument } from './document.ts';
import { visible } from '../text.ts';

/**
 * Where a rule matched. `start` and `end` (exclusive) are UTF-16 units of `document.text`, or bytes
 * of `document.bytes` if `unit` says so.
 */
export interface RuleHit {
  readonly start: number;
  readonly end: number;
  readonly unit?: 'bytes';
  /** Related places, in the same unit. */
  readonly related?: readonly { readonly start: number; readonly end: number }[];
  /** Set if this place is more or less severe than the rule. */
  readonly severity?: FindingSeverity;
  /** `high` by default; the role may lower it further. */
  readonly confidence?: FindingConfidence;
  /** Set if the rule knows the role better than the place itself. */
  readonly role?: FindingRole;
  /** What a machine reads at a place where a person can't see it. */
  readonly decoded?: { readonly path: readonly string[]; readonly text: string };
}

/** A hit at something with a place. */
export const at = (
  place: { readonly start: number; readonly end: number },
  more?: Partial<RuleHit>,
): RuleHit => ({
  start: place.start,
  end: place.end,
  ...more,
});

/**
 * The version of the rules. Raise it when you change what a rule finds: findings that were
 * dismissed under another version open again.
 */
export const ruleset = '12';

/** The confidence of a hit, which the role of the text around it may lower. */
export const confidenceAt = (
  role: FindingRole,
  own: FindingConfidence = 'high',
): FindingConfidence => (lowering.has(role) ? 'low' : own);

const families = [
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
type RuleFamily = (typeof families)[number];

/** The texts of a rule for people. */
export interface RuleText {
  /** A letter and two digits. Decisions keep it, so it is never reused for another rule. */
  readonly id: string;
  readonly family: RuleFamily;
  readonly severity: FindingSeverity;
  /** What was found, in plain words without a judgment: "Downloads something and runs it". */
  readonly title: string;
  /** Why it matters, in a sentence or two. */
  readonly why: string;
  /** Harmless things that look the same. */
  readonly confusedWith: string;
}

/**
 * One rule about one document. `look` is pure and returns hits in the order of the text. It ignores
 * encoded text, because the engine also runs it over everything that it decodes.
 */
export interface FindingRule extends RuleText {
  look(document: RuleDocument): Iterable<RuleHit>;
}

export const rule = (described: FindingRule): FindingRule => described;

/** The longest excerpt, in UTF-16 units. */
const longest = 200;

/**
 * The text of a range, on one line, with a little before it if the range starts inside a line. The
 * file's author may target a screen or a terminal, so nothing invisible is left in it.
 */
export function excerptOf(text: string, start: number, end: number): string {
  const from = Math.max(text.lastIndexOf('\n', start - 1) + 1, start - 40);
  const lineEnd = text.indexOf('\n', end);
  const to = Math.min(lineEnd === -1 ? text.length : lineEnd, Math.max(end, from + longest));
  const whole = text.slice(from, Math.min(to, from + 4 * longest)).replace(/\s*\n\s*/g, ' ⏎ ');
  return visible(whole.replaceAll('\t', ' ').trim(), longest);
}
