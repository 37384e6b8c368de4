import { isHighRisk, riskGroupOf, riskGroups, riskOf } from '../../shared/model/risk.ts';
import { severities } from '../../shared/model/severity.ts';
import type { SkillRow } from '../../shared/model/skill.ts';
import type { QueueFilter } from '../../shared/place.ts';
import type { AppState, DecidedHere } from './state.ts';
import { skillKey, undecidedKinds } from './state.ts';

/**
 * Waits for the person: never decided, changed or expired. Dynamic content can only be allowed for
 * a session.
 */
export const isWaiting = (row: SkillRow) =>
  undecidedKinds.includes(row.standing.kind) && row.content !== 'dynamic';

/** The next waiting skill after the selected one, in server and URI order; wraps around. */
export function nextUndecided(
  state: Pick<AppState, 'servers' | 'skills' | 'selection'>,
): SkillRow | null {
  const { selection } = state;
  const waiting: SkillRow[] = [];
  let after = -1;
  for (const label of state.servers.keys()) {
    const rows = [...(state.skills.get(label)?.values() ?? [])].sort((a, b) =>
      a.uri < b.uri ? -1 : 1,
    );
    if (after < 0 && selection.kind === 'server' && selection.server === label)
      after = waiting.length;
    for (const row of rows) {
      const selected =
        selection.kind === 'skill' && selection.server === label && selection.uri === row.uri;
      if (selected) after = waiting.length;
      if (isWaiting(row) && !selected) waiting.push(row);
    }
  }
  return waiting[Math.max(0, after)] ?? waiting[0] ?? null;
}

export type ReviewReason = 'changed' | 'expired' | 'new';

/** One skill in the review queue. `reason`: why it waits; null once decided. */
export interface ReviewItem {
  readonly key: string;
  readonly row: SkillRow;
  readonly reason: ReviewReason | null;
  readonly skipped: boolean;
}

const results = { approve: 'approved', deny: 'denied', session: 'session' } as const;

/** True while this session's decision is the newest. */
export const standsAsDecided = (
  { action, record }: DecidedHere,
  row: SkillRow | undefined,
): boolean => row !== undefined && row.standing.kind === results[action] && row.record === record;

/** The decided skills of a queue that haven't changed since. */
export const decidedOf = (items: readonly ReviewItem[]): readonly ReviewItem[] =>
  items.filter(({ row }) => Object.values<string>(results).includes(row.standing.kind));

/**
 * State of the current skill. `decided`: by the person in this window. `settled`: it no longer
 * waits, because someone or something else decided. `gone`: the server no longer serves it.
 */
export type QueueFront = 'waiting' | 'decided' | 'settled' | 'gone';

export function frontOf(
  { skills, decidedHere }: Pick<AppState, 'skills' | 'decidedHere'>,
  { server, uri }: Pick<SkillRow, 'server' | 'uri'>,
): QueueFront {
  const row = skills.get(server)?.get(uri);
  if (row === undefined) return 'gone';
  if (reviewReason(row) !== null) return 'waiting';
  const own = decidedHere.find((one) => one.server === server && one.uri === uri);
  return own !== undefined && standsAsDecided(own, row) ? 'decided' : 'settled';
}

const reasons: readonly ReviewReason[] = ['changed', 'expired', 'new'];

/**
 * The riskiest first: high and critical findings, then files that nobody has read, then the rest.
 * At the same risk, what was approved once comes before what is new.
 */
function rankOf(row: SkillRow, reason: ReviewReason): number {
  const risk = riskOf(row);
  const group = riskGroups.length - riskGroups.indexOf(riskGroupOf(risk));
  const worst = risk.worst === null ? severities.length : severities.indexOf(risk.worst);
  return group * 100 + worst * 10 + reasons.indexOf(reason);
}

