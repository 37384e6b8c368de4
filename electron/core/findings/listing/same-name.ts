import { atField, setRule } from '../set/skill-set.ts';

const listed = 5;

/** M03. */
export const sameName = setRule({
  id: 'M03',
  family: 'listing',
  severity: 'medium',
  title: 'Same or nearly the same name as another skill',
  why:
    'A model chooses a skill by name. A skill with the same or a similar name may be chosen ' +
    'instead of the one you meant.',
  confusedWith: 'The same skill, offered by its author on two servers or kept in a folder too.',
  *look(set) {
    const { entry, held } = set;
    const others = [
      ...held.relations.collisions
        .filter(({ where }) => where !== entry.server)
        .map(({ where }) => `the same name on ${where}`),
      ...held.relations.alike.map(({ name, where }) => `${name} on ${where}`),
    ];
    if (others.length === 0) return;
    const more = others.length > listed ? `, and ${others.length - listed} more` : '';
    const excerpt = `${entry.name}: ${others.slice(0, listed).join(', ')}${more}`;
    const about = JSON.stringify([entry.name, others]);
    yield atField(set, 'name', { excerpt, about, role: 'frontmatter' });
  },
});
