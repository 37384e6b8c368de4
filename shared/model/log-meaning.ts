import { z } from 'zod';
import { checkIds } from './plain.ts';
import { problemSchema } from './problem.ts';
import { refusedEntrySchema } from './skill.ts';
import { verdictSchema } from './verdict.ts';

/** The result of one check of a file; `not-reached`: an earlier one failed. */
export const checkOutcomeSchema = z.object({
  check: z.enum(checkIds),
  outcome: z.enum(['passed', 'failed', 'not-reached']),
});
export type CheckOutcome = z.infer<typeof checkOutcomeSchema>;

/** How many skills and entries of one answer are named; the rest are counted. */
export const mostMeant = 50;

const ofSkill = z.object({ uri: z.string(), name: z.string() });

/**
 * What an exchange means for skills: what depends on its answer now. Computed on display from the
 * current state, so that it always agrees with the skill's own page.
 */
export const meaningSchema = z.object({
  /**
   * Why nothing depends on it: it waits for its answer, was sent by a person or a check, or is from
   * an opened file. Null: something may.
   */
  nothing: z.enum(['waiting', 'by-hand', 'check', 'opened']).nullable(),
  /** A later equal exchange that replaces it as the basis; null if this is the latest. */
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
  /** Problems of the listing, or of what the server declares, as a whole. */
  whole: z.array(problemSchema),
  /** Files, refused entries and skills beyond the named ones. */
  more: z.number(),
  /** Only part of the answer is kept: the rest may contain entries. */
  cut: z.boolean(),
});
export type ExchangeMeaning = z.infer<typeof meaningSchema>;

export const noMeaning = (nothing: ExchangeMeaning['nothing']): ExchangeMeaning => ({
  nothing,
  ...{ later: null, files: [], refused: [], skills: [], whole: [], more: 0, cut: false },
});
