import { displayOf } from '../../core/decisions/display.ts';
import { identityKey } from '../../core/decisions/identity.ts';
import { approvalRecord } from '../../core/decisions/record.ts';
import { limits } from '../../core/limits.ts';
import { toolsOf } from '../../core/requests.ts';
import type { DecideOutcome, DecisionItem } from '../../../shared/contract.ts';
import type { ApprovalRecord } from '../../../shared/model/approval.ts';
import type { Context } from '../context.ts';
import type { CommitFailure, RecordChange } from '../ports.ts';
import { selfComputed } from '../reading/read-all.ts';
import { isComplete, needsReadAll, settle } from '../catalogue/settle.ts';
import { approvalRefusal } from '../../core/policy/judge.ts';
import { verdictFor } from '../catalogue/policy.ts';
import { boundResources, recordOf, setDigestOf, standingOf } from '../catalogue/standing.ts';
import { checkedOf, publishSkills } from '../catalogue/views.ts';
import type { Server, Skill } from '../catalogue/world.ts';

export type Decision =
  | { readonly action: 'approve'; readonly note: string; readonly expiresAt: string | null }
  | { readonly action: 'deny'; readonly note: string }
  | { readonly action: 'revoke' }
  | { readonly action: 'session' };

interface Found {
  readonly item: DecisionItem;
  readonly server: Server;
  readonly skill: Skill;
}

/**
 * Decides many skills at once. Each item is checked on its own against the entry that is held
 * now: a stale or refused one is answered as such and the others go on. What passes is written
 * in one durable commit. Fetches nothing ("Lazy Retrieval": not at approval).
 */
export async function decideSkills(
  ctx: Context,
  items: readonly DecisionItem[],
  decision: Decision,
): Promise<DecideOutcome[]> {
  const outcomes: DecideOutcome[] = [];
  const accepted: Found[] = [];
  const changes: Pending[] = [];
  const seen = new Set<string>();
  for (const item of items) {
    const found = find(ctx, item);
    const refusal =
      found === null
        ? (['unknown-skill', 'This skill is not held any more.'] as const)
        : refuse(ctx, found, decision);
    const key = JSON.stringify([item.server, item.uri]);
    if (found === null || refusal !== null || seen.has(key)) {
      if (refusal !== null)
        outcomes.push({
          server: item.server,
          uri: item.uri,
          outcome: refusal[0],
          message: refusal[1],
        });
      continue;
    }
    seen.add(key);
    accepted.push(found);
    if (decision.action !== 'session' && !isSessionOnly(ctx, found, decision))
      changes.push({ found, change: changeFor(ctx, found, decision) });
  }
  const written = changes.length === 0 ? null : await commitRest(ctx, changes, accepted, outcomes);
  if (written?.ok === true) {
    ctx.publish({ type: 'store', store: ctx.approvals.state });
    if (decision.action === 'approve' && decision.expiresAt !== null) ctx.expiry.rearm();
  }
  for (const { item, server, skill } of accepted) {
    if (written !== null && !written.ok) {
      outcomes.push({
        server: item.server,
        uri: item.uri,
        outcome: outcomeOf(written.error),
        message: written.error.message,
      });
      continue;
    }
    if (decision.action === 'session') skill.sessionAllowed = true;
    else if (decision.action !== 'approve') skill.sessionAllowed = false;
    if (decision.action === 'approve') await keep(ctx, server, skill);
    if (!isComplete(skill.listed)) resettle(ctx, server, skill);
    outcomes.push({
      server: item.server,
      uri: item.uri,
      outcome: 'done',
      message: '',
      record: recordOf(ctx, server, skill)?.id ?? null,
    });
  }
  publishAccepted(ctx, accepted);
  return outcomes;
}

/** A change that is about to be written, and what it is of. */
interface Pending {
  readonly found: Found;
  readonly change: RecordChange;
}

/** What is taken back was allowed until the app closes, and never stood in the file. */
const isSessionOnly = (ctx: Context, { server, skill }: Found, { action }: Decision): boolean =>
  action === 'revoke' && recordOf(ctx, server, skill) === null;

/**
 * Commits what nobody else has decided about in the last moment; such a skill is answered as
 * replaced and taken out of both lists, and the others are written all the same.
 */
