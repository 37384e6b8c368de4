import { z } from 'zod';
import { skillFactsSchema } from './skill-facts.ts';

/** What a skill does now that it didn't when it was approved, and the reverse. */
export const behaviorChangesSchema = z.object({
  added: skillFactsSchema,
  removed: skillFactsSchema,
  /** Paths of scripts and programs that came or went. */
  executables: z.object({ added: z.array(z.string()), removed: z.array(z.string()) }),
  /** Files with other bytes than approved that nobody has read: more may be new. */
  unread: z.number().int(),
  /** Approved files of which nothing is kept: some of what's added may not be new. */
  forgotten: z.number().int(),
});
export type BehaviorChanges = z.infer<typeof behaviorChangesSchema>;
