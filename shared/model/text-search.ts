import { z } from 'zod';

/** Most hits of one search, and of one file. */
export const mostTextHits = { all: 200, file: 20 } as const;

/** One place that contains the searched text. */
export const textHitSchema = z.object({
  server: z.string(),
  uri: z.string(),
  /** The skill's name. */
  name: z.string(),
  /** What the place is in: the listing entry, or a file that was read in this session. */
  place: z.discriminatedUnion('in', [
    z.object({ in: z.literal('name') }),
    z.object({ in: z.literal('description') }),
    z.object({
      in: z.literal('file'),
      file: z.string(),
      path: z.string(),
      /** From 1; the column in UTF-16 units. */
      line: z.number(),
      column: z.number(),
    }),
  ]),
  /** The line around the match, cut; the match starts at `from` and ends at `to`. */
  excerpt: z.object({ text: z.string(), from: z.number(), to: z.number() }),
});
export type TextHit = z.infer<typeof textHitSchema>;

export const textSearchSchema = z.object({
  hits: z.array(textHitSchema),
  /** Files whose text was searched. */
  files: z.number(),
  /** Why there may be more: too many hits, too much time, or a newer search replaced this one. */
  ended: z.enum(['complete', 'too-many', 'too-slow', 'replaced']),
});
export type TextSearch = z.infer<typeof textSearchSchema>;
