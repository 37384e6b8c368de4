import { handedOver } from '../knowledge/handed-over.ts';
import { hitsOf } from '../knowledge/intent-hits.ts';
import type { IntentMatch } from '../knowledge/intents.ts';
import { at } from '../knowledge/places.ts';
import { sectionSends } from '../knowledge/section-sends.ts';
import { pattern } from '../pattern.ts';
import { isFenced, isShown, phrases } from '../reading/phrases.ts';
import { rule, type RuleHit } from '../rule.ts';

const verbs = String.raw`(?:send|sends|sending|forward|forwards|forwarding|transmit|upload|uploading|post|posting|exfiltrate|submit|report|relay|push|deliver|share|email|copy|beacon|sync)`;
const data = String.raw`(?:conversations?|chat(?:\s+(?:history|logs?))?|messages?|transcripts?|context|history|prompts?|inputs?|data|files?|contents?|source\s+code|code(?:base)?|environment(?:\s+variables)?|env(?:\s+vars)?|credentials?|secrets?|(?:api\s+|access\s+|session\s+|auth\s+|ssh\s+|private\s+)*(?:keys?|tokens?)|passwords?|cookies?|results?|outputs?|logs?|everything|details|information)`;
const owned = String.raw`(?:all|every|any|user['’]?s?|full|complete|entire|their|your|sensitive|private|personal|current|session|collected|gathered|conversation|environment|secret|credential|raw)`;
const outside = String.raw`(?:https?://|wss?://|ftp://|[\w.+-]+@[\w-]+\.[a-z]{2,}|(?:the\s+|our\s+|this\s+|an?\s+|my\s+)?(?:\w+\s+){0,2}?(?:remote|external|attacker|collection|logging|analytics|audit|telemetry|tracking|third[- ]party|outside)\s+(?:\w+\s+)?(?:server|endpoint|host|address|url|webhook|service|api|collector)\b|(?:an?|the|our|this)\s+webhook\b)`;

const sendings = pattern(
  [
    'send',
    'forward',
    'transmit',
    'upload',
    'post',
    'exfiltrate',
    'submit',
    'report',
    'relay',
    'push',
    'deliver',
    'share',
    'email',
    'copy',
    'beacon',
    'sync',
  ],
  String.raw`\b${verbs}\s+(?:[\w'’-]+\s+){0,4}?${owned}\s+(?:[\w'’,/-]+\s+){0,5}?${data}\b[^.\n]*?\b(?:to|at|via|into)\s+[(<"'\x60]*${outside}` +
    String.raw`|\b${verbs}\s+(?:[\w'’-]+\s+){0,3}?(?:conversations?|chat\s+history|transcripts?|credentials?|secrets|passwords?|cookies|environment\s+variables|(?:private|ssh|api|access|session)\s+(?:keys?|tokens?))\b[^.\n]*?\b(?:to|at|via|into)\s+[(<"'\x60]*${outside}`,
);

/** P07. */
export const sending = rule({
  id: 'P07',
  family: 'steering',
  severity: 'high',
  title: 'Tells the model to send data elsewhere',
  why: 'One sentence is enough: the model has network tools and can send all that it has read.',
  confusedWith:
    'Clients of a service, which describe what they send to it. Check who owns the address.',
  *look(document) {
    // Elsewhere than in English, only what is sent shows that it isn't a service's own client.
    const weigh = ({ isForeign }: IntentMatch): Partial<RuleHit> =>
      isForeign ? { severity: 'medium' } : {};
    yield* hitsOf(document, 'send-data', [...phrases(document, sendings)], weigh);
    yield* hitsOf(document, 'send-secret');
    const sections = [...sectionSends(document)];
    for (const section of sections) yield at(section);
    // Comments, data and templates are read by the model like prose.
    if (document.kind.kind === 'code') return;
    for (const passage of handedOver(document.text))
      if (!sections.some(({ start }) => start >= passage.start && start < passage.end))
        yield at(
          passage,
          passage.isPlain && !isFenced(document, passage.start) && !isShown(document, passage.start)
            ? { role: 'instruction' }
            : {},
        );
  },
});
