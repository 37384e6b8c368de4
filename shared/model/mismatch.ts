import { z } from 'zod';
import { verdictSchema, type FailedCheck, type FileCheck } from './verdict.ts';

/** Something came, and it is not what was expected. */
export const cameOtherwise = (verdict: FileCheck | null | undefined): verdict is FailedCheck =>
  verdict?.status === 'failed' && ['size', 'digest', 'frontmatter'].includes(verdict.check);

/** Where bytes that have the expected digest are known from. */
export const expectedFrom = [
  'approved',
  'session',
  'log',
  'copy',
  'archive',
  'rewritten',
  /** Not the expected ones: what was approved of the file, to have something to compare with. */
  'approved-other',
] as const;

/**
 * What arrived of a file that failed a check, beside what was expected. It is shown to be looked at
 * and is never the skill's: text has nothing removed from it, and bytes come as base64.
 */
export const mismatchSchema = z.object({
  uri: z.string(),
  path: z.string(),
  verdict: verdictSchema,
  /** Of the entry; null where it gives none. Sizes in bytes. */
  expected: z.object({
    digest: z.string().nullable(),
    size: z.number().nullable(),
    mediaType: z.string().nullable(),
  }),
  /** Null: nothing came that could be shown. */
  arrived: z
    .object({ digest: z.string(), size: z.number(), mediaType: z.string().nullable() })
    .nullable(),
  /** What the left side is; null: no bytes with the expected digest are known. */
  from: z.object({ kind: z.enum(expectedFrom), words: z.string() }).nullable(),
  /** What is to be seen without comparing letters. */
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
