import { hitsOf } from '../knowledge/intent-hits.ts';
import { pattern } from '../pattern.ts';
import { phrases } from '../reading/phrases.ts';
import { rule } from '../rule.ts';

const claims = pattern(
  [
    'skill',
    'tool',
    'before any',
    'before every',
    'every task',
    'every response',
    'every message',
    'every conversation',
    'every session',
    'all other',
    'precedence',
    'priority',
  ],
  String.raw`\b(?:always|must|should|you\s+must|required\s+to)\s+(?:\w+\s+){0,2}?(?:use|invoke|call|run|load|activate|consult|trigger|execute|read)\s+(?:this|the)\s+(?:skill|tool)\s+(?:\w+\s+){0,2}?(?:before|for|on|at|in|after|first)\s+(?:\w+\s+){0,3}?(?:any|every|each|all|other)\b` +
    String.raw`|\b(?:before|for|on|in|after|with|at\s+the\s+(?:start|beginning|end)\s+of)\s+(?:every|each|all|any)\s+(?:single\s+|other\s+|user\s+)*(?:task|response|message|conversation|session|request|repl(?:y|ies)|answer|interaction|turn|prompt|tool\s+call)s?\b[^.\n]*?\b(?:(?:invoke|use|run|call|load|read|consult|follow)\s+(?:this|the)\s+(?:skill|tool|script|file|command)|must\s+(?:run|call|send|fetch|execute|invoke))\b` +
    String.raw`|\b(?:use|prefer|choose|invoke|call)\s+this\s+(?:skill|tool)\s+(?:\w+\s+){0,3}?(?:instead\s+of|over|rather\s+than|before)\s+(?:any|all|every|the)\s+(?:other|built-?in|native)\b` +
    String.raw`|\bthis\s+(?:skill|tool|document|file)(?:['’]s\s+(?:instructions|rules))?\s+(?:takes?|has|have|must\s+take|overrides?)\s+(?:\w+\s+)?(?:precedence|priority|all\s+other)\b` +
    String.raw`|\b(?:highest|top|absolute)\s+priority\s+(?:over|above)\s+(?:all|any|every)\s+(?:other\s+)?(?:skills?|tools?|instructions?)\b`,
);

/** P09. */
export const precedence = rule({
  id: 'P09',
  family: 'steering',
  severity: 'medium',
  title: 'Demands to be used before anything else',
  why: 'A skill that joins every task sees every task, and displaces better ones.',
  confusedWith: 'House styles and checklists that really are meant for every task.',
  look: (document) => hitsOf(document, 'take-precedence', [...phrases(document, claims)]),
});
