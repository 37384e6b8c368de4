import { z } from 'zod';
import { turns, checkIds } from './plain.ts';

/** What a request's failure says besides what happened. */
export const stepShape = {
  turn: z.enum(turns).optional(),
  /** The next step, in a sentence or two. */
  next: z.string().optional(),
  /** The last lines that a process which ended meanwhile wrote to standard error, masked. */
  stderr: z.array(z.string()).optional(),
};

export type { CheckId } from './plain.ts';

/**
 * One frontmatter field in which an entry and its SKILL.md differ; values are JSON text,
 * `undefined` = absent.
 */
export const fieldDifferenceSchema = z.object({
  field: z.string(),
  expected: z.string().optional(),
  actual: z.string().optional(),
});
export type FieldDifference = z.infer<typeof fieldDifferenceSchema>;

/** Why a file's bytes differ from the expected ones, if certain. */
export const explanationIds = [
  'line-shape',
  'normalised',
  'encoded',
  'encoded-twice',
  'json-quoted',
  'decoded-wrongly',
  'other-encoding',
  'without-frontmatter',
  'longer',
  'empty',
  'other-file',
  'size-alone',
] as const;
export type ExplanationId = (typeof explanationIds)[number];

/** For a server's author: what to fix. It excuses no failed file. */
const explanationSchema = z.object({
  id: z.enum(explanationIds),
  message: z.string(),
});
export type MismatchExplanation = z.infer<typeof explanationSchema>;

/** Why nothing can be proved. Not a failure: the server never offered what a proof needs. */
export const unverifiableReasons = [
  'dynamic',
  'no-digest',
  'self-computed',
  'cancelled',
  'server-unavailable',
  /** HTTP 429. */
  'too-many-requests',
  'budget',
] as const;
export type UnverifiableReason = (typeof unverifiableReasons)[number];

/**
 * The result of checking one file. `verified` means "matches manifest": the bytes are the ones that
 * the entry describes. It never means that they're harmless ("Digests Are Not a Trust Anchor").
 */
export const verdictSchema = z.discriminatedUnion('status', [
  z.object({
    status: z.literal('verified'),
    /** How the server should send the content, if apps may read its form differently. */
    advice: z.string().optional(),
    /** ISO 8601; set if it was checked in an earlier session and not since. */
    checkedAt: z.string().optional(),
  }),
  z.object({
    status: z.literal('failed'),
    check: z.enum(checkIds),
    message: z.string(),
    expected: z.string().optional(),
    actual: z.string().optional(),
    ...stepShape,
    differences: z.array(fieldDifferenceSchema).optional(),
    /** Why size or digest differ; absent if uncertain. */
    explanation: explanationSchema.optional(),
  }),
  z.object({
    status: z.literal('unverifiable'),
    reason: z.enum(unverifiableReasons),
    message: z.string(),
    ...stepShape,
  }),
]);
export type FileCheck = z.infer<typeof verdictSchema>;
export type FailedCheck = Extract<FileCheck, { status: 'failed' }>;
