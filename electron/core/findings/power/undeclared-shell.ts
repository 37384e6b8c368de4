import { toolsOf } from '../../requests.ts';
import { at } from '../knowledge/places.ts';
import { rule } from '../rule.ts';

const shell = /^(?:\*|all|any|bash|shell|powershell|execute|run_?command|terminal)/i;

/** A06. */
export const undeclaredShell = rule({
  id: 'A06',
  family: 'power',
  severity: 'low',
  title: 'Gives commands to run but asks for no shell',
  why: 'What a skill says it needs and what it has the model do are two things: the first is incomplete.',
  confusedWith: 'Commands that are only explained, for a person to type.',
  *look({ frontmatter, commands, path }) {
    if (!/(?:^|\/)SKILL\.md$/i.test(path) || frontmatter === null) return;
    for (const [name, { value, start, end }] of frontmatter) {
      const asked = toolsOf({ [name]: value });
      if (asked.length === 0 || asked.some((tool) => shell.test(tool))) continue;
      const given = commands.find(({ part }) => part.from === 'fence');
      if (given !== undefined)
        yield at({ start, end }, { related: [{ start: given.start, end: given.end }] });
    }
  },
});
