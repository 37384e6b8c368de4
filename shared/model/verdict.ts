import { z } from 'zod';
import { checkIds } from './plain.ts';

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

/** Why nothing can be proved. Not a failure: the server never offered what a proof needs. */
export const unverifiableReasons = [
  'dynamic',
  'no-digest',
  'self-computed',
  'cancelled',
  'server-unavailable',
  'budget',
] as const;
export type UnverifiableReason = (typeof unverifiableReasons)[number];

/**
 * What a check of one file gave. `verified` means "matches manifest": the bytes are the ones
 * that the entry describes. It never means that they are harmless ("Digests Are Not a Trust
 * Anchor").
 */
export const verdictSchema = z.discriminatedUnion('status', [
  z.object({ status: z.literal('verified') }),
  z.object({
    status: z.literal('failed'),
    check: z.enum(checkIds),
    message: z.string(),
    expected: z.string().optional(),
    actual: z.string().optional(),
    differences: z.array(fieldDifferenceSchema).optional(),
  }),
  z.object({
    status: z.literal('unverifiable'),
    reason: z.enum(unverifiableReasons),
    message: z.string(),
  }),
]);
export type Verdict = z.infer<typeof verdictSchema>;
export type FailedVerdict = Extract<Verdict, { status: 'failed' }>;
