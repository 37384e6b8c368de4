import { failureOf } from '../../core/skill-state/read.ts';
import { countsOf, inspectionOf } from '../../core/skill-state/steps.ts';
import { needsReadAll, type SkillState } from '../../core/skill-state/skill.ts';
import { contentOf, setDigestOf } from '../../core/skill-state/standing.ts';
import { displayOf, metadataDigestOf } from '../../core/decisions/display.ts';
import { pinOf } from '../../core/decisions/identity.ts';
import { maskedTarget } from '../../core/import/masked-target.ts';
import { limits } from '../../core/limits.ts';
import { requestsOf } from '../../core/requests.ts';
import { problem } from '../../core/problem.ts';
import { visible } from '../../core/text.ts';
import { unboundFields } from '../../core/unbound-fields.ts';
import type { SkillDetail } from '../../../shared/model/detail.ts';
import type { Problem } from '../../../shared/model/problem.ts';
import type { ServerTarget, ServerView } from '../../../shared/model/server.ts';
import { countWords } from '../../../shared/model/file-label.ts';
import { quoted } from '../../../shared/quote-text.ts';
import type { SkillRow, VerificationSummary } from '../../../shared/model/skill.ts';
import { listedFiles } from '../../core/stated-paths.ts';
import { sinceDecision } from '../findings/findings.ts';
import type { ReadContext, SkillContext } from '../contexts.ts';
import { adviceOf, voiced } from './advice.ts';
import { dialectsOf, type CatalogueServer, type CatalogueSkill } from './server.ts';

/** What the windows see of a server: no secret value is in it. */
export function serverView(
  { approvals, dialects, links }: ReadContext,
  server: CatalogueServer,
): ServerView {
  const { configured, identity, facts } = server;
  return {
    label: server.label,
    source: configured.source,
    ...(configured.folder === undefined ? {} : { folder: configured.folder }),
    target: configured.config.ok ? maskedTarget(configured.config.value) : unreadableTarget,
    identity: identityLine(server),
    enabled: configured.enabled,
    connection: server.connection,
    facts:
      facts === null
        ? null
        : { ...facts, mentioned: facts.mentioned.filter((uri) => !server.skills.has(uri)) },
    dialects: dialectsOf(server),
    listing: { ...server.listing, problems: voiced(server, server.listing.problems, dialects) },
    problems: voiced(server, server.advice, dialects),
    advice: adviceOf(server, dialects),
    // Records under this label for another identity: shown, because they silently stopped applying.
    strayRecords: identity === null ? 0 : approvals.strayRecords(server.label, identity),
    stderr: [...links.stderr(server)],
    signIn: { offer: offerOf(server), way: server.signIn.way, account: server.signIn.account },
  };
}

/**
 * What a refused connection says of signing in, or a refused request of the scopes that it lacks.
 */
export function offerOf({ connection, signIn }: Pick<CatalogueServer, 'connection' | 'signIn'>) {
  if (connection.status === 'failed' && connection.failure.signIn !== undefined)
    return connection.failure.signIn;
  const { account, wanted } = signIn;
  const more = wanted.shown.filter((scope) => account?.scopes.includes(scope) === false);
  if (account === null || more.length + wanted.unshown === 0) return null;
  return {
    why: 'more-scopes' as const,
    issuers: [account.issuer],
    scopes: [...account.scopes, ...more],
    unshown: account.unshown + wanted.unshown,
    more,
  };
}

const unreadableTarget: ServerTarget = { type: 'stdio', command: '', args: [], envNames: [] };

function identityLine({ identity, configured }: CatalogueServer): string {
  if (identity === null) return '';
  if (identity.kind === 'stdio') return identity.fingerprint;
  return configured.config.ok ? displayOf(configured.config.value) : identity.url;
}

export function checkedOf({ entry, held }: CatalogueSkill): VerificationSummary {
  return { ...countWords(held.verdicts.values()), total: listedFiles(entry).length };
}

/** A skill as a tree row; `inspecting` files of it were read and aren't inspected yet. */
export function skillRow(skill: CatalogueSkill, inspecting = 0): SkillRow {
  const { server, entry, held, standing } = skill;
  const files = listedFiles(entry);
  return {
    server: server.label,
    ...(server.configured.folder === undefined ? {} : { isLocal: true }),
    uri: entry.uri,
    name: visible(entry.name, 80),
    description: visible(entry.description, limits.descriptionShown),
    dialect: entry.dialect,
    origin: entry.origin,
    standing,
    integrity: entry.integrity,
    alsoIn: [...entry.alsoIn],
    needsReadAll: needsReadAll(held),
    content: contentOf(entry),
    fileCount: files.length,
    totalSize: files.reduce((sum, file) => sum + (file.size ?? 0), 0),
    identity: pinOf(server.identity),
    setDigest: setDigestOf(entry),
    metadataDigest: metadataDigestOf(entry),
    record: skill.record?.id ?? null,
    checked: checkedOf(skill),
    requests: requestsOf(entry),
    problems: problemsOf(skill),
    findings: countsOf(inspectionOf(skill), skill.answers),
    inspecting,
    sinceDecision: sinceDecision(skill),
    barredBy: [...skill.barredBy],
  };
}

