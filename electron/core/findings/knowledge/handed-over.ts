/*
 * What a passage hands over, by its meaning: somebody does something (a verb) with what isn't theirs
 * to give (an object), for somebody outside (a target), and hides it (a modifier). Each class has
 * many words in any order, so an attacker who rewrites a sentence stays inside the classes.
 */

export interface HandedOver {
  readonly start: number;
  readonly end: number;
  readonly isPlain: boolean;
}

/** What isn't the skill's to give away, and how much that weighs. */
const objects: readonly (readonly [weight: number, words: string])[] = [
  [
    3,
    String.raw`\.env\b|kubeconfigs?\b|\*\.(?:tfvars|tfstate|pem|key|keystore|jks|p12|ovpn|kdbx)\b|\.(?:ssh|aws|netrc|npmrc|pgpass)\b|\bprintenv\b|\x60env\b[^\x60\n]{0,20}\x60|\benvironment variables\b|\b(?:connection strings?|credentials|passwords|passphrases|private keys?|api keys?|secrets|tokens)\b`,
  ],
  [
    3,
    String.raw`\b(?:conversation|chat (?:export|history|log)|transcript|session)\b|\b(?:what|whatever|all|everything|anything)\b[^.\n]{0,30}\b(?:user|person|lawyer|client|customer|patient|author|they)\b[^.\n]{0,12}\b(?:told|said|wr[io]te|written|typed|shared|pasted)\b|\b(?:user|person)['’]s\s+(?:last\s+|recent\s+|latest\s+)?(?:messages|prompts|questions)\b`,
  ],
  [
    2,
    String.raw`\b(?:customers?|clients?|contacts?|patients?|employees?|parties|counterparty)['’]?s?\s+(?:names?|records?|data|addresses)\b|\bnames of (?:the )?(?:customers?|clients?|contacts?|patients?|parties|employees)\b|\bmailbox\b|\binbox\b|\b(?:Downloads|Documents)\b|\bconfidential\b|\bprivileged\b|\bmargin sheets?\b|\baddress book\b`,
  ],
];
const object = new RegExp(objects.map(([, words]) => words).join('|'), 'gi');
const weighted = objects.map(([weight, words]) => ({ weight, words: new RegExp(words, 'i') }));

const verb =
  /\b(?:send|post|upload|submit|forward|transmit|relay|hand|deliver|share|mail|append|attach|include|add|put|paste|embed|encode|copy|copies|write|fill|replace|compose|describe|tell|report|introduce|make them readable|use the (?:web )?form|percent-encoded|url-encoded)(?:s|ed|ing)?\b/i;

/** Whoever is outside, or a place that only somebody outside looks at. */
const address =
  /\b(?:https?|s3|gs|wss?|ftp):\/\/(?!localhost|127\.|(?:[\w-]{1,63}\.){0,4}example\.(?:com|org|net))[\w.-]+|(?<![\w.+-])[\w.+-]{1,64}@(?!example\.)[\w-]+\.[a-z]{2,}|\b(?:anyone with the link|world-readable|public-read|publicly readable)\b/i;
const hiddenPlace =
  /\bcolor:\s{0,4}#f{3,6}\b|\bdisplay:\s{0,4}none\b|\bfont-size:\s{0,4}[01]px|\bwidth\s+(?:is\s+|to\s+)?(?:0|zero)\b|\b(?:in white|white (?:text|on white)|collapsed section|hidden (?:column|field|sheet|cell|section|comment))\b/i;

