import { toolsOf } from '../../requests.ts';
import { at } from '../knowledge/places.ts';
import { rule } from '../rule.ts';

const shell = /^(?:\*|all|any|bash|shell|powershell|execute|run_?command|terminal)/i;

/** A06. */
export const undeclaredShell = rule({
  id: 'A06',
  family: 'power',
  severity: 'low',
  title: "Gives commands to run but doesn't ask for a shell",
  why: 'What the skill declares is incomplete: it has the model do more than it says it needs.',
  confusedWith: 'Commands that are only explained, for you to type.',
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
