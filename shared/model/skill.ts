import { z } from 'zod';
import { findingCountsSchema, sinceDecisionSchema } from './findings.ts';
import { dialectIds, type DialectId } from './plain.ts';
import { problemSchema, type Problem } from './problem.ts';
import { standingSchema } from './standing.ts';

export type { DialectId };

/**
 * How a skill was discovered: in a listing, requested by URI, from a template, or below another
 * skill.
 */
export const originSchema = z.enum(['listed', 'by-uri', 'template', 'nested']);
export type EntryOrigin = z.infer<typeof originSchema>;

/** One file of a skill. `path` is relative to the skill's folder, decoded once; `size` in bytes. */
export const fileEntrySchema = z.object({
  path: z.string(),
  uri: z.string(),
  digest: z.string().optional(),
  size: z.number().optional(),
  mimeType: z.string().optional(),
  /** The nine permission bits of a file from an archive. */
  mode: z.number().optional(),
});
export type FileEntry = z.infer<typeof fileEntrySchema>;

/**
 * What the skill's files can be checked against: `manifest` = the server's own digest of every
 * file; `archive` = the unpacked files of an archive with a digest; `self-computed` = digests that
 * Skillgate computed at an explicit *Read all*; `none` = some files have no digest.
 */
export const integritySchema = z.enum(['manifest', 'archive', 'self-computed', 'none']);
export type IntegrityKind = z.infer<typeof integritySchema>;

/** One frontmatter field that apps act on, with its value as one line. */
export const settingSchema = z.object({ field: z.string(), value: z.string() });
export type SkillSetting = z.infer<typeof settingSchema>;

/** What a skill requests from an app, read from its entry alone. */
export const requestsSchema = z.object({
  /** `allowed-tools`, one string per tool, as written. */
  tools: z.array(z.string()),
  /** The frontmatter has `hooks` or another field that an app would run. */
  declarative: z.array(z.string()),
  /** Every field that apps act on (`hooks`, `model`, …) except name, description and tools. */
  settings: z.array(settingSchema),
  /** Listed files that are scripts or binaries by name. */
  executables: z.array(z.string()),
});
export type SkillRequests = z.infer<typeof requestsSchema>;

/**
 * What a skill consists of: the files that the server lists, generated content that can't be
 * verified, or nothing known yet.
 */
export type SkillFiles =
  | { readonly kind: 'listed'; readonly files: readonly FileEntry[] }
  | { readonly kind: 'dynamic' }
  | { readonly kind: 'unknown' };

/** One skill as a server describes it, in any dialect. `raw` is the entry as received. */
export interface SkillEntry {
  readonly server: string;
  readonly uri: string;
  readonly name: string;
  readonly description: string;
  readonly frontmatter: Readonly<Record<string, unknown>>;
  readonly files: SkillFiles;
  readonly dialect: DialectId;
  readonly origin: EntryOrigin;
  readonly archives: readonly {
    readonly url: string;
    readonly mimeType?: string;
    readonly digest?: string;
  }[];
  readonly integrity: IntegrityKind;
  /** Other dialects in which the same server describes this URI. */
  readonly alsoIn: readonly DialectId[];
  /** The folder of the files, if it isn't the URI without `/SKILL.md`. */
  readonly root?: string;
  /** The server states file paths apart from their URIs, so decisions keep them. */
  readonly pathsAreStated?: true;
  /** The frontmatter is what the server repeats; the file may have more. */
  readonly frontmatterIsPart?: boolean;
  /** A single text: it may have no frontmatter, and then the listing names and describes it. */
  readonly mayLackFrontmatter?: true;
  /** Known files while `files` is `unknown`. */
  readonly known?: readonly FileEntry[];
  readonly raw: unknown;
  readonly problems: readonly Problem[];
}

/** An entry that breaks a rule of the specification: shown, never loaded, never approved. */
export const refusedEntrySchema = z.object({
  server: z.string(),
  /** Position in the listing, counted over all pages; −1 if it's from `skills/get`. */
  index: z.number(),
  uri: z.string().optional(),
  name: z.string().optional(),
  problem: problemSchema,
  /** Every other rule that the entry breaks. */
  others: z.array(problemSchema),
  dialect: z.enum(dialectIds),
});
export type RefusedEntry = z.infer<typeof refusedEntrySchema>;

/** Progress of checking one skill's files. */
export const verificationSummarySchema = z.object({
  verified: z.number(),
  failed: z.number(),
  /** Requested, but the server gave no content. */
  unread: z.number(),
  unverifiable: z.number(),
  total: z.number(),
});
export type VerificationSummary = z.infer<typeof verificationSummarySchema>;

/** A skill as a row of the tree: small enough to send ten thousand at once. */
export const skillRowSchema = z.object({
  server: z.string(),
  /** In a local folder: no app asks about its decision. */
  isLocal: z.literal(true).exactOptional(),
  uri: z.string(),
  name: z.string(),
  /** First 200 characters, invisible characters made visible. */
  description: z.string(),
  dialect: z.enum(dialectIds),
  origin: originSchema,
  standing: standingSchema,
  content: z.enum(['listed', 'dynamic', 'unknown']),
  integrity: integritySchema,
  /** Other dialects in which the server describes this URI. */
  alsoIn: z.array(z.enum(dialectIds)),
  /** It can be approved only after an explicit *Read all* (`readAll`) in this session. */
  needsReadAll: z.boolean(),
  fileCount: z.number(),
  totalSize: z.number(),
  /**
   * Identifies the server itself, whatever its label (`sha256:…`): the label may belong to another
   * by the time of a decision. Null if its configuration names no server.
   */
  identity: z.string().nullable(),
  setDigest: z.string().nullable(),
  /** Digest of name, description and frontmatter, which the set digest doesn't cover. */
  metadataDigest: z.string(),
  /** The current decision, by the id of its record: a new one names what it replaces. */
  record: z.string().nullable(),
  checked: verificationSummarySchema,
  requests: requestsSchema,
  problems: z.array(problemSchema),
  findings: findingCountsSchema,
  /** Files that were read and that rules are still inspecting. */
  inspecting: z.number(),
  /** For a changed skill whose approval kept its findings; else null. */
  sinceDecision: sinceDecisionSchema.nullable(),
  /** The policy's objections to approving it with its current findings, as text. */
  barredBy: z.array(z.string()),
});
export type SkillRow = z.infer<typeof skillRowSchema>;
