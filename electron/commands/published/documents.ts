import { z } from 'zod';
import { skillFindingsSchema } from '../../../shared/model/findings.ts';
import { reportSchema } from '../../../shared/model/report.ts';
import { unseenReasons } from '../findings/report.ts';
import { commands } from '../commands.ts';
import {
  failure,
  namedParts,
  onSkill,
  text,
  unreachable,
  anything,
  count,
  digest,
  maybeDigest,
  maybeRecord,
  refused,
  serverIdentity,
  skillRisk,
  standingKind,
} from './parts.ts';
import { serverDocuments } from './servers.ts';
import { skillDocuments } from './skills.ts';
import { exportFormats } from '../exchange/export-formats.ts';
import { decideOutcomeSchema, errorCodes } from '../../../shared/contract.ts';
import { decisionCopySchema, restoredDecisionsSchema } from '../../../shared/model/approval.ts';
import { bundlePreviewSchema } from '../../../shared/model/bundle.ts';

const outcome = decideOutcomeSchema.shape.outcome;
const replaced = z
  .object({ id: text, decision: z.enum(['approved', 'denied']), decidedAt: text })
  .nullable();
const decided = z.object({ ...onSkill, standing: standingKind, record: maybeRecord, replaced });
/** The skill itself rules the decision out. */
const notDone = z.object({
  ...onSkill,
  outcome: z.enum(['refused', 'dynamic', 'read-first']),
  message: text,
});

/** Nothing was written; this is what is served now, for whoever reviews it. */
const notSeen = z.object({
  ...onSkill,
  setDigest: maybeDigest,
  metadataDigest: digest,
  outcome: z.enum(['not-shown', 'stale', 'risk', 'unread']),
  files: z.union([
    z.array(
      z.object({ path: text, uri: text, size: z.number().nullable(), digest: text.nullable() }),
    ),
    z.enum(['dynamic', 'unknown']),
  ]),
  metadata: z.record(z.string(), anything),
  tools: z.array(text),
  coverage: z.object({ verified: count, shown: count, total: count }),
  risk: skillRisk,
});

const ofLock = z.object({
  lock: text,
  outcomes: z.array(
    z.object({
      ...onSkill,
      setDigest: digest,
      served: maybeDigest,
      // Why the skill ruled it out, or why it couldn't be requested.
      outcome: z.enum([...new Set(['usage', 'unread', ...errorCodes, ...outcome.options])]),
      message: text,
    }),
  ),
});

const intact = z.object({ path: text, ok: z.literal(true), lines: count, recovered: count });
const broken = z.object({ path: text, ok: z.literal(false), line: count, reason: text });
const folders = z.union([intact, broken]).optional();
const audit = z.union([intact.extend({ folders }), broken.extend({ folders })]);

const lock = z.object({
  format: z.literal('skillgate/lock@1'),
  skills: z.array(
    z.object({
      ...onSkill,
      identity: serverIdentity,
      setDigest: digest,
      metadataDigest: digest,
      expiresAt: text.nullable(),
      allowedTools: z.array(text),
      resources: z.record(z.string(), digest),
    }),
  ),
});

const exporting = z.union([
  lock,
  z.object({ as: z.enum(['csv', 'markdown']), decisions: count, text }),
  z.object({ as: z.enum(exportFormats), decisions: count, output: text }),
  // `--as claude-code`: rules that no version of it has been seen to honor yet.
  z.object({
    as: z.literal('claude-code'),
    unconfirmed: z.literal(true),
    permissions: z.object({ allow: z.array(text), deny: z.array(text) }),
    left: z.array(z.object({ server: text, uri: text, reason: text })),
  }),
  z.object({ bundle: text, decisions: count, fingerprint: digest }),
  // `--as agenticx`: by label::uri.
  z.record(z.string().regex(/::/), z.record(z.string(), digest)),
]);

const importing = z.union([
  bundlePreviewSchema.extend({ applied: z.literal(false) }),
  bundlePreviewSchema.extend({
    applied: z.literal(true),
    outcomes: z.array(decideOutcomeSchema),
  }),
]);

const key = z.object({
  fingerprint: digest,
  name: text,
  addedAt: text,
  newest: anything.optional(),
});

/** The documents of commands that make, export and import decisions. */
const decisionDocuments = {
  approve: z.union([decided, notSeen, notDone, ofLock, refused]),
  deny: z.union([decided, notDone, refused]),
  revoke: z.union([decided, notDone]),
  forget: z.object({ removed: count, left: text.exactOptional() }),
  restore: z.union([z.object({ copies: z.array(decisionCopySchema) }), restoredDecisionsSchema]),
  mirror: z.object({ mirror: text.nullable() }),
  'audit verify': audit,
  export: exporting,
  import: importing,
  'keys list': z.object({ own: digest, trusted: z.array(key) }),
  'keys trust': z.object({ trusted: digest }),
  'keys remove': z.object({ removed: text }),
};

const { findings, notInspected, since } = skillFindingsSchema.shape;

/**
 * What every command prints with `--json`, by its name, besides `{"error": …}`, which any of them
 * may print instead. The published schemas are made from this alone.
 */
export const documents: Readonly<Record<string, z.ZodType>> = {
  ...skillDocuments,
  findings: z.object({
    skills: z.array(z.object({ ...onSkill, findings, notInspected, since })),
    unseen: z.array(
      z.object({
        server: text,
        uri: text.nullable(),
        reason: z.enum(unseenReasons),
        detail: text,
        isPart: z.boolean(),
      }),
    ),
    unreachable,
  }),
  ...decisionDocuments,
  ...serverDocuments,
  conformance: reportSchema.extend({ kind: z.literal('conformance') }),
  lint: reportSchema.extend({ kind: z.literal('lint') }),
  schema: z.union([
    z.object({ schemas: z.array(text) }),
    z.looseObject({ $schema: text, $id: text, title: text }),
  ]),
  // From the program itself: `--help` of any command, and `--version`.
  help: z.object({ help: text }),
  version: z.object({ version: text }),
};

/** The same plus the error document, as JSON Schema (2020-12). */
export function publishedSchema(name: string): object | null {
  const document = Object.hasOwn(documents, name) ? documents[name] : undefined;
  if (document === undefined) return null;
  const { $schema, ...rest } = z.toJSONSchema(z.union([document, failure]), {
    metadata: namedParts,
  });
  return {
    $schema,
    $id: `tag:skillgate.dev,2026:json:${fileName(name)}`,
    title: `skillgate ${Object.hasOwn(commands, name) ? '' : '--'}${name} --json`,
    description: 'What the command prints on standard output, including when it fails.',
    ...rest,
  };
}

/** The file name without its extension. */
export const fileName = (name: string): string => name.replaceAll(' ', '-');
