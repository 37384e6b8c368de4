import { displayOf } from '../../core/decisions/display.ts';
import { limits } from '../../core/limits.ts';
import { requestsOf } from '../../core/requests.ts';
import { maskedTarget } from '../../core/import/masked-target.ts';
import { visible } from '../../core/text.ts';
import type { Problem } from '../../../shared/model/problem.ts';
import type { ServerTarget, ServerView } from '../../../shared/model/server.ts';
import type { SkillDetail } from '../../../shared/model/detail.ts';
import type { SkillRow, VerificationSummary } from '../../../shared/model/skill.ts';
import { adviceOf } from './advice.ts';
import type { Context } from '../context.ts';
import { noticePolicy } from './policy.ts';
import { failureOf, recordOf, setDigestOf, standingOf } from './standing.ts';
import { needsReadAll } from './settle.ts';
import { dialectsOf, type Server, type Skill } from './world.ts';

/** What the windows see of a server: no secret value is in it. */
export function serverView(ctx: Context, server: Server): ServerView {
  const { configured } = server;
  return {
    label: server.label,
    source: configured.source,
    target: configured.config.ok ? maskedTarget(configured.config.value) : unreadableTarget,
    identity: identityLine(server),
    enabled: configured.enabled,
    connection: server.connection,
    facts:
      server.facts === null
        ? null
        : {
            ...server.facts,
            mentioned: server.facts.mentioned.filter((uri) => !server.skills.has(uri)),
          },
    dialects: dialectsOf(server),
    listing: server.listing,
    problems: [...server.advice],
    advice: adviceOf(server),
    strayRecords: strayRecords(ctx, server),
    stderr: [...ctx.connector.stderr(server.label)],
  };
}

const unreadableTarget: ServerTarget = { type: 'stdio', command: '', args: [], envNames: [] };

function identityLine({ identity, configured }: Server): string {
  if (identity === null) return '';
  if (identity.kind === 'stdio') return identity.fingerprint;
  return configured.config.ok ? displayOf(configured.config.value) : identity.url;
}

/** Records under this label for another identity: shown, because they silently stopped applying. */
function strayRecords(ctx: Context, server: Server): number {
  if (server.identity === null) return 0;
  return ctx.approvals.strayRecords(server.label, server.identity);
}

export function publishServer(ctx: Context, server: Server): void {
  if (ctx.world.servers.get(server.label) === server)
    ctx.publish({ type: 'server-put', server: serverView(ctx, server) });
}

export function checkedOf(skill: Skill): VerificationSummary {
  const { files } = skill.entry;
  const summary = {
    verified: 0,
    failed: 0,
    unverifiable: 0,
    total: typeof files === 'string' ? 0 : files.length,
  };
  for (const verdict of skill.verdicts.values()) summary[verdict.status] += 1;
  return summary;
}

/** A skill as a tree row; its standing is remembered so that a later change is noticed. */
export function skillRow(ctx: Context, server: Server, skill: Skill): SkillRow {
  const { entry } = skill;
  const listed = typeof entry.files === 'string' ? null : entry.files;
  skill.standing = standingOf(ctx, server, skill);
  noticePolicy(ctx, server, skill, skill.standing);
  return {
    server: server.label,
    uri: entry.uri,
    name: visible(entry.name, 80),
    description: visible(entry.description, limits.descriptionShown),
    dialect: entry.dialect,
    origin: entry.origin,
    standing: skill.standing,
    integrity: entry.integrity,
    alsoIn: [...entry.alsoIn],
    needsReadAll: needsReadAll(skill),
    content: listed === null ? (entry.files as 'dynamic' | 'unknown') : 'listed',
    fileCount: listed?.length ?? 0,
    totalSize: listed?.reduce((sum, file) => sum + (file.size ?? 0), 0) ?? 0,
    setDigest: setDigestOf(skill),
    record: recordOf(ctx, server, skill)?.id ?? null,
    checked: checkedOf(skill),
    requests: requestsOf(entry),
    problems: problemsOf(skill),
  };
}

/** What is wrong with a skill or worth knowing of it, the failed check first. */
export function problemsOf(skill: Skill): Problem[] {
  const problems = [...skill.entry.problems, ...skill.notes];
  const failure = failureOf(skill);
  if (failure !== null) problems.unshift(failure);
  const { collisions, nested, enclosing } = skill.relations;
  if (collisions.length > 0) {
    const where = collisions
      .slice(0, 5)
      .map((other) => other.where)
      .join(', ');
    problems.push({
      rule: 'name-collision',
      message: `Another skill is called ${visible(skill.entry.name, 80)}: ${where}.`,
      clause: 'Names',
    });
  }
  if (enclosing !== null)
    problems.push({
      rule: 'nested',
      message: 'Lies inside another skill; approving that one does not approve this one.',
      clause: 'Nested Skills',
    });
  else if (nested.length > 0)
    problems.push({
      rule: 'nested',
      message: `Contains ${nested.length} further skill${nested.length === 1 ? '' : 's'}, each with its own decision.`,
      clause: 'Nested Skills',
    });
  return problems;
}

export function publishSkills(ctx: Context, server: Server, skills: readonly Skill[]): void {
  if (skills.length === 0 || !ctx.observed()) return;
  ctx.publish({
    type: 'skills-put',
    server: server.label,
    reset: false,
    skills: skills.map((skill) => skillRow(ctx, server, skill)),
    refused: [],
  });
}

/** Everything that the skill page shows before a file is read. */
export function skillDetail(ctx: Context, server: Server, skill: Skill): SkillDetail {
  const { entry } = skill;
  return {
    row: skillRow(ctx, server, skill),
    frontmatter: Object.entries(entry.frontmatter).map(([field, value]) => ({
      field: visible(field, 120),
      value: JSON.stringify(value, null, 2) ?? 'null',
    })),
    files: typeof entry.files === 'string' ? [] : [...entry.files],
    verdicts: Object.fromEntries(skill.verdicts),
    record: recordOf(ctx, server, skill),
    raw: JSON.stringify(entry.raw, null, 2) ?? 'null',
    collisions: skill.relations.collisions.map((other) => ({ ...other })),
    nested: [...skill.relations.nested],
    enclosing: skill.relations.enclosing,
    limits: { files: limits.skillFiles, bytes: limits.skillBytes },
  };
}
