import { z } from 'zod';
import { hostIds } from './plain.ts';
import { serverTargetSchema } from './server.ts';
import { startViewSchema } from './start.ts';

/**
 * How an app is shown skills beside the extension: in its usual ways, in none (`skills`), in one,
 * or in several that a person chose.
 */
const shownAsIds = ['usual', 'skills', 'tools', 'resources', 'index', 'several'] as const;
export type ShownAs = (typeof shownAsIds)[number];

/** The current state of one server in an app's file. */
export const hostEntrySchema = z.object({
  /** Identifies the entry in its file, for requests. */
  key: z.string(),
  label: z.string(),
  /** The project that it belongs to; empty if it applies everywhere. */
  project: z.string(),
  /**
   * `direct`: the app starts or contacts the server itself. `through`: this Skillgate is in
   * between. `other`: according to the entry, a Skillgate elsewhere is.
   */
  state: z.enum(['direct', 'through', 'other']),
  /** What it is; for a `through` entry the server behind it, null if unknown. */
  target: serverTargetSchema.nullable(),
  /** Skillgate's own label for the server behind a `through` entry. */
  server: z.string().nullable(),
  /** Why it doesn't work, or why protection can't be switched; null if it can. */
  problem: z.string().nullable(),
  /**
   * Whether `protect --repair` solves the problem: it starts a Skillgate that's gone, or another.
   */
  repairable: z.boolean(),
  /** Whether the original entry is known, so that it can be restored. */
  undoable: z.boolean(),
  /** How the app is shown skills; null unless it's a `through` entry. */
  shownAs: z.enum(shownAsIds).nullable(),
});
export type HostEntryView = z.infer<typeof hostEntrySchema>;

export const hostViewSchema = z.object({
  id: z.enum(hostIds),
  name: z.string(),
  path: z.string(),
  /** What makes it read its file again. */
  restart: z.string(),
  /** How it's shown skills, beside the extension, unless a person chooses another way. */
  usual: z.array(z.enum(['skills', 'index', 'resources', 'tools'])),
  status: z.enum(['absent', 'ready', 'unreadable']),
  /** Why it can't be read. */
  message: z.string(),
  entries: z.array(hostEntrySchema),
});
export type HostView = z.infer<typeof hostViewSchema>;

/** A line of the diff of an app's file; secrets masked. */
export const changedLineSchema = z.object({
  kind: z.enum(['same', 'removed', 'added']),
  text: z.string(),
});
export type ChangedLine = z.infer<typeof changedLineSchema>;

/** A preview of what would be written. */
export const hostChangeSchema = z.object({
  changeId: z.string(),
  host: z.enum(hostIds),
  name: z.string(),
  path: z.string(),
  entries: z.array(
    z.object({
      label: z.string(),
      project: z.string(),
      /** Skillgate's label of the server. */
      server: z.string(),
      /** First line in the file, from 1. */
      line: z.number(),
      lines: z.array(changedLineSchema),
    }),
  ),
  /**
   * Servers that are added, allowed and started or contacted on confirmation, with what of them is
   * started; null for an address.
   */
  added: z.array(
    z.object({
      label: z.string(),
      isNew: z.boolean(),
      /** A person allowed it before. */
      isAllowed: z.boolean(),
      start: startViewSchema.nullable(),
    }),
  ),
  /** Requested changes that aren't possible, and why. */
  left: z.array(z.object({ label: z.string(), project: z.string(), reason: z.string() })),
});
export type HostChange = z.infer<typeof hostChangeSchema>;

/** Whether decisions are kept in an app's own settings, and which rules are there. */
export const hostRulesSchema = z.object({
  host: z.enum(hostIds),
  /** Local skills, by name alone; else skills of servers, approved ones in one version. */
  byName: z.boolean(),
  /** Its settings. */
  path: z.string(),
  isOn: z.boolean(),
  /** How many rules Skillgate wrote. */
  allow: z.number(),
  deny: z.number(),
  /** By name: the local skills that its settings turn off through Skillgate; at most 1,000. */
  off: z.array(z.string()),
  /** The rules aren't those that the decisions ask for. */
  differs: z.boolean(),
  /** Decisions that no rule can express, and why. */
  left: z.array(z.object({ server: z.string(), uri: z.string(), reason: z.string() })),
  /** Why its settings can't be changed, or the record of the rules can't be read. */
  problem: z.string().nullable(),
});
export type HostRulesView = z.infer<typeof hostRulesSchema>;

/** A preview of what would be written into an app's own settings. */
export const rulesChangeSchema = z.object({
  changeId: z.string(),
  host: z.enum(hostIds),
  byName: z.boolean(),
  path: z.string(),
  to: z.enum(['on', 'off']),
  /** Skillgate makes the file, or deletes the one it made. */
  isWhole: z.boolean(),
  line: z.number(),
  lines: z.array(changedLineSchema),
  left: hostRulesSchema.shape.left,
});
export type RulesChange = z.infer<typeof rulesChangeSchema>;
/** What starting a server directly and through Skillgate showed, fit to show. */
export const triedServerSchema = z.object({
  label: z.string(),
  project: z.string(),
  /** No difference was seen. */
  isSame: z.boolean(),
  /** It would work worse, so the app's entry was left unchanged. */
  isLeft: z.boolean(),
  text: z.string(),
});
export type TriedServer = z.infer<typeof triedServerSchema>;

/** What came of a confirmed change. */
export const appliedHostSchema = z.object({
  path: z.string(),
  outcome: z.enum(['written', 'unchanged', 'cancelled']),
  /** Empty if nothing was tried. */
  tried: z.array(triedServerSchema),
});
export type AppliedHost = z.infer<typeof appliedHostSchema>;
