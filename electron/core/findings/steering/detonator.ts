import { pattern } from '../pattern.ts';
import { phrases } from '../reading/phrases.ts';
import { rule } from '../rule.ts';

const act = String.raw`(?:run|execute|send|upload|post|download|fetch|delete|remove|install|append|copy|exfiltrate|activate|trigger|switch|replace|write|overwrite|use)`;

const triggers = pattern(
  [
    'after',
    'on the',
    'if the',
    'when the',
    'once the',
    'only if',
    'hostname',
    'date is',
    'no one',
    'nobody',
    'the user',
    'run',
    'invocation',
    'execution',
    'session',
    'call',
    'conversation',
    'if today',
    'third',
    'time',
  ],
  String.raw`\b(?:on|after|at)\s+(?:the\s+)?(?:\d+(?:st|nd|rd|th)|second|third|fourth|fifth|tenth|subsequent|later)\s+(?:run|use|invocation|execution|call|session|time|conversation)s?\b[^.\n]*?\b${act}\b` +
    String.raw`|\b(?:if|when|once|only\s+if)\s+(?:the\s+)?(?:current\s+|system\s+|local\s+|today['’]s\s+)?date\s+is\s+(?:on\s+or\s+)?(?:after|past|later\s+than|beyond)\b[^.\n]*?\b${act}\b` +
    String.raw`|\b(?:if|when|only\s+if|unless)\s+(?:the\s+)?(?:current\s+|machine['’]?s?\s+|system['’]?s?\s+|logged[- ]in\s+)*(?:host\s*name|user\s*name|domain|ip\s+address|email\s+address|locale|time\s*zone)\s+(?:is|contains|ends\s+with|starts\s+with|matches|equals|belongs)\b[^.\n]*?\b${act}\b` +
    String.raw`|\b(?:if|when)\s+(?:no\s+one|nobody|the\s+user\s+(?:is\s+)?(?:not|away|idle|asleep))\s*(?:is\s+)?(?:looking|watching|present|around|active|at)?[^.\n]*?\b${act}\b`,
);

/** P16. */
export const detonator = rule({
  id: 'P16',
  family: 'steering',
  severity: 'medium',
  title: 'Acts only on a certain date, machine or run',
  why:
    'Code that waits for a date, a host name or the third run behaves well while someone ' +
    'tests it.',
  confusedWith: 'Schedules and platform-specific settings. What matters is what they do.',
  look: (document) => phrases(document, triggers),
});
