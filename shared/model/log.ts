import { z } from 'zod';

/**
 * One protocol message as a line of the drawer; the body is fetched by `id` when a person opens it.
 */
export const logLineSchema = z.object({
  id: z.number(),
  server: z.string(),
  /** Milliseconds since the epoch. */
  at: z.number(),
  direction: z.enum(['sent', 'received', 'stderr', 'note']),
  kind: z.enum(['request', 'response', 'error', 'notification', 'text']),
  method: z.string(),
  /** The URI or cursor that the request names, shortened. */
  detail: z.string(),
  /** Bytes of the message's JSON. */
  size: z.number(),
  /** Set on responses and errors: time since the request, in ms. */
  durationMs: z.number().nullable(),
});
export type LogLine = z.infer<typeof logLineSchema>;