/** A skill's row with how many of its files are being inspected now. */
export const currentRow = ({ inspections }: SkillContext, skill: CatalogueSkill): SkillRow =>
  skillRow(skill, inspections.lookingAt({ server: skill.server.label, uri: skill.uri }).size);

/** What is wrong with a skill or worth knowing of it, the failed check first. */
export function problemsOf({ entry, held }: Pick<CatalogueSkill, 'entry' | 'held'>): Problem[] {
  const failure = failureOf(held, entry);
  return [
    ...(failure === null ? [] : [failure]),
    ...entry.problems,
    ...addressProblems(entry.uri),
    ...held.notes,
    ...contentForms(held),
    ...relationProblems(entry.name, held.relations),
  ];
}

/** Matching files that the server sends in a form that other apps may refuse, by form. */
function contentForms({ verdicts }: SkillState): Problem[] {
  const forms = new Map<string, { readonly field: string; count: number }>();
  for (const [field, verdict] of verdicts) {
    if (verdict.status !== 'verified' || verdict.advice === undefined) continue;
    const known = forms.get(verdict.advice);
    if (known === undefined) forms.set(verdict.advice, { field, count: 1 });
    else known.count += 1;
  }
  return [...forms].map(([advice, { field, count }]) =>
    problem(
      'content-form',
      `${advice} Skillgate takes ${count === 1 ? 'this file' : `${count} such files`} ` +
        'because the digest proves the bytes; other apps may not.',
      { field, clause: 'Reading Resources' },
    ),
  );
}

/**
 * "Host considerations": whoever reads such an address from the disk reads what the person has
 * there.
 */
const addressProblems = (uri: string): Problem[] =>
  /^file:/i.test(uri)
    ? [
        {
          rule: 'file-scheme',
          message:
            'Its address is a file: URI. ' +
            'Skillgate requests it from the server and never reads it from this machine. ' +
            'An app that reads it from disk loads something other than what’s checked here.',
          clause: 'Skill URIs',
        },
      ]
    : [];

function relationProblems(
  name: string,
  { collisions, nested, enclosing }: SkillState['relations'],
): Problem[] {
  const problems: Problem[] = [];
  if (collisions.length > 0) {
    const where = collisions
      .slice(0, 5)
      .map((other) =>
        other.uri === '' ? other.where : `${visible(other.uri, 160)} on ${other.where}`,
      )
      .join(', ');
    problems.push({
      rule: 'name-collision',
      message:
        `Another skill has the name ${quoted(visible(name, 80))}: ` +
        `${where}. An app may load one in place of the other.`,
      clause: 'Names',
    });
  }
  if (enclosing !== null)
    problems.push({
      rule: 'nested',
      message: 'It’s inside another skill. Approving that one doesn’t approve this one.',
      clause: 'Nested Skills',
    });
  else if (nested.length > 0)
    problems.push({
      rule: 'nested',
      message:
        `Contains ${nested.length} more skill${nested.length === 1 ? '' : 's'}, ` +
        'each with its own decision.',
      clause: 'Nested Skills',
    });
  return problems;
}

/** Everything that the skill page shows before a file is read. */
export function skillDetail(skill: CatalogueSkill): SkillDetail {
  const { entry, held } = skill;
  return {
    row: skillRow(skill),
    frontmatter: Object.entries(entry.frontmatter).map(([field, value]) => ({
      field: visible(field, 120),
      value: JSON.stringify(value, null, 2) ?? 'null',
    })),
    files: [...listedFiles(entry)],
    verdicts: Object.fromEntries(held.verdicts),
    record: skill.record,
    unbound: unboundFields(entry),
    raw: JSON.stringify(entry.raw, null, 2) ?? 'null',
    collisions: held.relations.collisions.map((other) => ({ ...other })),
    nested: [...held.relations.nested],
    enclosing: held.relations.enclosing,
    limits: { files: limits.skillFiles, bytes: limits.skillBytes },
  };
}
