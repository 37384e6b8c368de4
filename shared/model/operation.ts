import { z } from 'zod';

/**
 * Long-running work: `keep` stores text of approved files for later diffs, after the decisions;
 * `protect` starts servers directly and through Skillgate before an app's file is written.
 */
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
  'protect',
] as const;
export type OperationKind = (typeof operationKinds)[number];

/** The decisions that can be made about many skills at once. */
export const manyActions = ['approve', 'deny', 'revoke', 'session'] as const;
export type ManyAction = (typeof manyActions)[number];

/** One item that failed or was skipped. Names and words are fit to show. */
export const notDoneSchema = z.object({
  server: z.string(),
  uri: z.string(),
  /** URI of the file it's about; null = the skill. */
  file: z.string().nullable(),
  /** Name of the skill, and path of the file in it. */
  name: z.string(),
  path: z.string(),
  why: z.string(),
});
export type NotDone = z.infer<typeof notDoneSchema>;

/**
 * Long-running work as windows see it, and its result until someone closes it, also for a page
 * loaded later. Numbers count files or skills, depending on the work.
 */
export const operationSchema = z.object({
  operationId: z.string(),
  kind: z.enum(operationKinds),
  /** Null if it isn't about one server or one skill. */
  server: z.string().nullable(),
  uri: z.string().nullable(),
  status: z.enum(['running', 'done', 'cancelled', 'failed']),
  done: z.number(),
  /** Null while the total is unknown. */
  total: z.number().nullable(),
  failed: z.number(),
  /** The result as text; while running, the current step, or empty. */
  message: z.string(),
  /** Stopping it still has an effect. */
  stoppable: z.boolean(),
  /** ms since the epoch. */
  startedAt: z.number(),
  endedAt: z.number().nullable(),
  /** The first `mostNamed` items that failed; `failed` counts all. */
  notDone: z.array(notDoneSchema),
  /** All its decisions can be undone together. */
  undoable: z.boolean(),
  /** Someone has seen the result and closed it. */
  closed: z.boolean(),
});
export type Operation = z.infer<typeof operationSchema>;
