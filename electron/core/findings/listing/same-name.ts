import { atField, setRule } from '../set/skill-set.ts';

const listed = 5;

/** M03. */
export const sameName = setRule({
  id: 'M03',
  family: 'listing',
  severity: 'medium',
  title: 'Has the name of a skill elsewhere, or nearly',
  why:
    'A model chooses a skill by its name. Whoever offers the same name, or nearly the same, may be ' +
    'chosen instead of the one that was meant.',
  confusedWith: 'The same skill, offered by its maker on two servers or kept in a folder as well.',
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
