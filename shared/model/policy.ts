import { z } from 'zod';

/** The managed policy of this machine as a window sees it. Unreadable: every skill is blocked. */
export const policyStateSchema = z.discriminatedUnion('status', [
  z.object({ status: z.literal('none') }),
  z.object({
    status: z.literal('active'),
    path: z.string(),
    /** One line per rule, in the words that a blocked skill names. */
    rules: z.array(z.string()),
    /** What the form of an approval keeps to; `ApprovalLimits`. */
    limits: z.object({
      fullCoverage: z.boolean(),
      shown: z.boolean(),
      noTools: z.boolean(),
      longestMs: z.number().nullable(),
    }),
  }),
  z.object({ status: z.literal('unreadable'), path: z.string(), message: z.string() }),
]);
export type PolicyState = z.infer<typeof policyStateSchema>;
