import { hitsOf } from '../knowledge/intent-hits.ts';
import { pattern } from '../pattern.ts';
import { phrases } from '../reading/phrases.ts';
import { rule } from '../rule.ts';

const suppressions = pattern(
  [
    'refus',
    'disclaimer',
    'warning',
    'declin',
    'safety',
    'ethic',
    'moral',
    'polic',
    'restrict',
    'guardrail',
    'uncensor',
    'jailbr',
    'caveat',
    'content',
    'usage',
    'limits',
    'unfiltered',
    'anything',
  ],
  String.raw`\b(?:do\s+not|don['’]t|never|must\s+not|should\s+not|cannot|can['’]t|may\s+not|stop)\s+(?:ever\s+)?(?:refus(?:e|ing)|declin(?:e|ing))\b` +
    String.raw`|\bwithout\s+(?:any\s+)?(?:(?:safety|ethical|moral|content)\s+(?:\w+\s+)?(?:warnings?|disclaimers?|restrictions?|considerations?|checks?|filters?|guidelines))\b` +
    String.raw`|\b(?:ignor(?:e|ing)|bypass(?:ing)?|disregard(?:ing)?|disabl(?:e|ing)|skip(?:ping)?|circumvent(?:ing)?|turn\s+off|suppress(?:ing)?|remov(?:e|ing))\s+(?:\w+\s+){0,3}?(?:safety|ethical|moral|content|usage)\s+(?:polic(?:y|ies)|guidelines?|filters?|restrictions?|guardrails?|warnings?|rules|training|checks?|constraints?)\b` +
    String.raw`|\b(?:no|without)\s+(?:ethical|moral|safety)\s+(?:restrictions?|limits?|limitations?|guidelines|boundaries|constraints)\b` +
    String.raw`|\b(?:you\s+(?:have|are\s+under)|there\s+are)\s+no\s+(?:content\s+)?(?:restrictions?|polic(?:y|ies)|limits)\s+on\s+what\b` +
    String.raw`|\b(?:unrestricted|uncensored|jailbroken|unfiltered)\s+(?:mode|model|assistant|ai|version)\b` +
    String.raw`|\bdo\s+anything\s+now\b`,
);
const styleOnly = pattern(
  ['disclaimer', 'warning', 'caveat'],
  String.raw`\b(?:do\s+not|don['’]t|never|without|no)\s+(?:add|adding|include|including|append|appending|give|giving|show|issue)?\s*(?:\w+\s+){0,2}?(?:disclaimers|safety\s+warnings|security\s+warnings|caveats\s+or\s+warnings)\b`,
);

/** P05. */
export const refusal = rule({
  id: 'P05',
  family: 'steering',
  severity: 'high',
  title: 'Removes refusals, warnings or safety rules',
  why: 'The text makes the model do what it would decline or warn about, without telling you.',
  confusedWith: 'Writing styles without disclaimers. These are rated low.',
  *look(document) {
    yield* hitsOf(document, 'evade-safety', [...phrases(document, suppressions)]);
    yield* phrases(document, styleOnly, () => ({ severity: 'low' }));
  },
});
