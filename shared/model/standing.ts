import { z } from 'zod';
import { problemSchema } from './problem.ts';

/** The differences between the approved set and the set served now; values are URIs. */
export const setChangesSchema = z.object({
  added: z.array(z.string()),
  removed: z.array(z.string()),
  modified: z.array(z.string()),
});
export type SetChanges = z.infer<typeof setChangesSchema>;

/**
 * Where a skill stands now: computed from entry, record, policy and clock, never stored. The first
 * match in this order wins.
 */
export const standingSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('refused'), problem: problemSchema }),
  z.object({ kind: z.literal('blocked'), rule: z.string() }),
  z.object({ kind: z.literal('denied'), at: z.string(), note: z.string() }),
  z.object({
    kind: z.literal('changed'),
    changes: setChangesSchema,
    /** The entry's description of the skill or its tools isn't what was approved. */
    metadata: z.boolean(),
    approvedAt: z.string(),
  }),
  z.object({ kind: z.literal('expired'), at: z.string() }),
  z.object({ kind: z.literal('approved'), at: z.string(), expiresAt: z.string().nullable() }),
  z.object({ kind: z.literal('session') }),
  z.object({ kind: z.literal('undecided') }),
  /** The approvals file can't be read: every answer is no, and says so. */
  z.object({ kind: z.literal('cannot-tell'), reason: z.string() }),
]);
export type SkillStatus = z.infer<typeof standingSchema>;
export type StatusKind = SkillStatus['kind'];
