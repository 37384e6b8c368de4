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

// What a decision consists of is described once, in `shared/host/format.ts`.
export type { ApprovalRecord, Failure, Identity };
export type BoundResource = ApprovalRecord['resources'][number];
export type { DigestPair };
/** `approvals.json` as it is on disk. */
export type ApprovalsFile = SchemaValue<typeof file> & { readonly format: string };

export const digestSchema = z.string().regex(new RegExp(digest.pattern ?? ''));
export const approvalRecordSchema = z.custom<ApprovalRecord>(
  (value) => faultIn(record, value) === null,
);

/**
 * Whether decisions can be read and written; anything but `ready` makes every standing
 * `cannot-tell`.
 */
export const storeStateSchema = z.discriminatedUnion('status', [
  z.object({
    status: z.literal('ready'),
    path: z.string(),
    revision: z.number(),
    records: z.number(),
    /** The last note could not be added to `audit.jsonl`: why. */
    auditProblem: z.string().optional(),
    /** The second copy of the decisions could not be written: why. */
    mirrorProblem: z.string().optional(),
    /** The last write is in force, but may not outlast a loss of power: why. */
    flushProblem: z.string().optional(),
    /** Answers to findings cannot be read, so that none counts: why. */
    answersProblem: z.string().optional(),
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
    /** Where the bytes were kept, when the file was set aside. */
    keptAt: z.string().optional(),
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
  prev: z.string(),
  hash: z.string(),
});
export type AuditLine = z.infer<typeof auditLineSchema>;
