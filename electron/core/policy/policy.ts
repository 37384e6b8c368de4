import { z } from 'zod';
import { digestSchema } from '../../../shared/model/approval.ts';
import { severities } from '../../../shared/model/severity.ts';
import { err, ok, type Result } from '../../../shared/result.ts';
import { visible } from '../text.ts';
import { isRuleId, type FindingLimits } from './finding-limits.ts';
import { addressPattern, uriPattern, wordPattern, type PolicyPattern } from './pattern.ts';
import { commandRule, type CommandRule } from './command-rule.ts';

export const policyFormat = 'skillgate/policy@1';

/**
 * Which servers a rule is about; a stdio server by command and arguments, or exactly by
 * fingerprint.
 */
const serverSchema = z.union([
  z.strictObject({ url: z.string() }),
  z.strictObject({ command: z.string(), args: z.array(z.string()).optional() }),
  z.strictObject({ fingerprint: digestSchema }),
]);
const ruleSchema = z.strictObject({
  /** What a person reads when the rule blocks something. */
  name: z.string().trim().min(1).max(120),
  effect: z.enum(['allow', 'deny']),
  /** Every server when absent. */
  server: serverSchema.optional(),
  /** Pattern of the `SKILL.md` URI; every skill when absent. */
  uri: z.string().optional(),
});
/** What forbids an approval while it's open. */
const findingsSchema = z.strictObject({
  severity: z.enum(severities).optional(),
  rules: z.array(z.string()).max(200).default([]),
  lowConfidence: z.boolean().default(false),
  notInspected: z.boolean().default(false),
});
/** Strict: a key unknown to this version may forbid something, so the whole file is rejected. */
const fileSchema = z.strictObject({
  format: z.literal(policyFormat),
  rules: z.array(ruleSchema).max(1_000).default([]),
  requireFullCoverage: z.boolean().default(false),
  requireShown: z.boolean().default(false),
  refuseDynamic: z.boolean().default(false),
  longestExpiryDays: z.number().positive().max(36_500).optional(),
  forbidToolGrants: z.boolean().default(false),
  hideSkillTools: z.boolean().default(false),
  forbidFindings: findingsSchema.optional(),
});

export type ServerPattern =
  | { readonly kind: 'url'; readonly url: PolicyPattern }
  | ({ readonly kind: 'command' } & CommandRule)
  | { readonly kind: 'fingerprint'; readonly fingerprint: string };

export interface PolicyRule {
  readonly name: string;
  readonly effect: 'allow' | 'deny';
  readonly server: ServerPattern | null;
  readonly uri: PolicyPattern | null;
}

export interface ManagedPolicy {
  readonly rules: readonly PolicyRule[];
  /** Every file matched what the server listed. */
  readonly requireFullCoverage: boolean;
  /** The approver had every file on screen in full. */
  readonly requireShown: boolean;
  readonly refuseDynamic: boolean;
  /** Maximum lifetime of an approval, ms. */
  readonly longestExpiryMs: number | null;
  readonly forbidToolGrants: boolean;
  /** The gateway hides a server's tools that give skills. */
  readonly hideSkillTools: boolean;
  /** Which findings forbid an approval; null for none. */
  readonly findings: FindingLimits | null;
}

/** A valid policy file. */
export interface ActivePolicy {
  readonly status: 'active';
  readonly path: string;
  readonly policy: ManagedPolicy;
  /** Hash of the file's bytes. */
  readonly digest: string;
}

/** What applies on this machine now. If unreadable, everything is blocked. */
export type PolicyInForce =
  | { readonly status: 'none' }
  | ActivePolicy
  | { readonly status: 'unreadable'; readonly path: string; readonly message: string };

/** Reads a policy file. The error tells the administrator what's wrong; nothing is guessed. */
export function parsePolicy(text: string): Result<ManagedPolicy, string> {
  let value: unknown;
  try {
    value = JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch {
    return err('it is not JSON');
  }
  const file = fileSchema.safeParse(value);
  if (!file.success) {
    const [issue] = file.error.issues;
    return err(
      `${issue?.path.join('.') || 'the file'}: ${visible(issue?.message ?? 'invalid', 200)}`,
    );
  }
  const { longestExpiryDays, rules, forbidFindings, ...switches } = file.data;
  const compiled: PolicyRule[] = [];
  for (const [index, rule] of rules.entries()) {
    const made = compile(rule);
    if (!made.ok) return err(`rules.${index}: ${made.error}`);
    compiled.push(made.value);
  }
  const findings = forbidFindings === undefined ? ok(null) : findingLimits(forbidFindings);
  if (!findings.ok) return err(`forbidFindings${findings.error}`);
  return ok({
    ...switches,
    findings: findings.value,
    rules: compiled,
    longestExpiryMs: longestExpiryDays === undefined ? null : longestExpiryDays * 86_400_000,
  });
}

function findingLimits({
  severity: bound,
  ...limits
}: z.infer<typeof findingsSchema>): Result<FindingLimits, string> {
  const severity = bound ?? null;
  const at = limits.rules.findIndex((id) => !isRuleId(id));
  if (at !== -1)
    return err(
      `.rules.${at}: there is no rule ${JSON.stringify(visible(limits.rules[at] ?? '', 40))}`,
    );
  return severity === null && limits.rules.length === 0 && !limits.notInspected
    ? err(': it names no severity or rule and doesn’t set notInspected, so it forbids nothing')
    : ok({ severity, ...limits });
}

function compile({
  name,
  effect,
  server,
  uri,
}: z.infer<typeof ruleSchema>): Result<PolicyRule, string> {
  if (server === undefined && uri === undefined && effect === 'allow')
    return err('an allow rule for every skill of every server has no effect');
  const of = server === undefined ? ok(null) : serverPattern(server);
  if (!of.ok) return of;
  const at = uri === undefined ? ok(null) : uriPattern(uri);
  return at.ok ? ok({ name: visible(name, 120), effect, server: of.value, uri: at.value }) : at;
}

function serverPattern(server: z.infer<typeof serverSchema>): Result<ServerPattern, string> {
  if ('fingerprint' in server) return ok({ kind: 'fingerprint', fingerprint: server.fingerprint });
  if ('url' in server) {
    const url = addressPattern(server.url);
    return url.ok ? ok({ kind: 'url', url: url.value }) : url;
  }
  const command = wordPattern(server.command);
  if (!command.ok) return command;
  const args: PolicyPattern[] = [];
  for (const arg of server.args ?? []) {
    const made = wordPattern(arg);
    if (!made.ok) return made;
    args.push(made.value);
  }
  return ok({
    kind: 'command',
    ...commandRule(command.value, server.args === undefined ? null : args),
  });
}