/** Whether a filter of the queue lets a skill through. */
export function filterOf(
  { filter, server }: QueueFilter,
  { waiting, many }: Pick<AppState, 'waiting' | 'many'>,
): (item: ReviewItem) => boolean {
  // An app requested another server's skill if the label was given to another since.
  const asked = waiting.skills.filter(({ isOtherServer }) => !isOtherServer);
  const named = new Set(
    filter === 'requested'
      ? asked.map((one) => skillKey(one.server, one.uri))
      : many?.items.map(({ key }) => key),
  );
  return ({ key, row, reason }) => {
    if (server !== undefined && row.server !== server) return false;
    switch (filter) {
      case undefined:
        return true;
      case 'new':
        return reason === 'new';
      case 'changed':
        return reason === 'changed' || reason === 'expired';
      case 'high':
        return isHighRisk(riskOf(row));
      case 'requested':
        return named.has(key);
      case 'selected':
        return many === null || named.has(key);
    }
  };
}

/** Why a skill is in the queue; null if it doesn't wait. */
export function reviewReason(row: SkillRow): ReviewReason | null {
  if (!isWaiting(row)) return null;
  const { kind } = row.standing;
  return kind === 'changed' || kind === 'expired' ? kind : 'new';
}

type QueueSources = Pick<AppState, 'servers' | 'skills' | 'sitting'>;

let latest: { readonly from: QueueSources; readonly items: readonly ReviewItem[] } | null = null;

/**
 * The review queue of all servers: first what waited when the session began, in that order, then
 * what was added since, each by risk, and then by server and URI. The page and each step ask for
 * the same list, so the last one is kept.
 */
export function reviewItems(from: QueueSources): readonly ReviewItem[] {
  const { servers, skills, sitting } = from;
  const known = latest?.from;
  const isSame = known?.servers === servers && known.skills === skills && known.sitting === sitting;
  if (!isSame) latest = { from: { servers, skills, sitting }, items: itemsOf(from) };
  return latest?.items ?? [];
}

function itemsOf({ servers, skills, sitting }: QueueSources): readonly ReviewItem[] {
  const item = (key: string, row: SkillRow): ReviewItem => ({
    key,
    row,
    reason: reviewReason(row),
    skipped: sitting.skipped.has(key),
  });
  const items: ReviewItem[] = [];
  const known = new Set(sitting.order);
  for (const key of sitting.order) {
    const at = key.indexOf('\n');
    const row = skills.get(key.slice(0, at))?.get(key.slice(at + 1));
    if (row) items.push(item(key, row));
  }
  const fresh: { readonly item: ReviewItem; readonly rank: number }[] = [];
  for (const label of servers.keys()) {
    const rows = [...(skills.get(label)?.values() ?? [])].sort((a, b) => (a.uri < b.uri ? -1 : 1));
    for (const row of rows) {
      const reason = reviewReason(row);
      const key = skillKey(row.server, row.uri);
      if (reason !== null && !known.has(key))
        fresh.push({ item: item(key, row), rank: rankOf(row, reason) });
    }
  }
  // The sort is stable: servers and URIs keep their order within a rank.
  fresh.sort((a, b) => a.rank - b.rank);
  return [...items, ...fresh.map((one) => one.item)];
}

/**
 * The nearest waiting item from `key` in a direction, wrapping around; skipped ones only if nothing
 * else waits. `order`: the session's order, which locates skills that are no longer served.
 */
export function afterIn(
  items: readonly ReviewItem[],
  key: string | null,
  step: 1 | -1,
  order: readonly string[] = [],
): ReviewItem | null {
  const at = startOf(items, key, step, order);
  const count = items.length;
  let skipped: ReviewItem | null = null;
  for (let offset = 1; offset <= count; offset += 1) {
    const item = items[(((at + step * offset) % count) + count) % count];
    if (item === undefined || item.reason === null || item.key === key) continue;
    if (step === -1 || !item.skipped) return item;
    skipped ??= item;
  }
  return skipped;
}

/** The index to step from: the key's, or the gap that it left, or before the ends. */
function startOf(
  items: readonly ReviewItem[],
  key: string | null,
  step: 1 | -1,
  order: readonly string[],
): number {
  const at = items.findIndex((item) => item.key === key);
  if (at >= 0) return at;
  const stood = key === null ? -1 : order.indexOf(key);
  if (stood < 0) return step === 1 ? -1 : items.length;
  const left = new Set(order.slice(0, stood));
  const gap = items.filter((item) => left.has(item.key)).length;
  return step === 1 ? gap - 1 : gap;
}
