import { z } from 'zod';
import { behaviorChangesSchema } from './behavior.ts';
import { approvalRecordSchema } from './approval.ts';
import { fileEntrySchema, skillRowSchema } from './skill.ts';
import { fieldDifferenceSchema, verdictSchema } from './verdict.ts';

/** Everything that the skill page shows before any file is read. */
export const skillDetailSchema = z.object({
  row: skillRowSchema,
  /** The entry's frontmatter, one field each, with values as indented JSON text. */
  frontmatter: z.array(z.object({ field: z.string(), value: z.string() })),
  files: z.array(fileEntrySchema),
  /** Verdicts so far, by file URI; unread files have none. */
  verdicts: z.record(z.string(), verdictSchema),
  /** What a page kept of how much of each file was read, by file URI; for contents as listed. */
  readings: z.record(z.string(), z.string()).exactOptional(),
  record: approvalRecordSchema.nullable(),
  /** What the entry says beside frontmatter and files, which a decision doesn't bind. */
  unbound: z.array(z.object({ field: z.string(), value: z.string() })),
  /** The entry as received, indented JSON. */
  raw: z.string(),
  /** Other skills with the same name anywhere: `where` names the server or local folder. */
  collisions: z.array(z.object({ where: z.string(), uri: z.string() })),
  /**
   * URIs of skills on the same server whose folder lies inside this one's, and of the one around
   * it.
   */
  nested: z.array(z.string()),
  enclosing: z.string().nullable(),
  /** Limits shown beside size and count. */
  limits: z.object({ files: z.number(), bytes: z.number() }),
});
export type SkillDetail = z.infer<typeof skillDetailSchema>;

/** One file in the Changes tab. */
export const fileChangeSchema = z.object({
  uri: z.string(),
  path: z.string(),
  change: z.enum(['added', 'removed', 'modified']),
  before: z
    .object({ digest: z.string(), size: z.number().optional(), kept: z.boolean() })
    .nullable(),
  after: z.object({ digest: z.string(), size: z.number().optional() }).nullable(),
});
export const skillChangesSchema = z.object({
  approvedAt: z.string(),
  /** When something else was seen, which ended the approval whatever is served since. */
  lapsedAt: z.string().exactOptional(),
  /** The time of the copy that the approval was restored from, if it has to be confirmed. */
  restoredFrom: z.string().exactOptional(),
  /** Whoever approved it had read every file: what didn't change needn't be read again. */
  wasRead: z.literal(true).exactOptional(),
  /** The dialects in which it was approved and is listed now, if they differ. */
  dialects: z.object({ approved: z.string(), now: z.string() }).exactOptional(),
  files: z.array(fileChangeSchema),
  frontmatter: z.array(fieldDifferenceSchema),
  /** What it does now that it didn't then; absent where that can't be compared. */
  behavior: behaviorChangesSchema.exactOptional(),
});
export type SkillChanges = z.infer<typeof skillChangesSchema>;

/** Both sides of one file's diff. A side without text has the reason. */
const sideSchema = z.union([z.object({ text: z.string() }), z.object({ missing: z.string() })]);
export const fileDiffSchema = z.object({
  path: z.string(),
  language: z.string(),
  before: sideSchema,
  after: sideSchema,
  verdict: verdictSchema.nullable(),
});
export type FileDiff = z.infer<typeof fileDiffSchema>;

/** A child that the server lists in a folder now; `listed` = it's also in the manifest. */
export const directoryChildSchema = z.object({
  uri: z.string(),
  name: z.string(),
  folder: z.boolean(),
  listed: z.boolean(),
  problem: z.string().optional(),
});
export const directoryViewSchema = z.object({
  uri: z.string(),
  children: z.array(directoryChildSchema),
  /** Manifest files in this folder that the server no longer lists. */
  gone: z.array(z.string()),
  incomplete: z.string().optional(),
});
export type DirectoryView = z.infer<typeof directoryViewSchema>;
