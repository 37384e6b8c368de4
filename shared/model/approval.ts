import { z } from 'zod';

/** SHA-256 as the specification writes it: `sha256:` and 64 lowercase hexadecimal characters. */
export const digestSchema = z.string().regex(/^sha256:[0-9a-f]{64}$/);

/** Who a server is, independent of the person's label. Environment values are never part of it. */
export const identitySchema = z.discriminatedUnion('kind', [
  z.looseObject({ kind: z.literal('http'), url: z.string() }),
  z.looseObject({
    kind: z.literal('stdio'),
    command: z.string(),
    args: z.array(z.string()),
    cwd: z.string().nullable(),
    fingerprint: digestSchema,
  }),
]);
export type Identity = z.infer<typeof identitySchema>;

export const boundResourceSchema = z.looseObject({
  uri: z.string(),
  digest: digestSchema,
  size: z.number().optional(),
});
export type BoundResource = z.infer<typeof boundResourceSchema>;

/** One decision. Unknown fields of a later writer survive (loose objects). */
export const approvalRecordSchema = z.looseObject({
  id: z.string(),
  server: z.looseObject({ label: z.string(), identity: identitySchema }),
  uri: z.string(),
  name: z.string(),
  dialect: z.string(),
  resources: z.array(boundResourceSchema),
  setDigest: digestSchema.nullable(),
  frontmatter: z.record(z.string(), z.unknown()),
  decision: z.enum(['approved', 'denied']),
  reason: z.string(),
  grants: z.looseObject({ allowedTools: z.array(z.string()), codeExecution: z.boolean() }),
  coverage: z.looseObject({ verified: z.number(), total: z.number() }),
  actor: z.looseObject({ kind: z.string(), name: z.string() }),
  decidedAt: z.iso.datetime(),
  expiresAt: z.iso.datetime().nullable(),
  note: z.string(),
  supersedes: z.string().nullable(),
});
export type ApprovalRecord = z.infer<typeof approvalRecordSchema>;

export const approvalsFormat = 'skillgate/approvals@1';

export const approvalsFileSchema = z.looseObject({
  format: z.literal(approvalsFormat),
  revision: z.number().int().nonnegative(),
  updatedAt: z.iso.datetime(),
  generator: z.looseObject({ name: z.string(), version: z.string() }),
  records: z.array(approvalRecordSchema),
});
export type ApprovalsFile = z.infer<typeof approvalsFileSchema>;

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
  }),
  z.object({
    status: z.literal('unreadable'),
    path: z.string(),
    reason: z.enum(['corrupt', 'newer-format', 'permission', 'symlink', 'unsafe-folder', 'io']),
    message: z.string(),
    /** Where the bytes were kept, when the file was set aside. */
    keptAt: z.string().optional(),
  }),
]);
export type StoreState = z.infer<typeof storeStateSchema>;

export const auditActions = [
  'approved',
  'denied',
  'revoked',
  'changed-seen',
  'expired',
  'grant-changed',
  'imported',
  'exported',
  'policy-applied',
  'store-recovered',
] as const;
export const auditLineSchema = z.object({
  seq: z.number(),
  at: z.string(),
  actor: z.string(),
  action: z.enum(auditActions),
  server: z.string(),
  uri: z.string(),
  setDigest: z.string().nullable(),
  detail: z.string(),
  prev: z.string(),
  hash: z.string(),
});
export type AuditLine = z.infer<typeof auditLineSchema>;
export type AuditAction = (typeof auditActions)[number];
