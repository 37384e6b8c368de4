import { z } from 'zod';

/** What takes long: `keep` is text of approved files for later diffs, behind the decisions. */
export const operationKinds = [
  'list',
  'verify',
  'read-all',
  'conformance',
  'approve',
  'deny',
  'revoke',
  'session',
  'undo',
  'import',
  'export',
  'keep',
] as const;
export type OperationKind = (typeof operationKinds)[number];

/** The decisions that can be made about many skills at once. */
export const manyActions = ['approve', 'deny', 'revoke', 'session'] as const;
export type ManyAction = (typeof manyActions)[number];

/** One thing that did not go as it was asked for. Names and words are fit to be shown. */
export const notDoneSchema = z.object({
  server: z.string(),
  uri: z.string(),
  /** URI of the file that it is about; null = the skill. */
  file: z.string().nullable(),
  /** Name of the skill, and path of the file in it. */
  name: z.string(),
  path: z.string(),
  why: z.string(),
});
export type NotDone = z.infer<typeof notDoneSchema>;

/**
 * Long work as the windows follow it, and its end as it stays until somebody closes it, also for a
 * page that is loaded later. Numbers count files or skills, whatever the work is about.
 */
export const operationSchema = z.object({
  operationId: z.string(),
  kind: z.enum(operationKinds),
  /** Null where it is not about one server, or not about one skill. */
  server: z.string().nullable(),
  uri: z.string().nullable(),
  status: z.enum(['running', 'done', 'cancelled', 'failed']),
  done: z.number(),
  /** Null while the total is not known. */
  total: z.number().nullable(),
  failed: z.number(),
  /** How it ended, in words; while it runs what it is at, empty where that is not said. */
  message: z.string(),
  /** Stopping it still means something. */
  stoppable: z.boolean(),
  /** ms since the epoch. */
  startedAt: z.number(),
  endedAt: z.number().nullable(),
  /** The first `mostNamed` of what did not go well; `failed` counts all. */
  notDone: z.array(notDoneSchema),
  /** What it decided can be taken back as a whole. */
  undoable: z.boolean(),
  /** Somebody has seen the result and closed it. */
  closed: z.boolean(),
});
export type Operation = z.infer<typeof operationSchema>;
