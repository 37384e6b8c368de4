import type { SkillRow } from '../../shared/model/skill.ts';
import type { AppState } from './state.ts';
import { skillKey, undecidedKinds } from './state.ts';

/**
 * Waits for the person: never decided, changed, or run out. Dynamic content can only be allowed for
 * a session.
 */
export const isWaiting = (row: SkillRow) =>
  undecidedKinds.includes(row.standing.kind) && row.content !== 'dynamic';

/** The next skill that waits, after the selected one, in server and URI order; wraps around. */
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

/** One skill of the review queue. `reason`: why it waits; null once it was decided. */
export interface ReviewItem {
  readonly key: string;
  readonly row: SkillRow;
  readonly reason: ReviewReason | null;
  readonly skipped: boolean;
}

const ranks: Readonly<Record<ReviewReason, number>> = { changed: 0, expired: 1, new: 2 };

/** Why a skill is in the queue; null when it does not wait. */
export function reviewReason(row: SkillRow): ReviewReason | null {
  if (!isWaiting(row)) return null;
  const { kind } = row.standing;
  return kind === 'changed' || kind === 'expired' ? kind : 'new';
}

/**
 * The review queue over all servers: what waited when the sitting began, in that order and
 * whatever became of it, then what began to wait since. What changed comes before what ran out,
 * that before what is new; then servers in their order and URIs.
 */
export function reviewItems({
  servers,
  skills,
  sitting,
}: Pick<AppState, 'servers' | 'skills' | 'sitting'>): readonly ReviewItem[] {
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
        fresh.push({ item: item(key, row), rank: ranks[reason] });
    }
  }
  // The sort is stable: servers and URIs keep their order within a reason.
  fresh.sort((a, b) => a.rank - b.rank);
  return [...items, ...fresh.map((one) => one.item)];
}

/**
 * The nearest item that waits, from `key` in a direction, wrapping around; skipped ones only when
 * nothing else waits.
 */
export function afterIn(
  items: readonly ReviewItem[],
  key: string | null,
  step: 1 | -1,
): ReviewItem | null {
  const at =
    key === null ? (step === 1 ? -1 : items.length) : items.findIndex((item) => item.key === key);
  const around = items
    .map(
      (_, offset) =>
        items[(((at + step * (offset + 1)) % items.length) + items.length) % items.length],
    )
    .filter((item) => item !== undefined);
  const others = around.filter((item) => item.reason !== null && item.key !== key);
  return (step === 1 ? others.find((item) => !item.skipped) : undefined) ?? others[0] ?? null;
}
