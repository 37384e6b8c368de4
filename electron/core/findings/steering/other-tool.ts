import { hitsOf } from '../knowledge/intent-hits.ts';
import { pattern } from '../pattern.ts';
import { phrases } from '../reading/phrases.ts';
import { rule } from '../rule.ts';

const other = String.raw`(?:other|another|the\s+other|any\s+other|existing|all\s+other|every\s+other|built-?in|third[- ]party|competing)`;

const orders = pattern(
  ['skill', 'tool', 'server', 'plugin'],
  String.raw`\b(?:(?:do\s+not|don['’]t|never|stop)\s+trust(?:ing)?|disable|disabling|uninstall|remove|delete|block)\s+(?:the\s+|any\s+|all\s+)*${other}\s+(?:\w+\s+)?(?:skills?|mcp\s+servers?|servers?|plugins?)\b` +
    String.raw`|\b(?:when(?:ever)?|before|after|each\s+time|every\s+time|if)\s+(?:you\s+|the\s+(?:user|agent|model)\s+)?(?:us(?:e|es|ing)|call(?:s|ing)?|invok(?:e|es|ing)|run(?:s|ning)?)\s+(?:the\s+)?[\x60'"]?[\w./:-]+[\x60'"]?\s+(?:tool|skill|server)\b[^.\n]*?\b(?:also|first|instead|must|always)\s+(?:\w+\s+){0,2}?(?:send|include|add|pass|append|set|bcc|cc|copy|forward|read|replace|change|redirect|use)\b` +
    String.raw`|\b(?:change|modify|redirect|replace|alter|intercept|hijack|shadow|override)\s+(?:the\s+)?(?:behaviou?r|arguments?|parameters?|recipients?|output|results?|calls?)\s+(?:of|to|for|from|in)\s+(?:the\s+|any\s+)?(?:\w+\s+){0,2}?(?:other\s+)?(?:[\x60'"][\w.:-]+[\x60'"]\s+)?(?:tools?|skills?|servers?)\b`,
);

/** P10. */
export const otherTool = rule({
  id: 'P10',
  family: 'steering',
  severity: 'high',
  title: 'Changes how another skill, tool or server is used',
  why:
    'You reviewed the other one separately. A skill that interferes with it changes your ' +
    'decision without leaving a trace there.',
  confusedWith: 'A plain "see also", or a choice between two tools of the same skill.',
  look: (document) => hitsOf(document, 'reroute', [...phrases(document, orders)]),
});
