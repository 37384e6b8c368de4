import { at } from '../knowledge/places.ts';
import type { CodeCall } from '../reading/calls.ts';
import { startsProcess } from '../reading/shell-in-calls.ts';
import { nodesIn } from '../reading/tree.ts';
import { rule } from '../rule.ts';

/** These always pass their text to a shell. */
const shells =
  /^(?:os\.system|os\.popen|subprocess\.getoutput|subprocess\.getstatusoutput|asyncio\.create_subprocess_shell|child_process\.exec|child_process\.execSync|shelljs\.exec)$/;

/** X06. */
export const processStart = rule({
  id: 'X06',
  family: 'running',
  severity: 'info',
  title: 'Starts other programs',
  why:
    'The program that starts has all your rights. If a shell command has a filled-in part, ' +
    'whoever writes that part chooses the command.',
  confusedWith:
    'Most build and conversion scripts start programs. Only a shell command with a filled-in ' +
    'part is rated higher.',
  *look({ calls, text }) {
    for (const call of calls) {
      if (!startsProcess(call)) continue;
      yield at(call, isFilledIn(call, text) ? { severity: 'medium' } : {});
    }
  },
});

/** A shell command built around a value, as opposed to one that is passed on whole. */
function isFilledIn(call: CodeCall, text: string): boolean {
  const [first] = call.args;
  if (first === undefined || first.literal !== null) return false;
  const toShell =
    shells.test(call.callee) ||
    call.args.some(
      ({ name, node }) => name === 'shell' && /^true$/i.test(text.slice(node.start, node.end)),
    ) ||
    call.args.some(
      ({ node }) =>
        node.type === 'object' && /\bshell\s*:\s*true\b/.test(text.slice(node.start, node.end)),
    );
  if (!toShell) return false;
  for (const { type } of nodesIn(first.node))
    if (/^(?:interpolation|template_substitution|binary_operator|binary_expression)$/.test(type))
      return true;
  return false;
}
