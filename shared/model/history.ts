import { z } from 'zod';
import { auditLineSchema } from './approval.ts';

/**
 * Whether the audit's chain is intact; `line` is the first broken one, counted from 1, or 0 if the
 * file itself can't be read.
 */
export const chainStateSchema = z.discriminatedUnion('ok', [
  z.object({ ok: z.literal(true), lines: z.number() }),
  z.object({ ok: z.literal(false), line: z.number(), reason: z.string() }),
]);
export type ChainState = z.infer<typeof chainStateSchema>;

/** Newest first. */
export const historySchema = z.object({ lines: z.array(auditLineSchema), chain: chainStateSchema });
export const auditPageSchema = historySchema.extend({
  /** Older lines match too: ask again with `before` = the `seq` of the last line. */
  more: z.boolean(),
});
export type AuditPage = z.infer<typeof auditPageSchema>;
