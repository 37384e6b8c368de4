import { z } from 'zod';

/** Where something was seen that looks like a skill but isn't in `skills/list`. */
export const sightings = [
  'resource',
  'index',
  'archive',
  'refused-folder',
  'instructions',
  'text',
] as const;
export type SightingKind = (typeof sightings)[number];

export const notListedLineSchema = z.object({
  /** As the server wrote it if it can be requested; else shortened and made visible. */
  uri: z.string(),
  /** The server's name for it, made visible; empty if there is none. */
  name: z.string(),
  sighting: z.enum(sightings),
  /** For `text`: the URI of the skill that names it. */
  by: z.string().optional(),
  /** Why `skills/get` can't request it. */
  barred: z.string().optional(),
});
export type NotListedLine = z.infer<typeof notListedLineSchema>;

export const notListedSchema = z.object({
  /** The total; `lines` has the first of them. */
  total: z.number(),
  lines: z.array(notListedLineSchema),
  /** Only the first pages of the server's resources were searched. */
  isPartial: z.boolean(),
});
export type NotListed = z.infer<typeof notListedSchema>;
