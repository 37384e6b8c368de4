import type { RuleDocument } from '../document.ts';
import { pattern } from '../pattern.ts';
import { isAbout } from '../knowledge/about.ts';
import { chats, isFenced, phrases } from '../reading/phrases.ts';
import { at, rule, type RuleHit } from '../rule.ts';
import { hitsOf } from '../knowledge/intents.ts';

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
  String.raw`<\|(?:im_start|im_end|system|user|assistant|endoftext|begin_of_text|start_header_id|` +
    String.raw`end_header_id|eot_id)[^|\n]*?\|>` +
    String.raw`|\[/?INST\]|<</?SYS>>` +
    String.raw`|^[ \t>]*</?(?:system|system[-_](?:prompt|message|reminder|instructions?|` +
    String.raw`override)|developer(?:[-_](?:message|mode))?|admin(?:[-_]\w+)?|assistant|human)>` +
    String.raw`|^[ \t>*#]*\[?(?:system|developer|administrator|root)\s*(?:message|prompt|` +
    String.raw`override|notice|update|alert|instructions?)?\]?\s*:[ \t*]*(?:you\s|ignore|` +
    String.raw`disregard|from\s+now|all\s|new\s|the\s+user|do\s+not|never|always|must|forget|` +
    String.raw`override)` +
    String.raw`|\b(?:this\s+is|as)\s+an?\s+(?:official\s+|urgent\s+|authori[sz]ed\s+)?(?:system|` +
    String.raw`developer|administrator|admin|security\s+team)\s+(?:message|instruction|override|` +
    String.raw`directive|order|command|request)\b` +
    String.raw`|^[ \t>]*[-=#\[*]{1,}[^\w\n]*end\s+of\s+(?:the\s+)?(?:system|user|` +
    String.raw`developer)\s+(?:prompt|message|instructions|input)\b` +
    String.raw`|\byou\s+are\s+now\s+(?:in|running\s+in|entering)\s+(?:\w+\s+)?(?:developer|debug|` +
    String.raw`admin|god|maintenance|unrestricted|jailbreak|dan)\s+mode\b` +
    String.raw`|\b(?:pre-?authori[sz]ed|approved|authori[sz]ed)\s+by\s+(?:anthropic|openai|` +
    String.raw`google|the\s+(?:system|administrator|security\s+team|developers?))\b`,
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
      // Certain, however the surroundings are weighed.
      yield isTemplate ? { ...hit, role: 'example', confidence: 'low' } : hit;
    }
  },
});

const vendors =
  'anthropic|claude|openai|chatgpt|google|gemini|microsoft|' +
  'github|copilot|apple|amazon|aws|meta|stripe|slack|atlassian';
const claims = new RegExp(
  `\\b(?:official|verified|certified|authori[sz]ed|endorsed|trusted)\\b[^.\\n]{0,30}\\b(?:${vendors})\\b` +
    `|\\b(?:${vendors})(?:['’]s)?\\s+(?:official|verified|certified|security\\s+team|internal|approved)\\b` +
    `|\\b(?:by|from|made\\s+by|published\\s+by|maintained\\s+by)\\s+(?:the\\s+)?(?:anthropic|openai|google|microsoft|apple|amazon)(?:\\s+team)?\\s*(?:[.,)]|$)`,
  'i',
);

/** P04. */
export const impersonation = rule({
  id: 'P04',
  family: 'steering',
  severity: 'medium',
  title: 'Claims to come from a well-known company',
  why:
    'Anyone can write a name into a description. What counts is the server that the skill ' +
    'comes from.',
  confusedWith: 'Skills that the company itself publishes, or that are only about its products.',
  *look({ frontmatter }) {
    for (const name of ['name', 'description', 'author']) {
      const field = frontmatter?.get(name);
      if (typeof field?.value !== 'string' || field.value.length > 4_000) continue;
      if (claims.test(field.value)) yield at(field);
    }
  },
});

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
  String.raw`\b(?:do\s+not|don['’]t|never|must\s+not|should\s+not|cannot|can['’]t|may\s+not|` +
    String.raw`stop)\s+(?:ever\s+)?(?:refus(?:e|ing)|declin(?:e|ing))\b` +
    String.raw`|\bwithout\s+(?:any\s+)?(?:(?:safety|ethical|moral` +
    String.raw`|content)\s+(?:\w+\s+)?(?:warnings?|disclaimers?|restrictions?|considerations?` +
    String.raw`|checks?|filters?|guidelines))\b` +
    String.raw`|\b(?:ignor(?:e|ing)|bypass(?:ing)?|disregard(?:ing)?|disabl(?:e|ing)` +
    String.raw`|skip(?:ping)?|circumvent(?:ing)?|turn\s+off|suppress(?:ing)?|remov(?:e` +
    String.raw`|ing))\s+(?:\w+\s+){0,3}?(?:safety|ethical|moral|content|usage)\s+(?:polic(?:y` +
    String.raw`|ies)|guidelines?|filters?|restrictions?|guardrails?|warnings?|rules|training` +
    String.raw`|checks?|constraints?)\b` +
    String.raw`|\b(?:no|without)\s+(?:ethical|moral|safety)\s+(?:restrictions?|limits?|` +
    String.raw`limitations?|guidelines|boundaries|constraints)\b` +
    String.raw`|\b(?:you\s+(?:have|are\s+under)` +
    String.raw`|there\s+are)\s+no\s+(?:content\s+)?(?:restrictions?|polic(?:y|ies)` +
    String.raw`|limits)\s+on\s+what\b` +
    String.raw`|\b(?:unrestricted|uncensored|jailbroken|unfiltered)\s+(?:mode|model|assistant|ai|` +
    String.raw`version)\b` +
    String.raw`|\bdo\s+anything\s+now\b`,
);
const styleOnly = pattern(
  ['disclaimer', 'warning', 'caveat'],
  String.raw`\b(?:do\s+not|don['’]t|never|without|no)\s+(?:add|adding|include|including|append|` +
    String.raw`appending|give|giving|show|issue)?\s*(?:\w+\s+){0,2}?(?:disclaimers|` +
    String.raw`safety\s+warnings|security\s+warnings|caveats\s+or\s+warnings)\b`,
);