/** Signs that whoever uses the skill isn't to notice, each of its own kind. */
const modifiers: readonly RegExp[] = [
  /\b(?:silently|quietly|secretly|discreetly|unnoticed|behind the scenes)\b|\bnot? (?:be )?(?:discussed|mentioned|explained|shown)\b/i,
  /\b(?:needn['’]t|need not|doesn['’]t need to|isn['’]t to|is not to|mustn['’]t|must not|shouldn['’]t|should not)\s+(?:see|know|hear|learn|notice|be (?:told|shown|informed|discussed|mentioned|asked))\b|\b(?:isn['’]t|is not|aren['’]t|are not)\s+(?:informed|told|asked|notified|consulted)\b|\bhas no part in\b/i,
  /\b(?:don['’]t|do not|never)\s+(?:explain|mention|refer to|describe|discuss|list|announce|comment on)\s+(?:it|this|that|them|the (?:image|step|block|upload|request|copy))\b/i,
  /\b(?:keep|leave|omit)\b[^.\n]{0,40}\b(?:out of|from)\s+(?:the|your|any)\s+(?:summary|report|answer|reply|minutes|notes)\b|\bnot part of the (?:minutes|report|summary|answer)\b/i,
  /\b(?:one|1|single)[- ]?(?:px|pixel)\b|\binvisible\b|\bempty image\b|!\[\s*\]\(/i,
  /\b(?:rot13|morse|base(?:32|64|85)|hex-encoded)\b|\bpasses? as\b/i,
  /\b(?:calls? for|needs?|requires?) no (?:separate |further )?(?:consent|approval|confirmation|permission)\b|\bskip the \w+ for\b|\balready (?:knows|agreed|approved)\b/i,
  /\b(?:asks?|asked|wonders?|notices?)\b[^.\n]{0,50},?\s+(?:call|say|reply|answer)\b[^.\n]{0,60}/i,
  /\b(?:answer|response|reply)\s+(?:doesn['’]t|does not)\s+matter\b|\bno (?:answer|response|reply) (?:comes|is expected)\b/i,
  /\balso when (?:asked|only|nobody)\b|\beven (?:if|when) (?:not|nobody|the (?:user|person) (?:asks|asked|wants|only))\b|\bregardless of what the (?:user|person)\b/i,
];

/** In the sentence of an object: it stays where it is, or somebody is taught. */
const spared =
  /\b(?:never|do not|don['’]t|must not|avoid|refuse to|without)\s+(?:\w+\s+){0,3}?(?:send|post|upload|submit|forward|share|mail|append|attach|include|add|put|paste|embed|copy|write|log|store|commit|print)\w*\b|\b(?:redact|mask|scrub|strip|remove|rotate|revoke)\w*\b|\b(?:attackers?|malicious|exfiltrat\w*|phishing)\b/i;

/** How far a passage reaches around an object (UTF-16 units). */
const [before, after] = [400, 700];
const threshold = 7;
/** Hidden and sent so plainly that a heading above, which an attacker writes, changes nothing. */
const plainScore = 10;

/** Passages of a text that hand over what they shouldn't. */
export function* handedOver(text: string): Generator<HandedOver> {
  // Passages don't overlap, so a text that repeats an object is read a fixed number of times.
  let done = 0;
  for (const { 0: match, index } of text.matchAll(object)) {
    if (index < done) continue;
    const sentence = sentenceAt(text, index, index + match.length);
    if (spared.test(sentence.text)) continue;
    const passage = sectionAround(text, index);
    const score = scoreOf(passage, sentence.text);
    if (score < threshold) {
      done = index + Math.min(after, 200);
      continue;
    }
    const end = sentence.start + sentence.text.trimEnd().length;
    yield { start: sentence.start, end, isPlain: score >= plainScore };
    done = index + after;
  }
}

function scoreOf(passage: string, sentence: string): number {
  const isAway = address.test(passage);
  const isHidden = hiddenPlace.test(passage);
  if (!verb.test(passage) || !(isAway || isHidden)) return 0;
  const signs = modifiers.filter((modifier) => modifier.test(passage)).length;
  if (signs === 0) return 0;
  const held = weighted.filter(({ words }) => words.test(sentence));
  const most = Math.max(0, ...held.map(({ weight }) => weight));
  return (
    most +
    (held.length > 1 ? 1 : 0) +
    (isAway ? 3 : 0) +
    (isHidden ? 2 : 0) +
    Math.min(signs, 2) * 2
  );
}

/** The part of a section around a place. */
function sectionAround(text: string, at: number): string {
  const lead = text.slice(Math.max(0, at - before), at);
  const rest = text.slice(at, at + after);
  const heading = lead.lastIndexOf('\n#');
  const next = rest.indexOf('\n#');
  const section = lead.slice(heading + 1) + (next === -1 ? rest : rest.slice(0, next));
  // A sentence may go on in the next line.
  return section
    .split('\n')
    .map((line) => line.trim())
    .join(' ');
}

const stop = /[.!?](?=\s)|\n\s*\n/g;

/** The sentence around a place; an address or a file's name doesn't end it. */
function sentenceAt(text: string, from: number, to: number): { start: number; text: string } {
  const floor = Math.max(0, from - before);
  let start = floor;
  for (const end of text.slice(floor, from).matchAll(stop))
    start = floor + end.index + end[0].length;
  while (start < from && /\s/.test(text[start] ?? '')) start += 1;
  const rest = text.slice(to, to + after);
  const end = /[.!?](?=\s|$)|\n\s*\n/.exec(rest)?.index ?? rest.length;
  return { start, text: text.slice(start, to + end) };
}
