import { mainFileOf } from '../skill-place.ts';
import type { SkillEntry } from '../../../shared/model/skill.ts';
import { promises, sameArchives, sameFrontmatter } from './promise.ts';
import { listed, type Arrival, type HeldSkill, type Mismatch } from './skill.ts';

/**
 * Takes a fresh entry as the one that is held ("The Acting Window and the Held Entry"). It
 * clears no failed verification by itself: a promise proves nothing, and the next matching read
 * does. What was checked stays checked for files of which it says the same.
 */
export function relisted(held: HeldSkill | null, arrival: Arrival): HeldSkill {
  if (held === null) return listed(arrival);
  const { entry, at, ttlMs } = arrival;
  return {
    ...held,
    ...(sameArchives(held.listed, entry) ? carriedOver(held, entry) : nothingKnown),
    // Dynamic content alone is allowed for a session.
    sessionAllowed: held.sessionAllowed && entry.files === 'dynamic',
    listed:
      entry.origin === 'by-uri' && held.listed.origin === 'listed'
        ? { ...entry, origin: 'listed' }
        : entry,
    heldAt: at,
    ttlMs,
  };
}

type Known = Pick<HeldSkill, 'verdicts' | 'mismatches' | 'reading' | 'refusal'>;

/** Another archive: nothing that was unpacked or found wrong says anything of it. */
const nothingKnown: Known = {
  verdicts: new Map(),
  mismatches: new Map(),
  reading: null,
  refusal: null,
};

function carriedOver({ listed: before, ...held }: HeldSkill, entry: SkillEntry): Known {
  const then = promises(before);
  const now = promises(entry);
  const main = sameFrontmatter(before, entry) ? null : mainFileOf(entry);
  const mismatches = new Map<string, Mismatch>();
  // A file that the skill does not have any more can never match.
  for (const [file, mismatch] of held.mismatches)
    if (now(file) !== undefined) mismatches.set(file, { ...mismatch, asked: true });
  return {
    // SKILL.md is checked against the frontmatter, so another frontmatter means another check.
    verdicts: new Map(
      [...held.verdicts].filter(([file]) => then(file) === now(file) && file !== main),
    ),
    mismatches,
    reading: held.reading,
    refusal:
      held.refusal !== null && JSON.stringify(before.raw) === JSON.stringify(entry.raw)
        ? held.refusal
        : null,
  };
}
