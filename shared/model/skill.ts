import { z } from 'zod';
import { findingCountsSchema, sinceDecisionSchema } from './findings.ts';
import { dialectIds, type DialectId } from './plain.ts';
import { problemSchema, type Problem } from './problem.ts';
import { standingSchema } from './standing.ts';

export type { DialectId };

/**
 * How a skill came to be known: in a listing, asked for by URI, from a template, or beneath another
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
  /** The nine permission bits, of a file that came out of an archive. */
  mode: z.number().optional(),
});
export type FileEntry = z.infer<typeof fileEntrySchema>;

/**
 * What the files of a skill can be held against: `manifest` = the server's own digest of every
 * file; `archive` = the unpacked files of an archive with a digest; `self-computed` = digests that
 * Skillgate took at an explicit *Read all*; `none` = not every file has a digest.
 */
export const integritySchema = z.enum(['manifest', 'archive', 'self-computed', 'none']);
export type IntegrityKind = z.infer<typeof integritySchema>;

/** One field of the frontmatter that hosts act on, with its value as one line. */
export const settingSchema = z.object({ field: z.string(), value: z.string() });
export type SkillSetting = z.infer<typeof settingSchema>;

/** What a skill asks a host for, read from its entry alone. */
export const requestsSchema = z.object({
  /** `allowed-tools`, one string per tool, as written. */
  tools: z.array(z.string()),
  /** Frontmatter has `hooks` or another field that a host would run. */
  declarative: z.array(z.string()),
  /** Every field that hosts act on (`hooks`, `model`, …) but name, description and tools. */
  settings: z.array(settingSchema),
  /** Listed files that are scripts or binaries by name. */
  executables: z.array(z.string()),
});
export type SkillRequests = z.infer<typeof requestsSchema>;

/**
 * What a skill consists of: the files that the server lists, content that it generates anew and of
 * which nothing can be said, or nothing that is known yet.
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
  /** Other dialects of the same server that describe the same URI. */
  readonly alsoIn: readonly DialectId[];
  /** The folder of the files, when it is not the URI without `/SKILL.md`. */
  readonly root?: string;
  /** The server states the paths of the files apart from their URIs: a decision keeps them. */
  readonly pathsAreStated?: true;
  /** The frontmatter is what the server repeats of it; the file may have more. */
  readonly frontmatterIsPart?: boolean;
  /** Files that are known of while `files` is `unknown`. */
  readonly known?: readonly FileEntry[];
  readonly raw: unknown;
  readonly problems: readonly Problem[];
}

/** An entry that breaks a rule of the specification: shown, never loaded, never approved. */
export const refusedEntrySchema = z.object({
  server: z.string(),
  /** Position in the listing, counted over all pages; −1 when it came from `skills/get`. */
  index: z.number(),
  uri: z.string().optional(),
  name: z.string().optional(),
  problem: problemSchema,
  /** Every further rule that the entry breaks. */
  others: z.array(problemSchema),
  dialect: z.enum(dialectIds),
});
export type RefusedEntry = z.infer<typeof refusedEntrySchema>;

/** Progress of checking one skill's files. */
export const verificationSummarySchema = z.object({
  verified: z.number(),
  failed: z.number(),
  /** Asked for, and the server gave no content. */
  unread: z.number(),
  unverifiable: z.number(),
  total: z.number(),
});
export type VerificationSummary = z.infer<typeof verificationSummarySchema>;

/** A skill as a row of the tree: small enough to send ten thousand at once. */
export const skillRowSchema = z.object({
  server: z.string(),
  uri: z.string(),
  name: z.string(),
  /** First 200 characters, invisible characters made visible. */
  description: z.string(),
  dialect: z.enum(dialectIds),
  origin: originSchema,
  standing: standingSchema,
  content: z.enum(['listed', 'dynamic', 'unknown']),
  integrity: integritySchema,
  /** Other dialects in which the server describes the same URI. */
  alsoIn: z.array(z.enum(dialectIds)),
  /** It can be approved only after an explicit *Read all* (`readAll`) in this session. */
  needsReadAll: z.boolean(),
  fileCount: z.number(),
  totalSize: z.number(),
  /**
   * Names the server itself, whatever its label (`sha256:…`): a label may be another's by the time of
   * a decision. Null where its configuration names none.
   */
  identity: z.string().nullable(),
  setDigest: z.string().nullable(),
  /** Of name, description and frontmatter, which the set digest does not cover. */
  metadataDigest: z.string(),
  /** The decision that stands about it, by the id of its record: a new one names what it replaces. */
  record: z.string().nullable(),
  checked: verificationSummarySchema,
  requests: requestsSchema,
  problems: z.array(problemSchema),
  findings: findingCountsSchema,
  /** Of a changed skill whose approval kept what stood then; else null. */
  sinceDecision: sinceDecisionSchema.nullable(),
  /** What a managed policy has against approving it while its findings stand so, in words. */
  barredBy: z.array(z.string()),
});
export type SkillRow = z.infer<typeof skillRowSchema>;
