import { own } from '../json.ts';
import { counted } from '../../../shared/count-text.ts';
import { visible } from '../text.ts';
import { looked, type ConformanceCheck } from './check.ts';
import { servedIn } from './served-entry.ts';

export const expectedSkillsId = 'skillgate/expected-skills';
const mostNamed = 5;

/**
 * Requires the skills that an author names, by name or URI. A library may leave out a skill that it
 * refuses without telling anybody, and then everything that is listed passes.
 */
export const expectedSkills = (expected: readonly string[]): ConformanceCheck => ({
  id: expectedSkillsId,
  clause: 'Listing Skills',
  level: 'MUST',
  words: 'The server lists every skill that --expect names.',
  fix:
    'Find out why the server leaves the skill out. Its library may have refused the SKILL.md: ' +
    'check the folder with `skillgate lint`, and read what the server wrote to standard error.',
  look(seen) {
    const { listing } = seen;
    const entries = servedIn(seen);
    const names = entries.map(({ frontmatter }) => own(frontmatter ?? {}, 'name'));
    const has = (wanted: string): boolean =>
      names.includes(wanted) || entries.some(({ uri }) => uri === wanted);
    const shown = names.filter((name) => typeof name === 'string').slice(0, mostNamed);
    const more = entries.length - shown.length;
    const others = [
      ...shown.map((name) => JSON.stringify(visible(name, 60))),
      ...(more > 0 ? [counted(more, 'other', 'others')] : []),
    ];
    const listed = others.length === 0 ? 'no skill' : others.join(', ');
    const said =
      listing.end === 'whole'
        ? `it isn't listed; the server lists ${listed}`
        : "it isn't in the part of the listing that could be read";
    const from = listing.exchanges.at(-1) ?? null;
    return looked(
      [...new Set(expected)]
        .filter((wanted) => !has(wanted))
        .map((subject) => ({ subject, said, from })),
      from,
    );
  },
});
