import type { FileEntry, SkillRow } from '../../shared/model/skill.ts';
import { type AppState, skillKey } from './state.ts';

type Skills = AppState['skills'];

/** The row of a `skillKey` if it's served now. */
export const rowOf = (skills: Skills, key: string): SkillRow | undefined => {
  const at = key.indexOf('\n');
  return skills.get(key.slice(0, at))?.get(key.slice(at + 1));
};

/**
 * The selected skills that are unchanged. A server that swaps a skill after it was selected, or
 * removes it and serves another, must not have the other one decided with the rest. A set produced
 * by the person's own loading isn't a swap.
 */
export function stillPicked(
  picked: AppState['picked'],
  before: Skills,
  after: Skills,
): AppState['picked'] {
  if (picked.size === 0 || before === after) return picked;
  const kept = [...picked].filter((key) => {
    const now = rowOf(after, key);
    const then = rowOf(before, key);
    if (now === undefined || then === undefined || then.identity !== now.identity) return false;
    if (then.setDigest === null) return true;
    return then.setDigest === now.setDigest && then.metadataDigest === now.metadataDigest;
  });
  return kept.length === picked.size ? picked : new Set(kept);
}

const emptyList: readonly FileEntry[] = [];

/** A skill's files as its page last had them, if that's the content being decided about. */
export function filesDecided(
  details: AppState['details'],
  item: { readonly server: string; readonly uri: string; readonly setDigest: string | null },
): readonly FileEntry[] {
  const detail = details.get(skillKey(item.server, item.uri))?.detail;
  return detail?.row.setDigest === item.setDigest ? detail.files : emptyList;
}
