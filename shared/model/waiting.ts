import { z } from 'zod';

/**
 * How an app encountered a skill that it didn't get: it was left out of a list, or requested by
 * name.
 */
export const waitingHows = ['list', 'get', 'read'] as const;

/** Statuses for which a person's decision would help; `unknown`: nobody has checked it yet. */
export const waitingStandings = ['undecided', 'changed', 'expired', 'unknown'] as const;

const shortText = z.string().max(200);

/** One skill that an app encountered at a gateway and didn't get, because nobody has decided. */
export const waitingSkillSchema = z.object({
  /** The app's own name for itself: shown and never matched on. */
  host: z.object({ name: shortText, version: shortText }),
  /** The person's label for the server, and its identity (`identityKey`). */
  server: z.string().max(1_000),
  identity: z.string().max(16_384),
  /** The `SKILL.md` URI as the server spells it. */
  uri: z.string().max(8_192),
  name: shortText,
  standing: z.enum(waitingStandings),
  how: z.enum(waitingHows),
  /** ISO 8601. */
  firstAt: z.iso.datetime(),
  lastAt: z.iso.datetime(),
  /** How often this app encountered it, including in listings. */
  count: z.number().int().positive(),
});
export type WaitingSkill = z.infer<typeof waitingSkillSchema>;

/** `waiting.json` in the data folder. */
export const waitingFileSchema = z.looseObject({
  format: z.literal('skillgate/waiting@1'),
  /** Newest `lastAt` last. */
  waiting: z.array(waitingSkillSchema),
  /** Entries dropped since the file was created, because there were too many. */
  dropped: z.number().int().nonnegative(),
});
export type WaitingFile = z.infer<typeof waitingFileSchema>;

/** Maximum entries in the file: a server decides how many skills it lists. */
export const mostWaiting = 1_000;

/** One skill that apps requested and didn't get, as a window shows it. */
export const askedSkillSchema = z.object({
  /** Identifies the line, for requests. */
  key: z.string(),
  server: z.string(),
  /** The label now means another server: it doesn't lead to what apps requested. */
  isOtherServer: z.boolean(),
  uri: z.string(),
  name: z.string(),
  standing: z.enum(waitingStandings),
  how: z.enum(waitingHows),
  /** The apps' own names, latest first. */
  hosts: z.array(z.string()),
  moreHosts: z.number(),
  firstAt: z.string(),
  lastAt: z.string(),
  count: z.number(),
});
export type AskedSkill = z.infer<typeof askedSkillSchema>;

/** The waiting queue, latest first. */
export const waitingViewSchema = z.object({
  skills: z.array(askedSkillSchema),
  /** Left out because there were too many. */
  dropped: z.number(),
  /** Why the waiting queue can't be read. */
  problem: z.string().nullable(),
});
export type WaitingView = z.infer<typeof waitingViewSchema>;
