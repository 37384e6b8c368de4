import { mainFileOf } from '../skill-place.ts';
import type { SkillEntry } from '../../../shared/model/skill.ts';
import { promises, sameArchives, sameFrontmatter } from './listed-digest.ts';
import { everything } from '../../../shared/host/failures.ts';
import { listed, type EntryArrival, type SkillState } from './skill.ts';

/**
 * Takes a fresh entry as the one that is held ("The Acting Window and the Held Entry"). It
 * clears no failed verification by itself, whatever it lists: a promise proves nothing, absence
 * less, and the next matching read does. What was checked stays checked for files of which it
 * says the same.
 */
export function relisted(held: SkillState | null, arrival: EntryArrival): SkillState {
  if (held === null) return listed(arrival);
  const { entry, at, ttlMs } = arrival;
  return {
    ...held,
    ...(sameArchives(held.listed, entry) ? carriedOver(held, entry) : nothingKnown),
    mismatches: new Map(
      [...held.mismatches].map(([file, mismatch]) => [file, { ...mismatch, asked: true }]),
    ),
    // Dynamic content alone is allowed for a session.
    sessionAllowed: held.sessionAllowed && entry.files.kind === 'dynamic',
    listed:
      entry.origin === 'by-uri' && held.listed.origin === 'listed'
        ? { ...entry, origin: 'listed' }
        : entry,
    heldAt: at,
    ttlMs,
  };
}

type Known = Pick<SkillState, 'verdicts' | 'reading' | 'served'>;

/** Another archive: nothing that was unpacked says anything of it. */
const nothingKnown: Known = { verdicts: new Map(), reading: null, served: new Map() };

function carriedOver({ listed: before, ...held }: SkillState, entry: SkillEntry): Known {
  const then = promises(before);
  const now = promises(entry);
  // Another promise is another file: that it comes otherwise from now on was said.
  const served = new Map([...held.served].filter(([file]) => then(file) === now(file)));
  const main = sameFrontmatter(before, entry) ? null : mainFileOf(entry);
  // Nobody knows which files failed: each has to match again.
  if (held.mismatches.get(everything)?.asked === false)
    return { verdicts: new Map(), reading: held.reading, served };
  return {
    // SKILL.md is checked against the frontmatter, so another frontmatter means another check.
    verdicts: new Map(
      [...held.verdicts].filter(([file]) => then(file) === now(file) && file !== main),
    ),
    reading: held.reading,
    served,
  };
}
