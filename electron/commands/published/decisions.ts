import { z } from 'zod';
import { decideOutcomeSchema, errorCodes } from '../../../shared/contract.ts';
import { bundlePreviewSchema } from '../../../shared/model/bundle.ts';
import {
  anything,
  count,
  digest,
  maybeDigest,
  maybeRecord,
  onSkill,
  refused,
  serverIdentity,
  standingKind,
  text,
} from './parts.ts';

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
  outcome: z.enum(['not-shown', 'stale']),
  files: z.union([
    z.array(
      z.object({ path: text, uri: text, size: z.number().nullable(), digest: text.nullable() }),
    ),
    z.enum(['dynamic', 'unknown']),
  ]),
  metadata: z.record(z.string(), anything),
  tools: z.array(text),
  coverage: z.object({ verified: count, shown: count, total: count }),
});

const ofLock = z.object({
  lock: text,
  outcomes: z.array(
    z.object({
      ...onSkill,
      setDigest: digest,
      served: maybeDigest,
      // Why the skill ruled it out, or why it couldn't be requested.
      outcome: z.enum([...new Set(['usage', ...errorCodes, ...outcome.options])]),
      message: text,
    }),
  ),
});

const audit = z.union([
  z.object({ path: text, ok: z.literal(true), lines: count, recovered: count }),
  z.object({ path: text, ok: z.literal(false), line: count, reason: text }),
]);

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
  z.object({ as: z.enum(['agenticx', 'lock', 'csv', 'markdown']), decisions: count, output: text }),
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
export const decisionDocuments = {
  approve: z.union([decided, notSeen, notDone, ofLock, refused]),
  deny: z.union([decided, notDone, refused]),
  revoke: z.union([decided, notDone]),
  forget: z.object({ removed: count, left: text.exactOptional() }),
  mirror: z.object({ mirror: text.nullable() }),
  'audit verify': audit,
  export: exporting,
  import: importing,
  'keys list': z.object({ own: digest, trusted: z.array(key) }),
  'keys trust': z.object({ trusted: digest }),
  'keys remove': z.object({ removed: text }),
};
