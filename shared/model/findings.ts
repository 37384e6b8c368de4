import { z } from 'zod';
import { confidences, notInspectedReasons, roles, severities } from './finding-kinds.ts';

export type {
  FindingConfidence,
  NotInspectedReason,
  FindingRole,
  FindingSeverity,
} from './finding-kinds.ts';

/**
 * Findings draw a reader's attention to what matters in a skill. They're never a verdict: a rule
 * can't find what it doesn't know.
 */

/** `start` and `end` in bytes of the file; lines and columns (UTF-16 units) from 1. */
export const placeSchema = z.object({
  start: z.number(),
  end: z.number(),
  line: z.number(),
  column: z.number(),
  endLine: z.number(),
  endColumn: z.number(),
});
export type FindingPlace = z.infer<typeof placeSchema>;

/** One place that can be opened and looked at. */
export const evidenceSchema = z.object({
  place: placeSchema,
  /** The text there, at most 200 characters, with nothing invisible left in it. */
  excerpt: z.string(),
  /** What it says once decoded, and by which steps (`base64`, `gzip`, …, outermost first). */
  decoded: z.object({ path: z.array(z.string()), text: z.string() }).nullable(),
  role: z.enum(roles),
});
export type FindingEvidence = z.infer<typeof evidenceSchema>;

/** One per rule and file: the strongest place, and the number of places. */
export const findingSchema = z.object({
  rule: z.string(),
  /** The version of the rules that found it. */
  ruleset: z.string(),
  /** What was found, why it matters, and what harmless thing looks the same: plain words, ours. */
  title: z.string(),
  why: z.string(),
  confusedWith: z.string(),
  uri: z.string(),
  /** Hash of the inspected bytes; of the whole set, for a rule about the whole skill. */
  digest: z.string(),
  /** SHA-256 of everything it depends on, if that is more than the text at its places. */
  about: z.string().exactOptional(),
  /**
   * For something that no file says: the field of the entry that says it, which is where it opens.
   * `uri` is then the entry's, and the place has no meaning.
   */
  field: z.string().exactOptional(),
  severity: z.enum(severities),
  confidence: z.enum(confidences),
  ...evidenceSchema.shape,
  /** More places in the same file; at most 50 of `count`. */
  related: z.array(placeSchema),
  count: z.number(),
});
export type Finding = z.infer<typeof findingSchema>;

export const notInspectedSchema = z.object({
  uri: z.string(),
  digest: z.string().nullable(),
  reason: z.enum(notInspectedReasons),
  /** Details in a few words: the language without a grammar, or the limit. */
  detail: z.string(),
});
export type NotInspected = z.infer<typeof notInspectedSchema>;

/**
 * A person's dismissal of one finding, with the reason. Bound to the rule, its version and the
 * file's digest; it doesn't apply if one of these differs, or if a finding is worse than the one
 * dismissed.
 */
export const answerSchema = z.object({
  id: z.string(),
  rule: z.string(),
  ruleset: z.string(),
  digest: z.string(),
  /** URI of the file it's about; null for this content anywhere in the skill. */
  file: z.string().nullable(),
  /** The finding as the person saw it; older versions kept neither field. */
  severity: z.enum(severities).exactOptional(),
  confidence: z.enum(confidences).exactOptional(),
  reason: z.string(),
  by: z.string(),
  /** ISO 8601; `expiresAt` null for no end of its own. */
  at: z.string(),
  expiresAt: z.string().nullable(),
});
export type FindingDismissal = z.infer<typeof answerSchema>;

/** Another person's dismissal from a bundle: it's shown beside a finding and dismisses nothing. */
export const foreignAnswerSchema = answerSchema.extend({
  /** The key that signed it, and its holder's local name. */
  from: z.object({ fingerprint: z.string(), name: z.string() }),
});
export type ForeignAnswer = z.infer<typeof foreignAnswerSchema>;

/**
 * How many of each severity; those of low confidence count only as `folded`, dismissed ones only as
 * `acknowledged`.
 */
export const findingCountsSchema = z.object({
  critical: z.number(),
  high: z.number(),
  medium: z.number(),
  low: z.number(),
  info: z.number(),
  folded: z.number(),
  acknowledged: z.number(),
  /** Files, or parts of files, that were read but that no rule inspected. */
  notInspected: z.number(),
  /** Files that rules inspected. */
  files: z.number(),
});
export type FindingCounts = z.infer<typeof findingCountsSchema>;

/**
 * What is new and gone since the decision from which the skill changed. Counts are of open
 * findings. `unlooked` are files with other bytes than approved that no rule has fully inspected:
 * nobody knows what's in them.
 */
export const sinceDecisionSchema = z.object({
  critical: z.number(),
  high: z.number(),
  medium: z.number(),
  low: z.number(),
  info: z.number(),
  gone: z.number(),
  unlooked: z.number(),
});
export type SinceDecision = z.infer<typeof sinceDecisionSchema>;

/** A finding that existed when the skill was approved, and is gone or unknown now. */
export const formerFindingSchema = z.object({
  rule: z.string(),
  severity: z.enum(severities),
  uri: z.string(),
  answered: z.boolean(),
});
export type FormerFinding = z.infer<typeof formerFindingSchema>;

/** Everything known about one skill's files as listed now. */
export const skillFindingsSchema = z.object({
  findings: z.array(
    findingSchema.extend({
      answer: answerSchema.nullable(),
      /** It wasn't there in this form when the skill, since changed, was approved. */
      isNew: z.boolean(),
      /** What others said about it; theirs, until the person says the same. */
      others: z.array(foreignAnswerSchema),
    }),
  ),
  notInspected: z.array(notInspectedSchema),
  counts: findingCountsSchema,
  /** Identifies the open high and critical ones, for `acceptedRisk`; null if there are none. */
  riskDigest: z.string().nullable(),
  /** When the file that was inspected first was; ISO 8601, null if none was. */
  checkedAt: z.string().nullable(),
  /** Null if nothing is known to compare with. */
  since: z
    .object({ gone: z.array(formerFindingSchema), unlooked: z.array(formerFindingSchema) })
    .nullable(),
});
export type SkillFindings = z.infer<typeof skillFindingsSchema>;
/** A finding with the dismissal that applies to it. */
export type AnsweredFinding = SkillFindings['findings'][number];
