import { z } from 'zod';
import { problemSchema } from './problem.ts';

/**
 * What differs between the set that was approved and the set that is served now; values are URIs.
 */
export const setChangesSchema = z.object({
  added: z.array(z.string()),
  removed: z.array(z.string()),
  modified: z.array(z.string()),
});
export type SetChanges = z.infer<typeof setChangesSchema>;

/**
 * Where a skill stands now: computed from entry, record, policy and clock, never stored. First
 * match in this order wins.
 */
export const standingSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('refused'), problem: problemSchema }),
  z.object({ kind: z.literal('blocked'), rule: z.string() }),
  z.object({ kind: z.literal('denied'), at: z.string(), note: z.string() }),
  z.object({
    kind: z.literal('changed'),
    changes: setChangesSchema,
    /** What the entry says of the skill, its description or tools, is not what was approved. */
    metadata: z.boolean(),
    approvedAt: z.string(),
  }),
  z.object({ kind: z.literal('expired'), at: z.string() }),
  z.object({ kind: z.literal('approved'), at: z.string(), expiresAt: z.string().nullable() }),
  z.object({ kind: z.literal('session') }),
  z.object({ kind: z.literal('undecided') }),
  /** The approvals file cannot be read: every answer is no, and says so. */
  z.object({ kind: z.literal('cannot-tell'), reason: z.string() }),
]);
export type SkillStatus = z.infer<typeof standingSchema>;
export type StatusKind = SkillStatus['kind'];
