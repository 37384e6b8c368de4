import { z } from 'zod';
import { errorCodes } from '../../../shared/contract.ts';
import { identity, record } from '../../../shared/host/format.ts';
import type { JsonSchema } from '../../../shared/host/schema.ts';
import { answerSchema, placeSchema, sinceDecisionSchema } from '../../../shared/model/findings.ts';
import { severities } from '../../../shared/model/finding-kinds.ts';
import { evidenceSchema } from '../../../shared/model/report.ts';
import { serverTargetSchema } from '../../../shared/model/server.ts';
import {
  fileEntrySchema,
  requestsSchema,
  verificationSummarySchema,
} from '../../../shared/model/skill.ts';
import { startViewSchema } from '../../../shared/model/start.ts';
import { problemSchema } from '../../../shared/model/problem.ts';
import { standingSchema } from '../../../shared/model/standing.ts';
import { stepShape, verdictSchema } from '../../../shared/model/verdict.ts';

/** Definitions that the schemas share by name, with their descriptions. */
export const namedParts = z.registry<Record<string, unknown>>();
namedParts.add(problemSchema, { id: 'problem' });
namedParts.add(standingSchema, { id: 'standing' });
namedParts.add(verdictSchema, { id: 'verdict' });
namedParts.add(requestsSchema, { id: 'requests' });
namedParts.add(fileEntrySchema, { id: 'file' });
namedParts.add(verificationSummarySchema, { id: 'checked' });
namedParts.add(sinceDecisionSchema, { id: 'since' });
namedParts.add(startViewSchema, { id: 'start' });
namedParts.add(serverTargetSchema, { id: 'target' });
namedParts.add(placeSchema, { id: 'place' });
namedParts.add(answerSchema, { id: 'answer' });
namedParts.add(evidenceSchema, { id: 'evidence' });

/** Definitions of `shared/host`, which are JSON Schema already. */
function described(id: string, schema: JsonSchema) {
  const part = z.unknown();
  namedParts.add(part, { id, ...schema });
  return part;
}

/**
 * A decision as in `approvals.json`. Only here are further fields allowed: those of a later writer
 * are kept and printed.
 */
export const decision = described('decision', record);
export const serverIdentity = described('identity', identity);
export const maybeRecord = z.union([decision, z.null()]);

/** Any value that a server or a file contains. */
export const anything = z.unknown();
export const text = z.string();
export const count = z.number().int().min(0);
export const digest = z.string().regex(/^sha256:[0-9a-f]{64}$/);
export const maybeDigest = digest.nullable();
/** What is known to stand against a skill; it never says that a skill is harmless. */
export const skillRisk = z.object({
  worst: z.enum(severities).nullable(),
  files: count,
  unread: count,
  notInspected: count,
  text: z.string(),
});
namedParts.add(skillRisk, { id: 'risk' });
export const onSkill = { server: z.string(), uri: z.string() };

const standings = standingSchema.options.map((option) => option.shape.kind.value);
export const standingKind = z.enum(standings as [string, ...string[]]);

/**
 * Printed in place of anything else when a command stops. The exit code is 2, or 10 if `starts` has
 * the commands of a list that nobody allowed.
 */
export const failure = z.object({
  error: z.object({
    code: z.enum(['usage', ...errorCodes]),
    message: z.string(),
    stderr: stepShape.stderr,
    starts: z
      .array(z.object({ server: text, fingerprint: text, start: startViewSchema }))
      .optional(),
  }),
});

/** An entry that breaks a rule, as every command about one skill reports it. */
export const refused = z.object({
  server: z.string(),
  uri: z.string().nullable(),
  entry: z.null(),
  standing: z.literal('refused'),
  problem: problemSchema,
  others: z.array(problemSchema),
  record: z.null(),
  raw: z.null(),
});

/** A file's bytes: as text, or base64 if they aren't text. */
export const withContent = <S extends z.ZodRawShape>(shape: S) =>
  z.union([z.object({ ...shape, text: z.string() }), z.object({ ...shape, base64: z.string() })]);

export const checkedFile = { uri: z.string(), verdict: verdictSchema };
export const unreachable = z.array(
  z.object({ server: z.string(), message: z.string(), ...stepShape }),
);
