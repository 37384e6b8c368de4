import { z } from 'zod';
import { checkIds } from './plain.ts';
import { problemSchema } from './problem.ts';
import { refusedEntrySchema } from './skill.ts';
import { verdictSchema } from './verdict.ts';

/** How one check of a file came out; `not-reached`: an earlier one failed. */
export const checkOutcomeSchema = z.object({
  check: z.enum(checkIds),
  outcome: z.enum(['passed', 'failed', 'not-reached']),
});
export type CheckOutcome = z.infer<typeof checkOutcomeSchema>;

/** Skills and entries of one answer that are named; the others are counted. */
export const mostMeant = 50;

const ofSkill = z.object({ uri: z.string(), name: z.string() });

/**
 * What an exchange means for skills: what rests on its answer now. Read from what is held when
 * somebody looks, so that it never says anything else than the skill's own page.
 */
export const meaningSchema = z.object({
  /**
   * Why nothing rests on it: it waits for its answer, was sent by a person or by a check of the
   * server, or is of an opened file. Null: something may.
   */
  nothing: z.enum(['waiting', 'by-hand', 'check', 'opened']).nullable(),
  /** A later exchange of the same, on which it rests instead; null where this is the last. */
  later: z.number().nullable(),
  files: z.array(
    z.object({
      skill: ofSkill,
      file: z.string(),
      path: z.string(),
      verdict: verdictSchema.nullable(),
      checks: z.array(checkOutcomeSchema),
    }),
  ),
  refused: z.array(refusedEntrySchema),
  /** Entries that are in the list of skills, those with problems first. */
  skills: z.array(ofSkill.extend({ problems: z.array(problemSchema) })),
  /** What is wrong with the listing, or with what the server declares, as a whole. */
  whole: z.array(problemSchema),
  /** Files, refused entries and skills beyond those that are named. */
  more: z.number(),
  /** The answer is kept only in part: there may be entries in the rest. */
  cut: z.boolean(),
});
export type ExchangeMeaning = z.infer<typeof meaningSchema>;

export const noMeaning = (nothing: ExchangeMeaning['nothing']): ExchangeMeaning => ({
  nothing,
  ...{ later: null, files: [], refused: [], skills: [], whole: [], more: 0, cut: false },
});
