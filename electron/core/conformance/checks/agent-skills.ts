import { fieldRules, type FieldRule } from '../../frontmatter/field-rules.ts';
import { hiddenCharacters } from '../../hidden.ts';
import { own } from '../../json.ts';
import { looked, skipped, type ConformanceCheck, type RuleFault } from '../check.ts';
import { notDeclared, servedIn, unlistedIn } from '../served-entry.ts';
import type { ServedEntry } from '../transcript.ts';

/** The most hidden characters reported for one text. */
const maxCount = 20;

/** Skips entries without frontmatter, which another check reports. */
const overEntries = (
  { broken, ...rule }: FieldRule,
  isToldElsewhere: (fields: Readonly<Record<string, unknown>>) => boolean = () => false,
): ConformanceCheck => ({
  ...rule,
  look(seen) {
    const why = notDeclared(seen);
    if (why !== null) return skipped(why);
    const entries = [...servedIn(seen), ...unlistedIn(seen.deeper.elsewhere)].filter(
      ({ frontmatter }) => frontmatter !== undefined,
    );
    const [first] = entries;
    if (first === undefined) return skipped('The server returned no entry with frontmatter.');
    return looked(
      entries.flatMap((entry) => faultsOf(entry, broken, isToldElsewhere)),
      first.from,
    );
  },
});

function faultsOf(
  { label, frontmatter = {}, from }: ServedEntry,
  broken: FieldRule['broken'],
  isToldElsewhere: (fields: Readonly<Record<string, unknown>>) => boolean,
): RuleFault[] {
  if (isToldElsewhere(frontmatter)) return [];
  return broken(frontmatter).map(({ field, said }) => {
    const value = own(frontmatter, field);
    return {
      subject: label,
      said,
      from,
      ...(value === undefined ? {} : { part: { [field]: value } }),
    };
  });
}

/** `sep-2640-entry-frontmatter-required` reports it. */
const hasNoDescription = (fields: Readonly<Record<string, unknown>>): boolean => {
  const value = own(fields, 'description');
  return typeof value !== 'string' || value === '';
};

/** The Agent Skills rules that `lint` applies to files, applied to what a server returns. */
export const agentSkillsChecks: readonly ConformanceCheck[] = [
  overEntries(fieldRules.description, hasNoDescription),
  overEntries(fieldRules.types),
  overEntries(fieldRules.known),
  {
    id: 'skillgate/hidden-characters',
    clause: 'Security Considerations',
    level: 'SHOULD',
    words: 'A SKILL.md has no characters that a reader cannot see or mistakes for others.',
    fix: 'Delete the character, or write it as an escape sequence.',
    look(seen) {
      const texts = seen.deeper.files.flatMap(({ uri, text, from }) =>
        text === null ? [] : [{ uri, text, from }],
      );
      if (texts.length === 0) return skipped('No SKILL.md was read.');
      const faults = texts.flatMap(({ uri, text, from }) =>
        hiddenCharacters(text, maxCount).map(({ line, column, name, codePoint }): RuleFault => ({
          subject: uri,
          said: `${name} (${codePoint}) at line ${line}, column ${column}`,
          from,
        })),
      );
      return looked(faults, texts[0]?.from ?? null);
    },
  },
];
