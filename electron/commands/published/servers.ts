import { z } from 'zod';
import {
  changedLineSchema,
  hostRulesSchema,
  hostViewSchema,
  rulesChangeSchema,
} from '../../../shared/model/hosts.ts';
import { importPreviewSchema } from '../../../shared/model/import.ts';
import { hostIds, leftSignIns } from '../../../shared/model/plain.ts';
import { connectionSchema, serverTargetSchema } from '../../../shared/model/server.ts';
import {
  protections,
  signInAccountSchema,
  signInProblemSchema,
} from '../../../shared/model/sign-in.ts';
import { startViewSchema } from '../../../shared/model/start.ts';
import { count, text } from './parts.ts';

const serverFields = {
  label: text,
  source: z.enum(['stored', 'session']),
  enabled: z.boolean(),
  identity: text,
};
const [command, address] = serverTargetSchema.options;
const listed = z.union([
  command.extend({ ...serverFields, fingerprint: text, start: startViewSchema }),
  address.extend(serverFields),
  z.object({ ...serverFields, error: text }),
]);

const allowed = z.union([
  z.object({ allowed: text, fingerprint: text, start: startViewSchema }),
  z.object({ allowed: text, url: text }),
]);

const statuses = connectionSchema.options.map((option) => option.shape.status.value);
const login = z.union([
  z.object({
    label: text,
    signedIn: z.boolean(),
    account: signInAccountSchema.nullable(),
    status: z.enum(statuses as [string, ...string[]]),
    skills: count,
    error: text.optional(),
  }),
  z.object({ label: text, signedIn: z.literal(false), problem: signInProblemSchema }),
]);

const secrets = z.object({
  protection: z.enum(protections),
  path: text,
  problem: text.nullable(),
  clear: z.array(z.object({ label: text, field: text })),
});

const importing = z.object({
  files: z.array(importPreviewSchema.omit({ importId: true })),
  added: z.array(text),
});

const protect = z.object({
  hosts: z.array(
    z.object({
      host: z.enum(hostIds),
      path: text,
      to: z.enum(['through', 'direct']),
      changes: z.array(
        z.object({
          label: text,
          project: text,
          server: text,
          line: count,
          lines: z.array(changedLineSchema),
        }),
      ),
      servers: z.array(z.object({ label: text, isNew: z.boolean() })),
      left: z.array(z.object({ label: text, project: text, reason: text })),
      gone: z.array(text),
    }),
  ),
  failed: z.array(text),
  written: z.boolean(),
});

const trial = z.discriminatedUnion('outcome', [
  z.object({
    ...{ outcome: z.literal('ready'), tools: z.array(text), prompts: z.array(text) },
    skills: count.nullable(),
  }),
  z.object({ outcome: z.literal('failed'), reason: text }),
]);

const sync = z.union([
  z.object({ hosts: z.array(hostRulesSchema) }),
  rulesChangeSchema.omit({ changeId: true, isWhole: true }).extend({ written: z.boolean() }),
]);

const doctor = z.object({
  /** Backups of apps' files, with any secrets they contain. */
  copies: z.array(z.string()),
  wrong: count,
  problems: z.array(text),
  hosts: z.array(hostViewSchema),
  /** Apps whose own settings should follow the decisions. */
  rules: z.array(hostRulesSchema),
  secrets,
  /** What the desktop app searches before its own PATH. */
  loginShell: z.object({
    shell: text.nullable(),
    folders: z.array(text),
    leftOut: z.array(
      z.object({
        folder: text,
        why: z.enum(['relative', 'unreadable', 'missing', 'writable', 'too-many']),
      }),
    ),
    problem: z
      .enum(['windows', 'off', 'no-shell', 'unknown-shell', 'timeout', 'too-long', 'no-answer'])
      .nullable(),
  }),
  ledger: text.optional(),
  /** With `--start`: each protected server through Skillgate, and directly. */
  trials: z
    .array(
      z.object({
        ...{ host: z.enum(hostIds), label: text, project: text, server: text },
        ...{ through: trial, direct: trial.nullable() },
        differences: z.array(text),
      }),
    )
    .optional(),
});

const decisions = ['denied', 'allowed', 'not-allowed', 'open'] as const;
const maybeRule = text.nullable();
const tested = z.object({
  path: text,
  rules: count,
  servers: z.array(
    z.object({
      label: text,
      decision: z.enum([...decisions, 'by-skill']),
      rule: maybeRule,
      skillRules: z.array(text),
      skills: z.array(
        z.object({ uri: text, decision: z.enum(decisions), rule: maybeRule, blocked: maybeRule }),
      ),
    }),
  ),
});

/** The documents of commands about servers and other programs' configuration. */
export const serverDocuments = {
  'servers list': z.object({ servers: z.array(listed) }),
  'servers add': z.object({ added: text }),
  'servers edit': z.object({ edited: text, fingerprint: text, start: startViewSchema }),
  'servers import': importing,
  'servers remove': z.object({ removed: text, signIn: z.enum(leftSignIns) }),
  'servers allow': allowed,
  login,
  logout: z.object({
    label: text,
    outcome: z.enum(['revoked', 'not-offered', 'failed', 'was-not']),
  }),
  keychain: secrets,
  'gateway key rotate': z.object({ rotated: z.array(text), sharedRemoved: z.boolean() }),
  protect,
  sync,
  doctor,
  'policy test': tested,
};
