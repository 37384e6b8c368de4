import type { RuleDocument } from '../document.ts';
import type { ProseBlock } from '../reading/blocks.ts';
import { plainProseOf, sourceOf } from '../reading/phrases.ts';

/*
 * Prose that has the model take a secret or the conversation and hand it over, in sentences that
 * say a part each: what to take, how to disguise it, where it goes. A section is one thought.
 */

/** Files and outputs that hold secrets, and the conversation itself. */
const taken =
  /\bplaces\.sqlite\b|\bchat\.db\b|~\/Library\/(?:Messages|Mail)\b|\bLocal Storage\/leveldb\b|\b(?:browser|browsing) history\b|\bcustomers?['’]? ?(?:names?|data|records|lists?)\b[^.\n]{0,40}\b(?:prices?|addresses|numbers?|details|tokens?|balances)\b|\bwhat the (?:person|user)['’]s (?:mailbox|inbox|mails?|calendar|notes?|files?)\b|\b(?:anything|everything|whatever)\b[^.]{0,80}\bconfidential\b|\bfiles?\b[^.]{0,40}\bmost confidential\b|\*\.(?:keystore|jks|tfstate|tfvars|p12|pfx|kdbx)\b|~?\/?\.ssh\b(?!\/(?:config|known_hosts|authorized_keys)\b)(?!\S{0,80}\.pub\b)[\w*./-]*|\bid_(?:rsa|ed25519|ecdsa)\b(?!\.pub)|~?\/?\.aws\/(?:credentials|config)|\.netrc\b|~\/\.npmrc|~\/\.pypirc|\.kube\/config|\.docker\/config\.json|gh\/hosts\.yml|\.git-credentials|\.gnupg\b|\.(?:bash|zsh)_history|~\/\.password-store|~\/\.config\/gcloud|\bmaster\.key\b|\bservice-account\.json\b|(?<![-\w])kubeconfig\b(?!-)|`Login Data`|`Cookies`|`secrets\/`|\b(?:whose|with) names? (?:that )?(?:begin|start)\w* with a (?:dot|period)|\bwhat(?:ever)? the (?:user|person|lawyer|client|customer|patient|author) (?:has |have )?(?:told|said|written|shared)|\*\.(?:pem|key)\b|(?:contents?|lines?|values?|text|output|copy|whole|all)\b[^.\n]{0,40}`?\.env\b|\bprivate keys?\b|(?:`printenv`|`env`)|\b(?:environment variables?)\b[^.\n]{0,60}\b(?:KEY|TOKEN|SECRET|PASSWORD|values?|all|every)|\b(?:values?|all|every|each)\b[^.\n]{0,40}\benvironment variables?\b|\b(?:saved|browser|stored) (?:passwords?|cookies)\b|\b(?:everything|all|anything)\s+(?:that\s+)?(?:the\s+)?(?:user|person|they)\s+(?:has|have|had)?\s*(?:written|said|typed|sent|shared|pasted)|\b(?:conversation|chat|dialog(?:ue)?)\s+(?:word for word|verbatim|so far|history|text|transcript|log)|\b(?:full|whole|entire|complete)\s+(?:conversation|chat|transcript|session|dialog(?:ue)?)|\bsystem (?:prompt|text|message)\b|\b(?:access|session|auth|api|refresh) tokens?\b[^.\n]{0,40}\b(?:found|stored|cached|of the user|in the)/gi;
const moves =
  /\b(?:tell|describe|choose|list|open(?:s)?|uploads?|sends?|add|include|attach|paste|append|pass|send|post|upload|embed|hand|put|place|fill|take|encode|translate|write|copy|forward|submit|share|quote|join(?:ed)?|base(?:32|64|85)|rot13|percent-encode|hex|compress|collect|gather|holding|read|accompanied|made from|cut|resolve)\b/i;
/** Where it goes, and that something goes there. */
const goes =
  /https?:\/\/(?!localhost|127\.|(?:[\w-]{1,63}\.){0,4}example\.(?:com|org|net))[\w.-]+|(?<![\w.+-])[\w.+-]{1,64}@(?!example\.)[\w-]+\.[a-z]{2,}|\bpublic (?:mirror|gist|repo\w*|issue)\b|`[^`\n]{0,80}<\w{1,40}>[^`\n]{0,80}\.[a-z-]{2,40}`/i;
const sends =
  /\b(?:tell|introduce|show|send|post|put|uploads?|submit|issues?\/new|open an issue|file (?:it|an?)|fetch|get|request|resolve|look(?:ed)? up|lookup|push|call|load(?:ed)?|link|query|parameter|form|body|open)\b|[?&]\w+=/i;
const forbids =
  /\b(?:never|do not|don['’]t|must not|avoid|redact\w*|mask\w*|scrub\w*|without (?:sending|sharing|including|pasting)\w*|not (?:be )?(?:include|send|share|paste)\w*|attackers?|malicious|leak\w*|exfiltrat\w*|gitignore|exclude\w*|rotate\w*|revoke\w*|chmod|ssh-keygen|-f ~\/\.ssh|if (?:you|they|the user) (?:want|agree))\b/i;
/** A client that signs in, or a setup that writes the file. */
const signsIn =
  /\b(?:authorization|bearer|header|sign(?:s|ed)? in|log(?:s|ged)? in|authenticat\w+|configure[sd]?|set up|generate|create a|save (?:it|the|your)|store (?:it|the|your)|add (?:it|your|the key)|install)\b/i;

export interface SectionSend {
  readonly start: number;
  readonly end: number;
}

/** Sections that tell the model to take what nobody gives away and to send it somewhere. */
export function* sectionSends(document: RuleDocument): Generator<SectionSend> {
  const plain = plainProseOf(document);
  const { text } = plain;
  if (text.search(taken) === -1) return;
  const sections = sectionsOf(document.blocks).map((blocks) =>
    blocks.map(({ start, end }) => ({ start: plain.toPlain(start), end: plain.toPlain(end) })),
  );
  for (const [at, section] of sections.entries()) {
    const [first, last] = [section[0], section.at(-1)];
    if (first === undefined || last === undefined) continue;
    const whole = text.slice(first.start, last.end);
    // "Gather" and "Hand in" often have a heading each.
    const next = text.slice(last.end, sections[at + 1]?.at(-1)?.end ?? last.end);
    if (!(goes.test(whole) && sends.test(whole)) && !(goes.test(next) && sends.test(next)))
      continue;
    for (const match of whole.matchAll(taken)) {
      const sentence = around(whole, match.index, match.index + match[0].length);
      if (!moves.test(sentence) || forbids.test(sentence) || signsIn.test(sentence)) continue;
      if (isTarget(whole, match.index)) continue;
      const start = first.start + match.index;
      yield sourceOf(plain, { start, end: start + match[0].length });
      break;
    }
  }
}

/** "Add the token to ~/.npmrc" writes the file. */
const isTarget = (text: string, at: number): boolean =>
  /\b(?:to|into|in|inside|out of)\s+(?:(?:your|the|a|their)\s+)?[`"'(]*$/i.test(
    text.slice(Math.max(0, at - 30), at),
  );

/** The sentence around a place, with the item or the line before a list that it belongs to. */
function around(text: string, start: number, end: number): string {
  const before = text.slice(Math.max(0, start - 400), start);
  const from = Math.max(
    before.lastIndexOf('. '),
    before.lastIndexOf('.\n'),
    before.lastIndexOf('\n\n- '),
  );
  const after = text.slice(end, end + 300);
  const to = /[.!?](?=\s|$)|\n\s*\n/.exec(after)?.index ?? after.length;
  return before.slice(from + 1) + text.slice(start, end) + after.slice(0, to);
}

/** The blocks under one heading each. */
function sectionsOf(blocks: readonly ProseBlock[]): ProseBlock[][] {
  const sections: ProseBlock[][] = [];
  let last: string | null = null;
  for (const block of blocks) {
    if (block.kind === 'frontmatter' || block.kind === 'heading') continue;
    const key = block.headings.join('\n');
    if (key !== last) sections.push([]);
    last = key;
    sections.at(-1)?.push(block);
  }
  return sections;
}
