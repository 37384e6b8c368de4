import { z } from 'zod';
import { skillChangesSchema } from '../../../shared/model/detail.ts';
import { findingCountsSchema, sinceDecisionSchema } from '../../../shared/model/findings.ts';
import { notListedSchema } from '../../../shared/model/not-listed.ts';
import { dialectIds, turns } from '../../../shared/model/plain.ts';
import { problemSchema } from '../../../shared/model/problem.ts';
import { connectionFailureSchema, connectionSchema } from '../../../shared/model/server.ts';
import {
  fileEntrySchema,
  integritySchema,
  originSchema,
  requestsSchema,
  verificationSummarySchema,
} from '../../../shared/model/skill.ts';
import { setChangesSchema, standingSchema } from '../../../shared/model/standing.ts';
import { verdictSchema } from '../../../shared/model/verdict.ts';
import {
  anything,
  checkedFile,
  count,
  digest,
  maybeDigest,
  maybeRecord,
  onSkill,
  refused,
  skillRisk,
  standingKind,
  text,
  unreachable,
  withContent,
} from './parts.ts';

const dialect = z.enum(dialectIds);
const problems = z.array(problemSchema);
const statuses = connectionSchema.options.map((option) => option.shape.status.value);

const listedSkill = z.object({
  uri: text,
  name: text,
  description: text,
  dialect,
  origin: originSchema,
  standing: standingKind,
  alsoIn: z.array(dialect),
  content: z.enum(['listed', 'dynamic', 'unknown']),
  integrity: integritySchema,
  needsReadAll: z.boolean(),
  files: z.object({ listed: count.nullable(), bytes: z.number() }),
  setDigest: maybeDigest,
  metadataDigest: digest,
  checked: verificationSummarySchema,
  risk: skillRisk,
  findings: findingCountsSchema,
  findingsSinceApproval: sinceDecisionSchema.optional(),
  requests: requestsSchema,
  problems,
});

const list = z.object({
  servers: z.array(
    z.object({
      label: text,
      status: z.enum(statuses as [string, ...string[]]),
      error: text.optional(),
      failure: connectionFailureSchema.optional(),
      turn: z.enum(turns).optional(),
      next: text.optional(),
      protocolVersion: text.nullable(),
      fallback: z.literal('sse').optional(),
      dialects: z.array(dialect),
      complete: z.boolean(),
      problems,
      advice: z.array(problemSchema.extend({ revision: text })),
      skills: z.array(listedSkill),
      refused: z.array(
        problemSchema.extend({
          uri: text.optional(),
          name: text.optional(),
          others: problems,
        }),
      ),
      notListed: notListedSchema,
      stderr: z.object({ lines: z.array(text), lost: count }).optional(),
    }),
  ),
});

const shown = z.object({
  entry: z.object({
    ...onSkill,
    name: text,
    description: text,
    frontmatter: z.record(z.string(), anything),
    files: z.union([z.array(fileEntrySchema), z.enum(['dynamic', 'unknown'])]),
    dialect,
    origin: originSchema,
    archives: z.array(z.object({ url: text, mimeType: text.optional(), digest: text.optional() })),
    integrity: integritySchema,
    alsoIn: z.array(dialect),
    root: text.optional(),
    frontmatterIsPart: z.boolean().optional(),
    mayLackFrontmatter: z.literal(true).optional(),
    known: z.array(fileEntrySchema).optional(),
    problems,
  }),
  standing: standingKind,
  detail: standingSchema,
  setDigest: maybeDigest,
  metadataDigest: digest,
  checked: verificationSummarySchema,
  risk: skillRisk,
  findings: findingCountsSchema,
  requests: requestsSchema,
  record: maybeRecord,
  raw: anything,
  contents: z.array(z.union([withContent(checkedFile), z.object(checkedFile)])).optional(),
});

const about = { verdict: verdictSchema, mimeType: text.nullable(), size: count.nullable() };
const read = z.union([
  withContent({ ...onSkill, setDigest: maybeDigest, ...about }),
  z.object(about),
  refused,
]);

const namedSkills = z.array(z.object(onSkill));
const verified = z.enum(['verified', 'failed', 'unread', 'unverifiable', 'refused']);
const verify = z.object({
  skills: z.array(
    z.object({
      server: text,
      uri: text.nullable(),
      status: verified,
      setDigest: maybeDigest,
      files: z.array(z.object(checkedFile)),
      problems,
      findingsSinceApproval: sinceDecisionSchema.optional(),
    }),
  ),
  summary: z.object({
    skills: count,
    ...{ verified: count, failed: count, unread: count, unverifiable: count, refused: count },
    unreachable,
  }),
  drift: z
    .object({
      differs: z.array(z.object({ ...onSkill, what: z.enum(['files', 'words', 'both']) })),
      gone: namedSkills,
      refused: z.array(z.object({ ...onSkill, message: text })),
      unknown: z.array(z.object({ ...onSkill, message: text })),
      added: namedSkills,
      expired: namedSkills,
    })
    .optional(),
  /** Of folders: what wasn't read, and what is read elsewhere or holds no skills. */
  leftOut: z.array(z.object({ path: text, why: text, isUnseen: z.boolean() })).optional(),
});

/** For an entry that the caller supplies: what can be said without a connection. */
const told = z.object({
  kind: standingKind,
  at: text.optional(),
  note: text.optional(),
  changes: setChangesSchema.optional(),
  metadata: z.boolean().optional(),
  approvedAt: text.optional(),
  expiresAt: text.nullable().optional(),
  failures: z.array(text).optional(),
  reason: text.optional(),
  rule: text.optional(),
});
const check = z.union([
  z.object({
    server: text.nullable(),
    uri: text,
    standing: standingKind,
    detail: z.union([standingSchema, told]),
    record: maybeRecord,
  }),
  refused,
]);

const load = z.union([
  z.object({
    ...onSkill,
    standing: standingKind,
    detail: standingSchema,
    verdict: verdictSchema.optional(),
  }),
  z.object({ ...onSkill, standing: z.literal('refused'), verdict: verdictSchema }),
  withContent({
    ...onSkill,
    standing: z.literal('approved'),
    verdict: verdictSchema,
    origin: z.object(onSkill),
    grants: z.object({ allowedTools: z.array(text) }),
  }),
  refused,
]);

const templates = z.union([
  z.object({
    server: text,
    templates: z.array(
      z.object({
        template: text,
        name: text,
        description: text,
        variables: z.array(z.object({ name: text, values: z.array(text) })),
      }),
    ),
  }),
  z.object({ server: text, template: text, uri: text, name: text, description: text }),
]);

const diff = z.union([
  z.object({ ...onSkill, changes: z.null() }),
  z.object({ ...onSkill, changes: skillChangesSchema, markdown: text }),
  refused,
]);

/** The documents of commands about skills. */
export const skillDocuments = {
  list,
  show: z.union([shown, refused]),
  read,
  verify,
  check,
  load,
  templates,
  diff,
};
