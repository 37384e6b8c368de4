import { z } from 'zod';
import {
  digest,
  type file,
  record,
  type ApprovalRecord,
  type Failure,
  type Identity,
} from '../host/format.ts';
import { faultIn, type SchemaValue } from '../host/schema.ts';
import type { DigestPair } from '../host/set-digest.ts';
import { auditActions, auditVias } from './plain.ts';

// The contents of a decision are defined only in `shared/host/format.ts`.
export type { ApprovalRecord, Failure, Identity };
export type BoundResource = ApprovalRecord['resources'][number];
export type { DigestPair };
/** `approvals.json` as on disk. */
export type ApprovalsFile = SchemaValue<typeof file> & { readonly format: string };

export const digestSchema = z.string().regex(new RegExp(digest.pattern ?? ''));
export const approvalRecordSchema = z.custom<ApprovalRecord>(
  (value) => faultIn(record, value) === null,
);

/** A copy of the decisions that Skillgate made after a change. */
export const decisionCopySchema = z.object({
  /** Names it for `skillgate restore`. */
  name: z.string(),
  /** ISO 8601. */
  at: z.string(),
  decisions: z.number(),
});
export type DecisionCopy = z.infer<typeof decisionCopySchema>;

/** What became of the decisions of a copy. */
export const restoredDecisionsSchema = z.object({
  /** Null: a person starts with no decisions. */
  copy: z.string().nullable(),
  at: z.string().nullable(),
  decisions: z.number(),
  /** Approvals that a person has to confirm, each on its own, before they count. */
  toConfirm: z.number(),
  /** Decisions that were taken back since. */
  left: z.number(),
});
export type RestoredDecisions = z.infer<typeof restoredDecisionsSchema>;

/**
 * Whether decisions can be read and written; anything but `ready` makes every status `cannot-tell`.
 */
export const storeStateSchema = z.discriminatedUnion('status', [
  z.object({
    status: z.literal('ready'),
    path: z.string(),
    revision: z.number(),
    records: z.number(),
    /** Why the last note couldn't be added to `audit.jsonl`. */
    auditProblem: z.string().optional(),
    /** Why the second copy of the decisions couldn't be written. */
    mirrorProblem: z.string().optional(),
    /** Why the last write, although in effect, may not survive a power failure. */
    flushProblem: z.string().optional(),
    /** Why finding dismissals can't be read, so that none counts. */
    answersProblem: z.string().optional(),
    /** Why an app's own settings don't follow the decisions. */
    rulesProblem: z.string().optional(),
  }),
  z.object({
    status: z.literal('unreadable'),
    path: z.string(),
    /** `missing`: the file is gone although decisions were made; a new folder is `ready`. */
    reason: z.enum([
      'corrupt',
      'newer-format',
      'permission',
      'symlink',
      'unsafe-folder',
      'io',
      'missing',
    ]),
    message: z.string(),
    /** Where the bytes were kept if the file was set aside. */
    keptAt: z.string().optional(),
    /** Copies that can be restored, newest first; absent if none would help. */
    copies: z.array(decisionCopySchema).optional(),
  }),
]);
export type StoreState = z.infer<typeof storeStateSchema>;

export const auditLineSchema = z.object({
  seq: z.number(),
  at: z.string(),
  actor: z.string(),
  action: z.enum(auditActions),
  server: z.string(),
  uri: z.string(),
  setDigest: z.string().nullable(),
  detail: z.string(),
  via: z.enum(auditVias).exactOptional(),
  /** The same for everything that a person decided or undid at once. */
  batch: z.string().exactOptional(),
  prev: z.string(),
  hash: z.string(),
});
export type AuditLine = z.infer<typeof auditLineSchema>;
