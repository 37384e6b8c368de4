import { z } from 'zod';
import { hostIds } from './plain.ts';
import { serverTargetSchema } from './server.ts';
import { startViewSchema } from './start.ts';

/** One server of a host's file, as it stands there now. */
export const hostEntrySchema = z.object({
  /** Names the entry in its file, for requests. */
  key: z.string(),
  label: z.string(),
  /** The project that it belongs to; empty where it counts everywhere. */
  project: z.string(),
  /**
   * `direct`: the host starts or contacts the server itself. `through`: this Skillgate stands
   * between. `other`: a Skillgate at another place does, as far as the entry says.
   */
  state: z.enum(['direct', 'through', 'other']),
  /** What it is; of a `through` entry the server behind it, null where that is not known. */
  target: serverTargetSchema.nullable(),
  /** Skillgate's own label of the server behind a `through` entry. */
  server: z.string().nullable(),
  /** Why it does not work, or why the switch cannot be turned; null where it can. */
  problem: z.string().nullable(),
  /** Whether what stood there before is known, so that it can be put back. */
  undoable: z.boolean(),
});
export type HostEntryView = z.infer<typeof hostEntrySchema>;

export const hostViewSchema = z.object({
  id: z.enum(hostIds),
  name: z.string(),
  path: z.string(),
  status: z.enum(['absent', 'ready', 'unreadable']),
  /** Why it cannot be read. */
  message: z.string(),
  entries: z.array(hostEntrySchema),
});
export type HostView = z.infer<typeof hostViewSchema>;

/** A line of the difference of a host's file; secrets masked. */
export const changedLineSchema = z.object({
  kind: z.enum(['same', 'removed', 'added']),
  text: z.string(),
});
export type ChangedLine = z.infer<typeof changedLineSchema>;

/** What would be written, before it is. */
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
   * Servers that Skillgate gets to know by it, or had without a yes; what of them it would start,
   * null of an address.
   */
  added: z.array(
    z.object({ label: z.string(), isNew: z.boolean(), start: startViewSchema.nullable() }),
  ),
  /** What was asked for and cannot be done: why. */
  left: z.array(z.object({ label: z.string(), project: z.string(), reason: z.string() })),
});
export type HostChange = z.infer<typeof hostChangeSchema>;
