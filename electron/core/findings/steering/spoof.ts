import type { RuleDocument } from '../document.ts';

import { pattern } from '../pattern.ts';
import { isAbout } from '../knowledge/about.ts';
import { chats, isFenced, phrases } from '../reading/phrases.ts';
import { rule } from '../rule.ts';

const spoofs = pattern(
  [
    'system',
    'developer',
    'assistant',
    '<|',
    '[inst]',
    '[/inst]',
    '<<sys>>',
    '<</sys>>',
    'human>',
    'security team',
    'you are now',
    'approved by',
    'admin',
    'root',
    'im_start',
    'end of',
    'human:',
    'anthropic',
    'openai',
    'authori',
  ],
  String.raw`<\|(?:im_start|im_end|system|user|assistant|endoftext|begin_of_text|start_header_id|end_header_id|eot_id)[^|\n]*?\|>` +
    String.raw`|\[/?INST\]|<</?SYS>>` +
    String.raw`|^[ \t>]*</?(?:system|system[-_](?:prompt|message|reminder|instructions?|override)|developer(?:[-_](?:message|mode))?|admin(?:[-_]\w+)?|assistant|human)>` +
    String.raw`|^[ \t>*#]*\[?(?:system|developer|administrator|root)\s*(?:message|prompt|override|notice|update|alert|instructions?)?\]?\s*:[ \t*]*(?:you\s|ignore|disregard|from\s+now|all\s|new\s|the\s+user|do\s+not|never|always|must|forget|override)` +
    String.raw`|\b(?:this\s+is|as)\s+an?\s+(?:official\s+|urgent\s+|authori[sz]ed\s+)?(?:system|developer|administrator|admin|security\s+team)\s+(?:message|instruction|override|directive|order|command|request)\b` +
    String.raw`|^[ \t>]*[-=#\[*]{1,}[^\w\n]*end\s+of\s+(?:the\s+)?(?:system|user|developer)\s+(?:prompt|message|instructions|input)\b` +
    String.raw`|\byou\s+are\s+now\s+(?:in|running\s+in|entering)\s+(?:\w+\s+)?(?:developer|debug|admin|god|maintenance|unrestricted|jailbreak|dan)\s+mode\b` +
    String.raw`|\b(?:pre-?authori[sz]ed|approved|authori[sz]ed)\s+by\s+(?:anthropic|openai|google|the\s+(?:system|administrator|security\s+team|developers?))\b`,
);

/** Between backticks, which show it unchanged. */
function isInline({ text }: RuleDocument, start: number): boolean {
  const line = text.slice(text.lastIndexOf('\n', start) + 1, start);
  return line.split('`').length % 2 === 0;
}

/** The marks of chat formats, and the start of any system prompt. */
const chatFormat = /^<\||^\[\/?INST|^<<|^[ \t>*#]*<?\/?(?:system|human|assistant)>|:\s*you\s$/i;

/** P03. */
export const spoof = rule({
  id: 'P03',
  family: 'steering',
  severity: 'high',
  title: 'Poses as the system, the developer or another speaker',
  why:
    "Models trust some speakers more than others. Text that fakes such a speaker's markers " +
    'claims that trust.',
  confusedWith: 'Documentation of chat formats and prompt templates, mostly in code fences.',
  *look(document) {
    for (const hit of phrases(document, spoofs)) {
      const said = document.text.slice(hit.start, hit.end);
      // A template, which a fence shows unchanged.
      const isTemplate =
        chatFormat.test(said) &&
        (isFenced(document, hit.start) ||
          isInline(document, hit.start) ||
          isAbout(document, chats));
      yield isTemplate ? { ...hit, role: 'example' } : hit;
    }
  },
});
