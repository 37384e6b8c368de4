import { z } from 'zod';
import { confidences, notInspectedReasons, roles, severities } from './finding-kinds.ts';

export type {
  FindingConfidence,
  NotInspectedReason,
  FindingRole,
  FindingSeverity,
} from './finding-kinds.ts';

/**
 * Findings take a reader's eye to what matters in a skill. They are never a verdict: what a rule
 * does not know, it does not find.
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
  /** What stands there, at most 200 characters, with nothing invisible left in it. */
  excerpt: z.string(),
  /** What it says once decoded, and by which steps (`base64`, `gzip`, …, outermost first). */
  decoded: z.object({ path: z.array(z.string()), text: z.string() }).nullable(),
  role: z.enum(roles),
});
export type FindingEvidence = z.infer<typeof evidenceSchema>;

/** One per rule and file: the strongest place, and how many there are. */
export const findingSchema = z.object({
  rule: z.string(),
  /** Which version of the rules found it. */
  ruleset: z.string(),
  /** What was found, why it matters, and what harmless thing looks the same: plain words, ours. */
  title: z.string(),
  why: z.string(),
  confusedWith: z.string(),
  uri: z.string(),
  /** Of the bytes that were looked at; of what a rule over the whole skill says, of all of that. */
  digest: z.string(),
  /** SHA-256 of what it rests on, where that is more than what stands at its places. */
  about: z.string().exactOptional(),
  /**
   * Of what no file says: the field of the entry in which it stands, which is where it opens. `uri`
   * is the entry's then, and the place says nothing.
   */
  field: z.string().exactOptional(),
  severity: z.enum(severities),
  confidence: z.enum(confidences),
  ...evidenceSchema.shape,
  /** Further places in the same file; at most 50 of `count`. */
  related: z.array(placeSchema),
  count: z.number(),
});
export type Finding = z.infer<typeof findingSchema>;

export const notInspectedSchema = z.object({
  uri: z.string(),
  digest: z.string().nullable(),
  reason: z.enum(notInspectedReasons),
  /** What exactly, in a few words: the language without a grammar, the limit. */
  detail: z.string(),
});
export type NotInspected = z.infer<typeof notInspectedSchema>;

/**
 * A person's word on one finding: it was looked at, and why it may stand. Bound to the rule, the
 * version of the rules and the digest of the file; with another one of these it says nothing, and of
 * a finding that is worse than what was looked at neither.
 */
export const answerSchema = z.object({
  id: z.string(),
  rule: z.string(),
  ruleset: z.string(),
  digest: z.string(),
  /** URI of the one file that it is about; null for this content anywhere in the skill. */
  file: z.string().nullable(),
  /** Of the finding as it was looked at; versions from before kept neither. */
  severity: z.enum(severities).exactOptional(),
  confidence: z.enum(confidences).exactOptional(),
  reason: z.string(),
  by: z.string(),
  /** ISO 8601; `expiresAt` null for no end of its own. */
  at: z.string(),
  expiresAt: z.string().nullable(),
});
export type FindingDismissal = z.infer<typeof answerSchema>;

/** Another person's answer, as it came in a bundle: it stands beside a finding and answers nothing. */
export const foreignAnswerSchema = answerSchema.extend({
  /** The key that signed it, and what its holder is called here. */
  from: z.object({ fingerprint: z.string(), name: z.string() }),
});
export type ForeignAnswer = z.infer<typeof foreignAnswerSchema>;

/**
 * How many of each severity; those of low confidence are `folded`, those that a person
 * answered `acknowledged`, and both in no other number.
 */
export const findingCountsSchema = z.object({
  critical: z.number(),
  high: z.number(),
  medium: z.number(),
  low: z.number(),
  info: z.number(),
  folded: z.number(),
  acknowledged: z.number(),
  /** Files, or parts of files, that no rule saw although they were read. */
  notInspected: z.number(),
  /** Files that rules looked at. */
  files: z.number(),
});
export type FindingCounts = z.infer<typeof findingCountsSchema>;

/**
 * What is new and gone since the decision that the skill changed from. Counts are of what is open.
 * `unlooked` are files with other bytes than were approved that no rule has wholly looked at: nobody
 * can say what is in them.
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

/** One that stood when the skill was approved, and does not stand any more, or nobody can say. */
export const formerFindingSchema = z.object({
  rule: z.string(),
  severity: z.enum(severities),
  uri: z.string(),
  answered: z.boolean(),
});
export type FormerFinding = z.infer<typeof formerFindingSchema>;

/** All that is known of one skill's files as they are listed now. */
export const skillFindingsSchema = z.object({
  findings: z.array(
    findingSchema.extend({
      answer: answerSchema.nullable(),
      /** It did not stand so when the skill was approved that changed since. */
      isNew: z.boolean(),
      /** What others said of it; theirs, until the person says the same. */
      others: z.array(foreignAnswerSchema),
    }),
  ),
  notInspected: z.array(notInspectedSchema),
  counts: findingCountsSchema,
  /** Null where nothing is known to compare with. */
  since: z
    .object({ gone: z.array(formerFindingSchema), unlooked: z.array(formerFindingSchema) })
    .nullable(),
});
export type SkillFindings = z.infer<typeof skillFindingsSchema>;
/** A finding with the answer that holds for it. */
export type AnsweredFinding = SkillFindings['findings'][number];
