import { mainFileOf } from '../skill-place.ts';
import type { SkillEntry } from '../../../shared/model/skill.ts';
import { promises, sameArchives, sameFrontmatter } from './listed-digest.ts';
import { everything } from '../../../shared/host/failures.ts';
import { listed, type EntryArrival, type SkillState } from './skill.ts';

/**
 * Makes a fresh entry the current one ("The Acting Window and the Held Entry"). The entry clears no
 * failed verification on its own, whatever it lists: a promise proves nothing, absence less, but
 * the next matching read does. Checks stay valid for files about which it says the same.
 */
export function relisted(held: SkillState | null, arrival: EntryArrival): SkillState {
  if (held === null) return listed(arrival);
  const { entry, at, ttlMs } = arrival;
  return {
    ...held,
    ...(sameArchives(held.listed, entry) ? carriedOver(held, entry) : nothingKnown),
    mismatches: new Map(
      [...held.mismatches].map(([file, mismatch]) => [
        file,
        mismatch.asked ? mismatch : { ...mismatch, asked: true },
      ]),
    ),
    // Only dynamic content is allowed for a session.
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

/** A different archive: nothing unpacked before applies to it. */
const nothingKnown: Known = { verdicts: new Map(), reading: null, served: new Map() };

function carriedOver({ listed: before, ...held }: SkillState, entry: SkillEntry): Known {
  const then = promises(before);
  const now = promises(entry);
  // A different promise is a different file: the server announced the change.
  const served = new Map([...held.served].filter(([file]) => then(file) === now(file)));
  const main = sameFrontmatter(before, entry) ? null : mainFileOf(entry);
  // It's unknown which files failed, so each has to match again.
  if (held.mismatches.get(everything)?.asked === false)
    return { verdicts: new Map(), reading: held.reading, served };
  return {
    // SKILL.md is checked against the frontmatter, so a changed frontmatter needs a new check.
    verdicts: new Map(
      [...held.verdicts].filter(([file]) => then(file) === now(file) && file !== main),
    ),
    reading: held.reading,
    served,
  };
}
