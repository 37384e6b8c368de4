import { z } from 'zod';

/** Where something was seen that looks like a skill and that `skills/list` does not have. */
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
  /** As the server wrote it where it can be asked for; else cut and made visible. */
  uri: z.string(),
  /** As the server calls it, made visible; empty where it says none. */
  name: z.string(),
  sighting: z.enum(sightings),
  /** Of `text`: the URI of the skill that names it. */
  by: z.string().optional(),
  /** Why `skills/get` cannot be asked for it. */
  barred: z.string().optional(),
});
export type NotListedLine = z.infer<typeof notListedLineSchema>;

export const notListedSchema = z.object({
  /** How many there are; `lines` has the first of them. */
  total: z.number(),
  lines: z.array(notListedLineSchema),
  /** Only the first pages of the server's resources were looked at. */
  isPartial: z.boolean(),
});
export type NotListed = z.infer<typeof notListedSchema>;
