import type { SkillRow } from '../../shared/model/skill.ts';
import type { AppState } from './state.ts';
import { undecidedKinds } from './state.ts';

/** Waits for the person: never decided, changed, or run out. Dynamic content can only be allowed for a session. */
export const isWaiting = (row: SkillRow) => undecidedKinds.includes(row.standing.kind) && row.content !== 'dynamic';

/** The next skill that waits, after the selected one, in server and URI order; wraps around. */
export function nextUndecided(state: Pick<AppState, 'servers' | 'skills' | 'selection'>): SkillRow | null {
  const { selection } = state;
  const waiting: SkillRow[] = [];
  let after = -1;
  for (const label of state.servers.keys()) {
    const rows = [...(state.skills.get(label)?.values() ?? [])].sort((a, b) => (a.uri < b.uri ? -1 : 1));
    if (after < 0 && selection.kind === 'server' && selection.server === label) after = waiting.length;
    for (const row of rows) {
      const selected = selection.kind === 'skill' && selection.server === label && selection.uri === row.uri;
      if (selected) after = waiting.length;
      if (isWaiting(row) && !selected) waiting.push(row);
    }
  }
  return waiting[Math.max(0, after)] ?? waiting[0] ?? null;
}
