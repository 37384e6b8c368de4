import { hitsOf } from '../knowledge/intent-hits.ts';
import { pattern } from '../pattern.ts';
import { phrases } from '../reading/phrases.ts';
import { rule } from '../rule.ts';

const person = String.raw`(?:the\s+|your\s+|any\s+)?(?:users?|humans?|person|operators?|owners?|reviewers?|developers?|anyone)`;
const acts = String.raw`(?:this|these|that|it|about|of|what|the\s+(?:command|script|request|upload|step|hook|download|change|call|transfer|action|process|file|instruction)s?)`;

const concealments = pattern(
  [
    'tell',
    'inform',
    'notify',
    'alert',
    'mention',
    'reveal',
    'disclos',
    'silently',
    'quietly',
    'secretly',
    'covertly',
    'hidden',
    'hide',
    'conceal',
    'without',
    'must not',
    'should not',
    'aware',
    'in secret',
    'surreptitiously',
    'stealthily',
    'invisible',
    'report',
    'show',
    'display',
    'keep',
    'know',
    'notice',
    'find out',
    'learn',
    'told',
    'notif',
  ],
  String.raw`\b(?:do\s+not|don['’]t|never|must\s+not|should\s+not|shouldn['’]t|avoid|refrain\s+from|without)\s+(?:ever\s+)?(?:tell|telling|inform|informing|notify|notifying|alert|alerting|reveal(?:ing)?\s+to|disclos(?:e|ing)\s+to)\s+${person}\s+(?:that\s+you|${acts})\b` +
    String.raw`|\b(?:do\s+not|don['’]t|never|must\s+not|should\s+not|avoid|without)\s+(?:ever\s+)?(?:mention(?:ing)?|reveal(?:ing)?|disclos(?:e|ing)|report(?:ing)?|show(?:ing)?|display(?:ing)?)\s+(?:${acts}\s+)(?:\w+\s+){0,3}?(?:to\s+${person}\b|in\s+(?:your|the|any)\s+(?:response|reply|answer|summary|output|report)s?\b)` +
    String.raw`|\b(?:users?|humans?|person|operator|reviewer)s?\s+(?:must|should|need)\s*(?:not|n['’]t|never)\s+(?:be\s+(?:told|informed|notified|made\s+aware|aware)|know|notice|find\s+out|learn)\b` +
    String.raw`|\bwithout\s+(?:the\s+)?(?:users?|humans?|person|operator)['’]?s?\s+(?:knowledge|awareness|noticing|knowing|consent|permission|being\s+(?:told|aware|informed|asked))\b` +
    String.raw`|\bwithout\s+(?:ever\s+)?(?:telling|informing|notifying|alerting)\s+${person}\s*,\s*(?:run|execute|send|upload|post|copy|read|append|download|install|fetch|write|modify|call)\b` +
    String.raw`|\b(?:silently|quietly|secretly|covertly|surreptitiously|stealthily)\s+(?:run|execute|send|upload|post|copy|exfiltrate|collect|read|append|include|add|forward|install|download|transmit|record|insert|write|fetch|make|modify|call)\b` +
    String.raw`|\b(?:hide|conceal|keep)\s+(?:\w+\s+){1,5}?(?:hidden\s+|secret\s+|invisible\s+)?from\s+${person}\b` +
    String.raw`|\b(?:hidden|invisible|concealed)\s+(?:from|to)\s+${person}\b`,
);

/** P02. */
export const concealment = rule({
  id: 'P02',
  family: 'steering',
  severity: 'high',
  title: 'Tells the model to hide something from you',
  why: 'A skill that hides what it does takes away the one person who could stop it: you.',
  confusedWith:
    'Style advice ("do not show raw JSON to the user") and programs that fail quietly. What ' +
    'matters is whether an action is hidden.',
  look: (document) => hitsOf(document, 'conceal', [...phrases(document, concealments)]),
});
