import { parseFrontmatter } from '../../frontmatter/frontmatter.ts';
import { compareFrontmatter } from '../../frontmatter/differences.ts';
import { own } from '../../json.ts';
import { failureOf, looked, skipped, type ConformanceCheck, type CheckLook } from '../check.ts';
import { noEntries, servedIn } from '../served-entry.ts';
import {
  textOf,
  type CheckExchange,
  type ServedEntry,
  type CheckTranscript,
} from '../transcript.ts';

/** The first entry whose URI can be that of a SKILL.md; this one is read back. */
export const firstReadable = (seen: Pick<CheckTranscript, 'listing'>): ServedEntry | undefined =>
  servedIn(seen).find(({ uri }) => uri?.endsWith('/SKILL.md') === true);

const over =
  (look: (main: CheckExchange, entry: ServedEntry) => CheckLook): ConformanceCheck['look'] =>
  (seen) => {
    const why = noEntries(seen);
    if (why !== null) return skipped(why);
    const entry = firstReadable(seen);
    if (entry === undefined || seen.main === null)
      return skipped('No listed URI ends in /SKILL.md.');
    return look(seen.main, entry);
  };
const overText = (
  look: (text: string, main: CheckExchange, entry: ServedEntry) => CheckLook,
): ConformanceCheck['look'] =>
  over((main, entry) => {
    const read = textOf(main);
    return read === null ? skipped("Couldn't read SKILL.md.") : look(read.text, main, entry);
  });

/** Checks of the first listed `SKILL.md`, read back. */
export const skillMdChecks: readonly ConformanceCheck[] = [
  {
    id: 'sep-2640-skillmd-required',
    clause: 'Skill Format',
    level: 'MUST',
    words: 'Every skill has a SKILL.md, which resources/read returns as text.',
    fix: 'Return the text of the file from resources/read for the listed URI.',
    look: over((main, { label }) =>
      looked(
        textOf(main) === null
          ? [
              {
                subject: label,
                said: main.reply.ok ? 'the answer has no text' : `it ${failureOf(main)}`,
                from: main,
              },
            ]
          : [],
        main,
      ),
    ),
  },
  {
    id: 'sep-2640-skillmd-frontmatter',
    clause: 'Skill Format',
    level: 'MUST',
    words: 'SKILL.md starts with YAML frontmatter that has a name and a description.',
    fix: 'Start the file with a --- line, then name: and description:, then another --- line.',
    look: overText((text, main, { label }) => {
      const parsed = parseFrontmatter(text);
      const fault = (said: string) => ({ subject: label, said, from: main, part: text });
      if (!parsed.ok) return looked([fault(parsed.error.message)]);
      const { frontmatter } = parsed.value;
      const empty = ['name', 'description'].filter((field) => {
        const value = own(frontmatter, field);
        return typeof value !== 'string' || value === '';
      });
      return looked(
        empty.map((field) => fault(`the frontmatter has no ${field}`)),
        main,
      );
    }),
  },
  {
    id: 'sep-2640-entry-frontmatter-identical',
    clause: 'Frontmatter',
    level: 'MUST',
    words: "The entry's frontmatter is the same as the file's.",
    fix: 'Build the entry from the file: parse every field of its YAML with the 1.2 core schema.',
    look: overText((text, main, { label, frontmatter }) => {
      const parsed = parseFrontmatter(text);
      if (!parsed.ok || frontmatter === undefined)
        return skipped('The file or the entry has no frontmatter to compare.');
      const differences = compareFrontmatter(frontmatter, parsed.value.frontmatter);
      return looked(
        differences.map(({ field, expected, actual }) => ({
          subject: label,
          said: `${field}: ${expected ?? 'absent'} in the entry, ${actual ?? 'absent'} in the file`,
          from: main,
          part: text,
        })),
        main,
      );
    }),
  },
];
