import { z } from 'zod';

/** This machine's managed policy as a window sees it. If unreadable, every skill is blocked. */
export const policyStateSchema = z.discriminatedUnion('status', [
  z.object({ status: z.literal('none') }),
  z.object({
    status: z.literal('active'),
    path: z.string(),
    /** One line per rule, as a blocked skill shows it. */
    rules: z.array(z.string()),
    /** The limits that the approval form follows; `ApprovalLimits`. */
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