async function commitRest(
  ctx: Context,
  changes: Pending[],
  accepted: Found[],
  outcomes: DecideOutcome[],
): ReturnType<Context['approvals']['commit']> {
  for (;;) {
    const written = await ctx.approvals.commit(changes.map(({ change }) => change));
    if (written.ok || written.error.reason !== 'replaced') return written;
    const { index, record } = written.error;
    for (const { found } of changes.splice(index, 1)) {
      accepted.splice(accepted.indexOf(found), 1);
      const { server, uri } = found.item;
      outcomes.push({ server, uri, outcome: 'replaced', message: replacedWords(record) });
    }
  }
}

function find(ctx: Context, item: DecisionItem): Found | null {
  const server = ctx.world.servers.get(item.server);
  const skill = server?.skills.get(item.uri);
  return server === undefined || skill === undefined ? null : { item, server, skill };
}

/** How a commit that failed is told of each of its decisions. */
export function outcomeOf({ reason }: CommitFailure): Exclude<DecideOutcome['outcome'], 'done'> {
  if (reason === 'replaced') return reason;
  return reason === 'unreadable' ? 'store-unreadable' : 'write-failed';
}

type Refusal = readonly [Exclude<DecideOutcome['outcome'], 'done'>, string];

function refuse(ctx: Context, { item, server, skill }: Found, decision: Decision): Refusal | null {
  const { state } = ctx.approvals;
  if (state.status !== 'ready') return ['store-unreadable', state.message];
  if (server.identity === null) return ['refused', 'This server has no usable configuration.'];
  const standing = recordOf(ctx, server, skill);
  if (decision.action !== 'session' && item.replaces !== (standing?.id ?? null))
    return ['replaced', replacedWords(standing)];
  if (decision.action === 'revoke') {
    return standing === null && !skill.sessionAllowed
      ? ['nothing-to-revoke', 'There is no decision to revoke.']
      : null;
  }
  if (item.setDigest !== setDigestOf(skill))
    return ['stale', 'The skill changed while you looked at it; review it again.'];
  if (decision.action === 'deny') return null;
  const dynamic = typeof skill.entry.files === 'string';
  if (decision.action === 'session' && dynamic) {
    const verdict = verdictFor(ctx, server, skill, null);
    if (verdict !== null) return ['refused', `Policy: ${verdict.rule}`];
  }
  if (decision.action === 'session')
    return dynamic
      ? null
      : ['refused', 'Only dynamic content is allowed for a session; this skill can be approved.'];
  const now = standingOf(ctx, server, skill);
  if (now.kind === 'refused') return ['refused', now.problem.message];
  // Asked without the record: what an older approval lacks can be made good by a new one.
  const verdict = verdictFor(ctx, server, skill, null);
  if (verdict !== null) return ['refused', `Policy: ${verdict.rule}`];
  if (needsReadAll(skill))
    return [
      'read-first',
      'The server publishes no digest of every file, so all files have to be read before anything can be approved: read all first.',
    ];
  if (dynamic || boundResources(skill) === null)
    return [
      'dynamic',
      'This content cannot be bound, so it cannot be approved; it can be allowed for this session.',
    ];
  const asked = new Set(toolsOf(skill.entry.frontmatter));
  const extra = item.grants.find((tool) => !asked.has(tool));
  if (extra !== undefined)
    return ['grant-not-requested', `The skill does not ask for the tool ${JSON.stringify(extra)}.`];
  const objection = approvalRefusal(ctx.policy.current, {
    coverage: checkedOf(skill),
    grants: item.grants,
    expiresAt: decision.expiresAt,
    now: ctx.clock.now(),
  });
  return objection === null ? null : ['refused', `Policy: ${objection}`];
}

/** Another window or program decided since the page was shown: a second, explicit yes is needed. */
function replacedWords(standing: ApprovalRecord | null): string {
  const what = standing === null ? 'Its decision was taken back' : `It was ${standing.decision}`;
  return `${what} a moment ago, in another window or program; look at it again.`;
}

