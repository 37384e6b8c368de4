import { hostOf, isLocal } from '../knowledge/addresses.ts';
import { at } from '../knowledge/places.ts';
import { sendersOf } from '../knowledge/sent-data.ts';
import type { RuleDocument } from '../document.ts';
import { nodesIn } from '../reading/tree.ts';
import { rule } from '../rule.ts';

/** Files that programs load on their own. */
const loaded =
  /(?:^|\/)(?:__init__|conftest|sitecustomize|usercustomize|setup|index)\.(?:py|js|mjs|cjs|ts)$/;
const functions =
  /^(?:function_definition|function_declaration|arrow_function|function_expression|method_definition|lambda|generator_function\w*|method|class_body|do_block|block)$/;

/** E13. */
export const beacon = rule({
  id: 'E13',
  family: 'secrets',
  severity: 'medium',
  title: 'Calls home as soon as it loads',
  why:
    "Before you've asked for anything, a message reveals where, when and by whom the skill is " +
    'used.',
  confusedWith: 'Declared analytics that say so and that you can turn off.',
  *look(document) {
    if (!loaded.test(document.path)) return;
    for (const sender of sendersOf(document))
      if (sender.call !== null && !isLocal(hostOf(sender.address)) && isAtTop(document, sender))
        yield at(sender);
  },
});

/** Outside every function and outside code that runs only if the file is the main program. */
function isAtTop(
  { code, text }: RuleDocument,
  { start, end }: { readonly start: number; readonly end: number },
): boolean {
  for (const { tree } of code) {
    if (tree === null) continue;
    for (const node of nodesIn(tree)) {
      if (node.start > start || node.end < end) continue;
      const isFunction = functions.test(node.type) && node.type !== 'block';
      const isMain =
        node.type === 'if_statement' &&
        /__main__|require\.main/.test(text.slice(node.start, node.start + 60));
      if (isFunction || isMain) return false;
    }
  }
  return true;
}
