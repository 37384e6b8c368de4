import { z } from 'zod';

/** How a host met a skill that it did not get: it was left out of a list, or asked for by name. */
export const waitingHows = ['list', 'get', 'read'] as const;

/** The standings for which a person's decision would help; `unknown`: nobody has looked at it yet. */
export const waitingStandings = ['undecided', 'changed', 'expired', 'unknown'] as const;

const shortText = z.string().max(200);

/** One skill that one host met at a gateway and did not get, because nobody has decided. */
export const waitingSkillSchema = z.object({
  /** What the host calls itself: its own words, shown and never matched on. */
  host: z.object({ name: shortText, version: shortText }),
  /** The person's label for the server, and who it is (`identityKey`). */
  server: z.string().max(1_000),
  identity: z.string().max(16_384),
  /** The `SKILL.md` URI as the server has it. */
  uri: z.string().max(8_192),
  name: shortText,
  standing: z.enum(waitingStandings),
  how: z.enum(waitingHows),
  /** ISO 8601. */
  firstAt: z.iso.datetime(),
  lastAt: z.iso.datetime(),
  /** Times that this host met it, listings included. */
  count: z.number().int().positive(),
});
export type WaitingSkill = z.infer<typeof waitingSkillSchema>;

/** `waiting.json` in the data folder. */
export const waitingFileSchema = z.looseObject({
  format: z.literal('skillgate/waiting@1'),
  /** Newest `lastAt` last. */
  waiting: z.array(waitingSkillSchema),
  /** Entries that were dropped since the file was begun, because there were too many. */
  dropped: z.number().int().nonnegative(),
});
export type WaitingFile = z.infer<typeof waitingFileSchema>;

/** Most entries in the file: a server decides how many skills it lists. */
export const mostWaiting = 1_000;

/** One skill that hosts asked for and did not get: what the window shows of them together. */
export const askedSkillSchema = z.object({
  /** Names the line, for requests. */
  key: z.string(),
  server: z.string(),
  /** The label means another server by now: what hosts asked for is not what it leads to. */
  isOtherServer: z.boolean(),
  uri: z.string(),
  name: z.string(),
  standing: z.enum(waitingStandings),
  how: z.enum(waitingHows),
  /** What the hosts call themselves, the latest first. */
  hosts: z.array(z.string()),
  moreHosts: z.number(),
  firstAt: z.string(),
  lastAt: z.string(),
  count: z.number(),
});
export type AskedSkill = z.infer<typeof askedSkillSchema>;

/** The waiting queue; the latest first. */
export const waitingViewSchema = z.object({
  skills: z.array(askedSkillSchema),
  /** Left out because there were too many. */
  dropped: z.number(),
  /** Why what waits cannot be read. */
  problem: z.string().nullable(),
});
export type WaitingView = z.infer<typeof waitingViewSchema>;
