import { pattern } from '../pattern.ts';
import { phrases } from '../reading/phrases.ts';
import { rule } from '../rule.ts';

const url = String.raw`[(<"'\x60\[]*https?://[^\s)>"'\x60]{4,}`;

const loads = pattern(
  ['http'],
  String.raw`\b(?:follow|obey|execute|apply|run|do|perform|use|adopt|load)\s+(?:\w+\s+){0,4}?(?:instructions?|steps|commands?|rules|directives?|prompts?|guidance|policy|policies|playbook|configuration)\s+(?:\w+\s+){0,4}?(?:at|from|in|on|found\s+at|served\s+(?:at|by|from)|located\s+at|hosted\s+(?:at|on)|returned\s+(?:by|from))\s+(?:the\s+\w+\s+)?${url}` +
    String.raw`|\b(?:fetch|download|retrieve|get|read|load|open|visit|curl|pull|browse)\s+(?:\w+\s+){0,6}?(?:from|at)?\s*${url}[\s\S]{0,160}?\b(?:and|then)[\s>]+(?:\w+\s+){0,2}?(?:follow|obey|execute|carry[\s>]+out|do[\s>]+what|apply|comply\s+with|act\s+on|perform)\b` +
    String.raw`|\b(?:latest|current|updated|additional|further|remaining|full|actual|real)\s+(?:instructions|steps|rules|directives)\s+(?:\w+\s+){0,4}?(?:from|at)\s+${url}`,
);

/** P11. */
export const remoteInstructions = rule({
  id: 'P11',
  family: 'steering',
  severity: 'high',
  title: 'Loads its instructions from an address at run time',
  why:
    "Approval doesn't cover what the address returns tomorrow. The text can change later, " +
    'even for one person only.',
  confusedWith: 'Links to documentation that a reader may look up.',
  look: (document) => phrases(document, loads),
});
