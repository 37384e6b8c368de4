import type { RefusedEntry, SkillRow } from '../../../shared/model/skill.ts';
import type { StandingFilter } from '../../store/state.ts';

const haystacks = new WeakMap<SkillRow | RefusedEntry, string>();

function haystack(row: SkillRow | RefusedEntry): string {
  let text = haystacks.get(row);
  if (text === undefined) {
    text =
      `${row.name ?? ''}\n${row.uri ?? ''}\n${'description' in row ? row.description : row.problem.rule}`.toLowerCase();
    haystacks.set(row, text);
  }
  return text;
}

/** Every word of the filter must occur in the row's name, URI or description. */
export function wordsOf(filter: string): readonly string[] {
  return filter
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');
}

export function hasWords(row: SkillRow | RefusedEntry, words: readonly string[]): boolean {
  if (words.length === 0) return true;
  const text = haystack(row);
  return words.every((word) => text.includes(word));
}

/**
 * Whether a skill belongs under a standing filter. `changed` holds what was approved and no longer
 * is.
 */
export function hasStanding(row: SkillRow, filter: StandingFilter): boolean {
  const { kind } = row.standing;
  switch (filter) {
    case 'all':
      return true;
    case 'changed':
      return kind === 'changed' || kind === 'expired';
    case 'new':
      return kind === 'undecided' && row.content !== 'dynamic';
    case 'approved':
      return kind === 'approved' || kind === 'session';
    case 'denied':
      return kind === 'denied' || kind === 'blocked';
    case 'refused':
      return kind === 'refused';
    case 'problems':
      return row.problems.length > 0 || row.checked.failed > 0;
    default:
      return filter satisfies never;
  }
}
