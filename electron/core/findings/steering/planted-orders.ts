import { orders } from '../knowledge/orders.ts';
import { at } from '../knowledge/places.ts';
import type { RuleDocument } from '../document.ts';
import { nodesIn } from '../reading/tree.ts';
import { rule, type RuleHit } from '../rule.ts';

/** P17. */
export const plantedOrders = rule({
  id: 'P17',
  family: 'steering',
  severity: 'medium',
  title: 'Instructions to a model hidden in data or code',
  why:
    'A model that reads a table or a script also reads its cells and comments. Instructions ' +
    'there are meant for the model, not for people.',
  confusedWith: 'Prompts that a program keeps in strings are ignored.',
  *look(document): Iterable<RuleHit> {
    const { kind, text } = document;
    if (kind.kind === 'data' && !/prompt|eval|instruction|message/i.test(document.path))
      for (const match of orders.all(text)) yield at(match);
    if (kind.kind === 'code' && orders.test(text))
      for (const { start, end } of commentsOf(document))
        for (const match of orders.all(text, start, end)) yield at(match, { confidence: 'medium' });
  },
});

function* commentsOf({ code }: RuleDocument): Generator<{ start: number; end: number }> {
  for (const { tree } of code)
    if (tree !== null) for (const node of nodesIn(tree)) if (node.type === 'comment') yield node;
}
