import type { RuleDocument } from '../document.ts';

/**
 * Whether a document says in its name or description what it is about. A guide to firewalls changes
 * firewalls, and its reader expects it; a script does whatever it likes.
 */
export function isAbout(document: RuleDocument, subject: RegExp): boolean {
  if (document.kind.kind !== 'markdown') return false;
  return subject.test(subjectOf(document));
}

/**
 * Name and description. Authors write a colon into a description, which makes the frontmatter bad
 * YAML, but hosts read it anyway.
 */
export function subjectOf({ frontmatter, text }: RuleDocument): string {
  const said = ['name', 'description'].map((field) => {
    const value = frontmatter?.get(field)?.value;
    return typeof value === 'string' ? value : '';
  });
  if (said.some((one) => one !== '') || !text.startsWith('---')) return said.join(' ');
  return [...text.slice(0, 3_000).matchAll(/^(?:name|description):[ \t]*([^\n]*)$/gm)]
    .slice(0, 2)
    .map(([, value = '']) => value)
    .join(' ');
}

/**
 * Lessons on how models and people are talked into things, and tests of it: they quote what an
 * attacker says.
 */
const attackLessons =
  /\bprompt[- ]injections?\b|\bjailbreak\w*\b|\bred[- ]team\w*\b|\b(?:tool|data|memory) poisoning\b|\bsocial engineering\b|\bsecurity[- ](?:awareness|training|teaching)\b|\b(?:attack|injection|phishing|fraud|scam)\w*[- ](?:lessons?|course|workshop|patterns?|drills?|simulations?|exercises?|training|awareness)\b|\b(?:untrusted|hostile|malicious|third-party) (?:content|text|input|documents?|(?:agent )?skills?)\b|\b(?:llm|ai|agent|assistant)\b[^.]{0,30}\b(?:security|safety|talked into|manipulat\w+|attack\w*)\b/i;
/** A text that says of what it quotes that nobody is to follow it. */
const specimens =
  /\b(?:specimens?|samples?|quote[sd]?|quotations?|examples?|lines|everything)\b[^.]{0,120}(?:\bmust not act on\b|\bdon['’]t act on\b|\bdo nothing (?:they|it) says?\b|\bnot (?:be )?(?:addressed to you|instructions (?:to|for) you|obeyed|followed)\b|\b(?:never|do not|don['’]t) (?:follow|obey|do what|act on)\b|\bto discuss\b)/i;

/** Whether a document teaches attacks that are made of words: what it quotes is an example. */
export const isLesson = perDocument((document) => isAbout(document, attackLessons));

/** Whether a document says of its quotations that nobody is to follow them. */
export const showsSpecimens = perDocument(
  ({ kind, text }) =>
    kind.kind === 'markdown' &&
    text.split(/\n\s*\n/).some((paragraph) => specimens.test(paragraph)),
);

/** Documents whose subject is what others write or what goes wrong: they quote it. */
const quoting =
  /\b(?:secur\w*|attack\w*|inject\w*|audit\w*|review\w*|scan\w*|detect\w*|safety|moderat\w+|phish\w*|scams?|fraud\w*|threats?|malware|incident\w*|vulnerab\w+|harden\w*|prompts?|evals?|evaluat\w+|lint\w*|tests?|testing|polic(?:y|ies)|guardrails?|lessons?|training|workshop|teach\w*|quiz\w*)\b/i;

/** Whether its surroundings make a place an example in a document that has no reason to show one. */
export const showsNothing = perDocument(
  (document) => !isAbout(document, quoting) && !isLesson(document) && !showsSpecimens(document),
);

/** Games, surprises and blind tests keep something from those who take part. */
export const games =
  /\b(?:surprise|gifts?|presents?|murder mystery|mystery (?:game|evening)|role-?play\w*|game master|quiz|riddles?|escape rooms?|treasure hunts?|scavenger hunts?|puzzles?|secret santa|magic tricks?|(?:double[- ])?blind(?:ed)?[- ](?:reviews?|peer|stud(?:y|ies)|trials?|tastings?|tests?)|protect\w* (?:\w+ )?sources|source protection)\b/i;

/** The subjects of guides that change a machine's own files. */
export const upkeep =
  /\b(?:certificat\w*|renew\w*|rotat\w*|clean\w*|disks?|servers?|nginx|apache|docker|kubernetes|upgrad\w*|uninstall|backups?|restor\w*|logs?|runbook|ops|on-call|incidents?|deploy\w*|systemd|databases?|mysql|mariadb|postgres\w*|replica\w*|recover\w*|clusters?)\b/i;

/** Computes something once for each document, however many hits ask for it. */
export function perDocument<T>(make: (document: RuleDocument) => T): (document: RuleDocument) => T {
  const made = new WeakMap<RuleDocument, { readonly value: T }>();
  return (document) => {
    const known = made.get(document) ?? { value: make(document) };
    made.set(document, known);
    return known.value;
  };
}
