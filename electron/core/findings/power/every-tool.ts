import { toolsOf } from '../../requests.ts';
import { rule, type RuleHit } from '../rule.ts';

const everything = /^(?:\*|all|any|everything)$/i;
const shell = /^(?:bash|shell|sh|powershell|execute|run_?command|terminal)/i;
/** A shell with a pattern without limits: the author explicitly asks for every command. */
const anyCommand = /\(\s*(?:\*|:\*|\*:\*)?\s*\)$/;

export const everyTool = rule({
  id: 'A01',
  family: 'power',
  severity: 'high',
  title: 'Asks for every command or every tool',
  why:
    "If an app grants what `allowed-tools` asks for, it never asks you about this skill's " +
    'commands again. Approving a skill here grants no tool unless you allow it.',
  confusedWith:
    'One in three published skills asks for the whole shell where a few commands would do. ' +
    'This is rated low.',
  *look({ frontmatter }): Iterable<RuleHit> {
    for (const [name, { value, start, end }] of frontmatter ?? []) {
      const breadth = breadthOf(name, value);
      if (breadth !== null)
        yield breadth === 'everything' ? { start, end } : { start, end, severity: 'low' };
    }
  },
});

/** How much a field asks for: every command or tool, the whole shell, or neither. */
export function breadthOf(name: string, value: unknown): 'everything' | 'shell' | null {
  const asked = toolsOf({ [name]: value });
  if (asked.some((tool) => everything.test(tool) || isUnbounded(tool))) return 'everything';
  return asked.some((tool) => shell.exec(tool)?.[0] === tool) ? 'shell' : null;
}

const isUnbounded = (tool: string): boolean => {
  const name = shell.exec(tool)?.[0];
  return name !== undefined && anyCommand.exec(tool)?.index === name.length;
};
