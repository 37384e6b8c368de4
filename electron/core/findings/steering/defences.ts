import { hitsOf } from '../knowledge/intent-hits.ts';
import { pattern } from '../pattern.ts';
import { phrases } from '../reading/phrases.ts';
import { rule } from '../rule.ts';

const guard = String.raw`(?:(?:two|2|multi)[- ]?factor(?:\s+auth\w*)?|2fa|mfa|audit(?:d|\s*(?:log\w*|trails?))|(?:security|access|event|command|shell)\s+log(?:s|ging)|anti-?virus|anti-?malware|windows\s+defender|defender|microsoft\s+defender|firewalls?|edr|endpoint\s+(?:protection|detection|security)|intrusion\s+detection|security\s+(?:software|monitoring|tools?|agent|controls?|scan\w*|checks?|alerts?)|tamper\s+protection|real-?time\s+protection|crowdstrike|sentinelone)`;

const disabling = pattern(
  [
    'factor',
    'history',
    'traces',
    'evidence',
    'exclusion',
    'exception',
    '2fa',
    'mfa',
    'audit',
    'trail',
    'log',
    'virus',
    'malware',
    'defender',
    'firewall',
    'edr',
    'endpoint',
    'intrusion',
    'security',
    'tamper',
    'real',
    'crowdstrike',
    'sentinelone',
  ],
  String.raw`\b(?:disabl(?:e|es|ing)|turn(?:ing)?\s+off|switch(?:ing)?\s+off|deactivat(?:e|ing)|stop(?:ping)?|kill(?:ing)?|uninstall(?:ing)?|bypass(?:ing)?|circumvent(?:ing)?|evad(?:e|ing))\s+(?:the\s+|any\s+|all\s+|your\s+|their\s+|user['’]s\s+|system\s+|existing\s+|host\s+)*${guard}\b` +
    String.raw`|\b(?:delete|wipe|erase|truncate|purge|clear\s+(?:the|any|all|your|out))\s+(?:the\s+|any\s+|all\s+|your\s+|system\s+)*(?:(?:audit|security|event|access|system)\s+(?:logs?|trails?)|traces\s+of|evidence\s+of|shell\s+history|bash\s+history|command\s+history)\b` +
    String.raw`|\b(?:add|create)\s+(?:\w+\s+){0,3}?(?:exclusions?|exceptions?)\s+(?:\w+\s+){0,6}?(?:defender|anti-?virus|firewall|edr)\b`,
);

/** P14. */
export const defences = rule({
  id: 'P14',
  family: 'steering',
  severity: 'high',
  title: 'Turns off protection or logging',
  why:
    'Two-factor sign-in, logs, virus scanners and firewalls stop an attack or reveal it ' +
    'later.',
  confusedWith:
    'Hardening guides that name these and say not to; troubleshooting that turns a firewall ' +
    'off briefly.',
  look: (document) => hitsOf(document, 'weaken', [...phrases(document, disabling)]),
});