function changeFor(
  ctx: Context,
  { item, server, skill }: Found,
  decision: Exclude<Decision, { action: 'session' }>,
): RecordChange {
  const { identity } = server;
  if (identity === null) throw new Error('a decision without an identity passed its check');
  const before = recordOf(ctx, server, skill);
  const about = { server: server.label, uri: skill.entry.uri, setDigest: setDigestOf(skill) };
  if (decision.action === 'revoke') {
    return {
      kind: 'remove',
      identity,
      uri: skill.entry.uri,
      replaces: before?.id ?? '',
      audit: {
        ...about,
        setDigest: before?.setDigest ?? about.setDigest,
        action: 'revoked',
        detail: '',
      },
    };
  }
  const checked = checkedOf(skill);
  const [archive] = skill.listed.archives;
  const vouched =
    decision.action !== 'approve' || skill.reading === null
      ? {}
      : {
          integrity: skill.reading.integrity,
          ...(archive?.digest === undefined
            ? {}
            : { archive: { url: archive.url, digest: archive.digest } }),
        };
  const record: ApprovalRecord = approvalRecord({
    id: ctx.ids.next(),
    label: server.label,
    identity,
    display: server.configured.config.ok ? displayOf(server.configured.config.value) : '',
    entry: skill.entry,
    resources: boundResources(skill) ?? [],
    setDigest: about.setDigest,
    decision: decision.action === 'approve' ? 'approved' : 'denied',
    allowedTools: decision.action === 'approve' ? item.grants : [],
    coverage: {
      verified: checked.verified,
      shown: Math.min(item.shown ?? 0, checked.total),
      total: checked.total,
    },
    actor: ctx.actor,
    now: ctx.clock.now(),
    expiresAt: decision.action === 'approve' ? decision.expiresAt : null,
    note: decision.note,
    supersedes: item.replaces,
    ...vouched,
  });
  const regranted =
    decision.action === 'approve' &&
    before?.decision === 'approved' &&
    before.setDigest === about.setDigest;
  const detail =
    decision.action === 'approve' && item.grants.length > 0
      ? `grants ${item.grants.join(', ')}`
      : decision.note;
  return {
    kind: 'put',
    record,
    audit: {
      ...about,
      action: regranted ? 'grant-changed' : decision.action === 'approve' ? 'approved' : 'denied',
      detail,
    },
  };
}

/** What was approved is from now on what files without a manifest are compared with. */
function resettle(ctx: Context, server: Server, skill: Skill): void {
  settle(ctx, server, skill);
  if (skill.reading?.integrity !== 'self-computed') return;
  for (const [uri, verdict] of skill.verdicts)
    if (verdict.status === 'failed' && verdict.check === 'digest')
      skill.verdicts.set(uri, selfComputed);
}

/** Keeps the approved text that was read in this session, for the diff of a later change. */
async function keep(ctx: Context, server: Server, skill: Skill): Promise<void> {
  if (server.identity === null || typeof skill.entry.files === 'string') return;
  for (const file of skill.entry.files) {
    const bytes = file.digest === undefined ? null : ctx.kept.get(server.label, file.digest);
    if (bytes !== null && file.digest !== undefined && bytes.byteLength <= limits.textShownBytes) {
      await ctx.snapshots.put(server.identity, skill.entry.uri, file.uri, file.digest, bytes);
    }
  }
}

/** Publishes the rows decided, and the rows of other labels that share the identity. */
function publishAccepted(ctx: Context, accepted: readonly Found[]): void {
  const rows = new Map<Server, Set<Skill>>();
  for (const { server, skill } of accepted) {
    const key = server.identity === null ? '' : identityKey(server.identity);
    for (const other of ctx.world.servers.values()) {
      if (other !== server && (other.identity === null || identityKey(other.identity) !== key))
        continue;
      const twin = other === server ? skill : other.skills.get(skill.entry.uri);
      if (twin === undefined) continue;
      const of = rows.get(other) ?? new Set();
      rows.set(other, of.add(twin));
    }
  }
  for (const [server, skills] of rows) publishSkills(ctx, server, [...skills]);
}

/**
 * Takes a decision back by its record alone: works when the server is gone or no longer serves the
 * skill.
 */
export async function revokeRecord(
  ctx: Context,
  server: Server,
  uri: string,
): Promise<DecideOutcome> {
  const about = { server: server.label, uri };
  const record = server.identity === null ? null : ctx.approvals.find(server.identity, uri);
  const { state } = ctx.approvals;
  if (state.status !== 'ready')
    return { ...about, outcome: 'store-unreadable', message: state.message };
  if (record === null || server.identity === null)
    return { ...about, outcome: 'nothing-to-revoke', message: 'There is no decision to revoke.' };
  const audit = { ...about, setDigest: record.setDigest, action: 'revoked', detail: '' } as const;
  const written = await ctx.approvals.commit([
    { kind: 'remove', identity: server.identity, uri, replaces: record.id, audit },
  ]);
  return written.ok
    ? { ...about, outcome: 'done', message: '' }
    : {
        ...about,
        outcome: outcomeOf(written.error),
        message: written.error.message,
      };
}
