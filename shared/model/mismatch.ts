import { z } from 'zod';
import { verdictSchema } from './verdict.ts';

/** Where bytes with the expected digest were found. */
export const expectedFrom = [
  'approved',
  'session',
  'log',
  'copy',
  'archive',
  'rewritten',
  /** Not the expected bytes: the file's approved content, for comparison. */
  'approved-other',
] as const;

/**
 * The received content of a file that failed a check, beside what was expected. It's shown for
 * inspection and never as the skill's: text has nothing removed, and bytes are base64.
 */
export const mismatchSchema = z.object({
  uri: z.string(),
  path: z.string(),
  verdict: verdictSchema,
  /** From the entry; null if it has none. Sizes in bytes. */
  expected: z.object({
    digest: z.string().nullable(),
    size: z.number().nullable(),
    mediaType: z.string().nullable(),
  }),
  /** Null: nothing that can be shown was received. */
  arrived: z
    .object({ digest: z.string(), size: z.number(), mediaType: z.string().nullable() })
    .nullable(),
  /** What the left side is; null: no bytes with the expected digest are known. */
  from: z.object({ kind: z.enum(expectedFrom), words: z.string() }).nullable(),
  /** What is visible without comparing letters. */
  notes: z.array(z.string()),
  sides: z
    .discriminatedUnion('kind', [
      z.object({ kind: z.literal('text'), expected: z.string().nullable(), arrived: z.string() }),
      /** The stretch around the first difference: `at` is its first byte. */
      z.object({
        kind: z.literal('bytes'),
        at: z.number(),
        expected: z.string().nullable(),
        arrived: z.string(),
        cut: z.boolean(),
      }),
    ])
    .nullable(),
});
export type FileMismatch = z.infer<typeof mismatchSchema>;
