import { toolsOf } from '../../requests.ts';
import { rule, type Hit } from '../rule.ts';

const everything = /^(?:\*|all|any|everything)$/i;
/** A shell without a pattern that bounds it. */
const anyShell =
  /^(?:bash|shell|sh|powershell|execute|run_?command|terminal)(?:\(\s*(?:\*|:\*|\*:\*)?\s*\))?$/i;

export const everyTool = rule({
  id: 'A01',
  family: 'power',
  severity: 'high',
  title: 'Asks for every command or every tool',
  why:
    'Where a host grants what `allowed-tools` asks for, nothing that this skill runs is asked about ' +
    'again. Approving a skill here grants no tool by itself.',
  confusedWith: 'Skills of developers ask for a whole shell where a few commands would do.',
  *look({ frontmatter }): Iterable<Hit> {
    for (const [name, { value, start, end }] of frontmatter ?? []) {
      const asked = toolsOf({ [name]: value });
      if (asked.some((tool) => everything.test(tool) || anyShell.test(tool))) yield { start, end };
    }
  },
});
