import { resolve } from 'node:path';
import { sameIdentity } from '../../core/decisions/identity.ts';
import {
  explainServer,
  explainSkill,
  type ExplainedServer,
  type ExplainedSkill,
} from '../../core/policy/explain.ts';
import type { ActivePolicy } from '../../core/policy/policy.ts';
import { readPolicyDraft } from '../../storage/policy.ts';
import type { CatalogueServer } from '../../engine/catalogue/server.ts';
import type { AppContext } from '../../engine/contexts.ts';
import { CommandError, type CommandOutput, type CommandContext } from '../call/command.ts';

interface TestedServer extends ExplainedServer {
  readonly label: string;
  readonly skills: readonly (ExplainedSkill & { readonly uri: string })[];
}

/** `policy test FILE`: which rule decides about each configured server and its skills. */
export async function testPolicy(
  ctx: AppContext,
  given: {
    readonly server: string | undefined;
    readonly uri: readonly string[];
    readonly words: readonly string[];
  },
  { cwd }: Pick<CommandContext, 'cwd'>,
): Promise<CommandOutput> {
  const path = resolve(cwd, given.words[0] ?? '');
  const draft = await readPolicyDraft(path);
  if (!draft.ok) throw new CommandError(draft.error, 'bad-input');
  const { state } = ctx.approvals;
  if (state.status === 'unreadable') throw new CommandError(state.message, 'store');
  const all = [...ctx.catalogue.servers.values()];
  const chosen =
    given.server === undefined ? all : all.filter(({ label }) => label === given.server);
  if (given.server !== undefined && chosen.length === 0)
    throw new CommandError(`There is no server ${given.server}.`, 'not-found');
  const servers = chosen.map((server) => testServer(ctx, draft.value, server, given.uri));
  const { rules } = draft.value.policy;
  return {
    json: { path, rules: rules.length, servers },
    human: [
      `${path}: ${rules.length === 1 ? '1 rule' : `${rules.length} rules`}`,
      ...servers.flatMap(serverLines),
      ...(servers.length === 0 ? ['No server is configured.'] : []),
    ],
    exit: 0,
  };
}

function testServer(
  ctx: AppContext,
  policy: ActivePolicy,
  { label, identity, target }: CatalogueServer,
  asked: readonly string[],
): TestedServer {
  const records = ctx.approvals
    .all()
    .filter(({ server }) => identity !== null && sameIdentity(server.identity, identity));
  const known = new Map(records.map((record) => [record.uri, record]));
  const uris = [...new Set([...known.keys(), ...asked])].toSorted();
  return {
    label,
    ...explainServer(policy.policy, { identity, target }),
    skills: uris.map((uri) => ({
      uri,
      ...explainSkill(policy, { identity, target, uri, record: known.get(uri) ?? null }),
    })),
  };
}

const decisionWords: Readonly<Record<ExplainedServer['decision'], string>> = {
  denied: 'denied by',
  allowed: 'allowed by',
  'not-allowed': 'blocked: no allow rule covers it',
  open: 'no rule applies',
  'by-skill': 'allowed for some of its skills',
};

function serverLines({ label, decision, rule, skillRules, skills }: TestedServer): string[] {
  return [
    `${label}  ${said(decision, rule)}`,
    ...skillRules.map((name) => `  decides about some skills: ${JSON.stringify(name)}`),
    ...skills.map((skill) => {
      // What the policy demands of every approval, unless a rule already blocks it.
      const isRule = skill.decision === 'denied' || skill.decision === 'not-allowed';
      const more = skill.blocked === null || isRule ? '' : `; blocked: ${skill.blocked}`;
      return `  ${skill.uri}  ${said(skill.decision, skill.rule)}${more}`;
    }),
  ];
}

const said = (decision: ExplainedServer['decision'], rule: string | null): string =>
  `${decisionWords[decision]}${rule === null ? '' : ` ${JSON.stringify(rule)}`}`;
