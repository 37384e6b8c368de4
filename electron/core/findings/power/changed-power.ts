import { metadataChanges } from '../../decisions/changes.ts';
import { isActedOn } from '../../frontmatter/host-keys.ts';
import { atField, setRule } from '../set/skill-set.ts';

/** Fields that name or explain the skill, which are compared elsewhere. */
const words = new Set(['name', 'description', 'whentouse', 'argumenthint']);

const isPower = (field: string): boolean =>
  isActedOn(field) && !words.has(field.toLowerCase().replaceAll(/[-_]/g, ''));

/** A08. */
export const changedPower = setRule({
  id: 'A08',
  family: 'power',
  severity: 'high',
  title: 'Asks for different rights than when you approved it',
  why:
    'You approved a skill that asked for something else. A field that apps act on has a new ' +
    'value.',
  confusedWith: 'Nothing: both values are known. The author may have a good reason.',
  *look(set) {
    const { record, entry } = set;
    if (record?.decision !== 'approved') return;
    for (const { field, expected = 'nothing', actual = 'nothing' } of metadataChanges(
      record,
      entry,
    )) {
      const top = /^[^.[]+/.exec(field)?.[0] ?? field;
      if (isPower(top))
        yield atField(set, top, {
          // Use both whole values, because their shortened forms may be the same.
          about: JSON.stringify([field, record.frontmatter[top], entry.frontmatter[top]]),
          excerpt: `${field}: ${short(expected)} when approved, ${short(actual)} now`,
          role: 'frontmatter',
        });
    }
  },
});

/** Short enough that both values fit into one excerpt. */
const short = (value: string): string => (value.length <= 70 ? value : `${value.slice(0, 69)}…`);