/** Things that have filters of their own, unlike a model. */
const filtered =
  /\b(?:repositor(?:y|ies)|mirrors?|prox(?:y|ies)|registr(?:y|ies)|networks?|routers?|feeds?|lists?|firewalls?|gateways?|mailboxes|servers?)\s+$/i;

/** P05. */
export const refusal = rule({
  id: 'P05',
  family: 'steering',
  severity: 'high',
  title: 'Removes refusals, warnings or safety rules',
  why: 'The text makes the model do what it would decline or warn about, without telling you.',
  confusedWith: 'Writing styles without disclaimers. These are rated low.',
  *look(document) {
    const said = phrases(document, suppressions, ({ start, text }) =>
      /^without\s/i.test(text) && filtered.test(document.text.slice(Math.max(0, start - 60), start))
        ? null
        : {},
    );
    yield* hitsOf(document, 'evade-safety', [...said]);
    yield* phrases(document, styleOnly, () => ({ severity: 'low' }));
  },
});

const leaks = pattern(
  [
    'prompt',
    'everything',
    'the text',
    'all text',
    'the words',
    'instruction',
    'rules',
    'guidelines',
    'message',
  ],
  String.raw`\b(?:reveal|print|output|show|repeat|dump|display|disclose|leak|recite|` +
    String.raw`write\s+(?:out|down))\s+(?:\w+\s+){0,4}?(?:(?:your|its|claude['’]s|the\s+(?:model|` +
    String.raw`assistant|agent)['’]s)\s+)(?:\w+\s+){0,2}?(?:system|hidden|initial|developer|` +
    String.raw`internal|secret)\s+(?:prompts?|instructions?|messages?|rules|guidelines)\b` +
    String.raw`|\b(?:repeat|print|output)\s+(?:everything|all\s+(?:the\s+)?text|the\s+(?:text|` +
    String.raw`words))\s+(?:above|before\s+this)\b`,
);

/** P06. */
export const promptLeak = rule({
  id: 'P06',
  family: 'steering',
  severity: 'medium',
  title: "Asks for the model's hidden instructions",
  why: "A system prompt holds the app's rules and often its secrets. Skills rarely need it.",
  confusedWith: 'Lessons on writing prompts that show the system prompt of their own example.',
  look: (document) => phrases(document, leaks),
});

/** Nobody reads the same line this often, or for this share of the file. */
const limits = { times: 200, share: 0.6, lines: 100 } as const;

/** P18. */
export const stuffing = rule({
  id: 'P18',
  family: 'steering',
  severity: 'low',
  title: 'Repeats the same text over and over',
  why:
    'A model loses track of the start of a long text, including what you said. People skip ' +
    'it.',
  confusedWith: 'Data, logs and tables, which are ignored by type.',
  *look({ text, kind }): Iterable<RuleHit> {
    if (kind.kind !== 'markdown' && !(kind.kind === 'text' && kind.format === 'plaintext')) return;
    const seen = new Map<string, { count: number; start: number }>();
    let start = 0;
    let lines = 0;
    for (const line of text.split('\n')) {
      const words = line.trim();
      if (/[\p{L}\p{N}]{2}/u.test(words)) {
        lines += 1;
        const known = seen.get(words);
        if (known === undefined) seen.set(words, { count: 1, start });
        else known.count += 1;
      }
      start += line.length + 1;
    }
    for (const [line, { count, start: first }] of seen)
      if (count > limits.times || (lines > limits.lines && count > lines * limits.share))
        yield at({ start: first, end: first + line.length });
  },
});
