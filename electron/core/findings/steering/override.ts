import { hitsOf } from '../knowledge/intent-hits.ts';
import { pattern } from '../pattern.ts';
import { isShown } from '../reading/phrases.ts';
import { rule, type RuleHit } from '../rule.ts';

const orders = pattern(
  ['ignor', 'disregard', 'forget', 'overrid', 'bypass', 'supersede', 'discard', 'abandon'],
  String.raw`\b(?:ignor(?:e|ing)|disregard(?:ing)?|forget(?:ting)?|overrid(?:e|es|ing)|bypass(?:ing)?|supersedes?|discard|abandon)\s+` +
    String.raw`(?:(?:all|any|every|each|of|the|your|my|our|these|those|this|that|what|and|other)\s+){0,4}` +
    String.raw`(?:(?:previous|prior|earlier|above|preceding|existing|initial|original|former|system|developer|safety|security|user'?s?|default|current|built-?in)[\s,/-]+(?:(?:or|and)\s+)?){1,3}` +
    String.raw`(?:instructions?|prompts?|rules?|guidelines?|directives?|constraints?|polic(?:y|ies)|messages?|context|orders?|commands?|restrictions?|guard-?rails?|safeguards?)\b`,
);

export const override = rule({
  id: 'P01',
  family: 'steering',
  severity: 'high',
  title: 'Tells the model to ignore earlier instructions',
  why:
    'A skill should add to what you asked for. One that cancels it takes your place, or that ' +
    'of the app that runs the model.',
  confusedWith:
    'Security skills that quote such text, and prompts that say when their own notes no ' +
    'longer apply.',
  *look(document): Iterable<RuleHit> {
    const said = [...orders.all(document.text)].map(({ start, end }) => ({
      start,
      end,
      ...(isShown(document, start) ? { role: 'example' as const } : {}),
    }));
    yield* hitsOf(document, 'cancel-rules', said);
  },
});
