import { z } from 'zod';

/** One problem, identified by its check and subject. */
const flipSchema = z.object({
  check: z.string(),
  subject: z.string(),
  said: z.string(),
});
export type CheckFlip = z.infer<typeof flipSchema>;

/**
 * The differences between two runs of the same checks on the same thing. Known problems don't
 * count.
 */
export const flipsSchema = z.object({
  /** Found then, and not found by the check now. */
  fixed: z.array(flipSchema),
  /** Found now but not then. */
  fresh: z.array(flipSchema),
  /** Found then, but now its check was skipped or reports only some of its problems. */
  unseen: z.array(flipSchema),
  /** Problems left to fix now, including new ones. */
  left: z.number(),
});
export type CheckFlips = z.infer<typeof flipsSchema>;
