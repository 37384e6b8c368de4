import type { FindingRole } from '../../../shared/model/severity.ts';
import { pattern } from './pattern.ts';
import type { ProseBlock } from './reading/blocks.ts';

/** The role of a whole file by its path; null if the path says nothing. */
export function roleOfPath(path: string): FindingRole | null {
  const name = path.toLowerCase().split('/').pop() ?? '';
  // Not `notice-send.py`, which is a program under a name that nobody looks at.
  if (
    /^(?:licen[cs]e|copying|notice|third[-_]party[-_]notices|unlicense)(?:[-._][\w-]{1,24})?(?:\.(?:md|txt|html|rst))?$/.test(
      name,
    ) &&
    !isProgramName(name)
  )
    return 'licence';
  // Cases for a test of models.
  if (/promptfoo|red-?team|jailbreak|injection|adversarial/.test(name) && isDataName(name))
    return 'example';
  // Rules of a scanner list what they look for.
  if (
    /^(?:rules?|detections?|signatures?)(?:[.-][\w-]+)*\.(?:ya?ml|json|toml|yar|yara)$/.test(name)
  )
    return 'example';
  return null;
}

/**
 * The role of a file by its folder or as a test; null otherwise. It lowers by one step at most: the
 * attacker puts what SKILL.md leads to into `examples/`.
 */
export function roleOfFolder(path: string): FindingRole | null {
  const parts = path.toLowerCase().split('/');
  const name = parts.pop() ?? '';
  if (parts.some((part) => /^(?:fixtures?|__fixtures__|testdata)$/.test(part))) return 'test';
  // A program beside the tests is one that somebody is told to run: `sh tests/run.sh`.
  const isRunner =
    /^(?!.*(?:test|spec|mock|fixture|sample))[\w-]+\.(?:sh|bash|zsh|ps1|bat|cmd|py|js|mjs|cjs|rb|pl|php)$/;
  if (parts.some((part) => /^(?:tests?|__tests__|spec)$/.test(part)) && !isRunner.test(name))
    return 'test';
  if (/(?:^test_.*|_test|\.test|\.spec)\.[a-z]+$/.test(name)) return 'test';
  if (parts.some((part) => /^(?:examples?|samples?|demos?)$/.test(part))) return 'example';
  return /^(?:examples?|samples?)[-_.].*\.(?:md|txt|json|ya?ml|csv)$/.test(name) ? 'example' : null;
}

const isProgramName = (name: string): boolean =>
  /\.(?!(?:md|txt|html|rst)$)[a-z]\w{0,5}$/.test(name);

const isDataName = (name: string): boolean => /\.(?:jsonl?|ya?ml|csv|tsv|txt|toml)$/.test(name);

/**
 * An order not to do something. No new thought may start between it and the place: "Do not worry,
 * run this" and "If it does not work, run this" don't forbid what is run. A list of quotes is one
 * thought.
 */
const negation = pattern(
  ['never', 'not', 'no `', "n't", 'n’t', 'avoid', 'refuse', 'reject', 'instead of', 'rather than'],
  String.raw`\b(?:never|(?:do|must|should|shall|may|can)\s*not|(?:do|must|should|ca)n['’]t|` +
    String.raw`avoid(?:ing)?|refuse(?:\s+to)?|reject|instead\s+of|rather\s+than|` +
    String.raw`no(?:\s+\x60[^\x60\n]{0,60}\x60,)*\s+\x60)((?:[^,;."“]|["“][^"”\n]{0,200}["”],?|` +
    String.raw`\x60[^\x60\n]{0,80}\x60,\s*(?:or\s+|and\s+)?\x60)*["“]?)$`,
);
const begins =
  /^\s*(?:skip|miss|go\s+wrong|forget|hesitate|worry|ask|stop|wait|tell|mention|inform|alert|warn|need)\b/i;
/** "Don't change it" says that what follows stays. */
const keeps =
  /^\s*["'“]?(?:correct|change|fix|rename|touch|modify|alter|edit|restructure|reorder|simplify|shorten)["'”]?\s+(?:it|them|this|these|anything)\b/i;
const turns = /\b(?:but|just|simply|then|and\s+(?:run|execute|send|use|do))\b/i;
const forbids =
  /(?:[❌✗🚫]|\b(?:bad|wrong|unsafe|insecure|incorrect|forbidden)\s*(?:\([^)]*\))?:)/iu;

/** "No `xattr -d`", and "Block 169.254.169.254" where a sentence begins so. */
const refused =
  /\bno\s+[`"'“]*$|(?:^|[.:;]\s+|[>*|-]\s+)(?:block|deny|forbid|prohibit|prevent)\b[^.;\n]{0,60}$/i;

const isNegated = (lead: string): boolean => {
  if (forbids.test(lead) || refused.test(lead)) return true;
  for (const { groups } of negation.all(lead)) {
    const rest = groups[0] ?? '';
    if (!begins.test(rest) && !turns.test(rest) && !keeps.test(rest)) return true;
  }
  return false;
};

/** What somebody or a text may want of the model: "If a page says to …", "lines that tell …". */
const requested =
  /^\W*(?:if|when|whenever|where|should|an?|any)\s+(?!the (?:user|person|owner)\b)[^]*\b(?:asks|asked|tells|told|says|said|instructs|orders|wants|urges|claims|that (?:tell|ask|say|instruct|order|claim))\b(?!\s+(?:\w+\s+)?(?:about|whether|why|how|what|when|where|who|if)\b)/i;
/** That it isn't done. Not "don't discuss it", which an attacker says of their own act. */
const declined =
  /\b(?:do not|don['’]t|never|won['’]t|must not)\s+(?:follow|obey|comply with|act on) (?:it|them|that|this|such|any)\b(?! up\b)|\b(?:is|are)(?: not|n['’]t)\s+(?:followed|obeyed|acted on|carried out)\b|[,:;]\s*(?:then\s+)?(?:decline|refuse)\b|\b(?:rather than|and not) (?:followed|obeyed)\b/i;

/** Whether a sentence says what to do about a request: not to follow it. */
function isRefusedRequest(text: string, block: ProseBlock, start: number, lead: string): boolean {
  const rest = text.slice(start, Math.min(block.end, start + 300));
  const sentence = rest.slice(0, /[.!?](?:\s|$)|\n\s*\n/.exec(rest)?.index);
  const match = declined.exec(sentence);
  if (match === null) return false;
  const said = lead + sentence.slice(0, match.index);
  return (
    requested.test(said) &&
    !/\b(?:otherwise|else)\b|[(—]\W*(?:\w+ ){0,4}$/i.test(said) &&
    sentence.length - match.index - match[0].length < 60
  );
}

/** Whether nothing but a refusal in its sentence makes a place negated. */
export function isOnlyRefused(text: string, block: ProseBlock, start: number): boolean {
  const lead = text.slice(sentenceStart(text, block.start, start), start);
  return block.kind !== 'fence' && !isNegated(lead) && isRefusedRequest(text, block, start, lead);
}

const negativeHeading = pattern(
  [
    'not',
    'never',
    "n't",
    'n’t',
    'avoid',
    'anti',
    'bad',
    'wrong',
    'mistake',
    'red flag',
    'forbidden',
    'prohibited',
    '❌',
    'pitfall',
  ],
  String.raw`\b(?:not\s+to|do\s+not|never|don['’]ts?|avoid|anti-?patterns?|bad|wrong|mistakes?|` +
    String.raw`pitfalls?|red\s+flags?|forbidden|prohibited)\b|❌`,
);

/** Headings of lessons and of lists that a reviewer works through. */
const lessonHeading = pattern(
  ['danger', 'unsafe', 'insecure', 'vulnerab', 'attack', 'malicious', 'exploit', 'threat'],
  String.raw`\b(?:dangerous|unsafe|insecure|vulnerab\w+|attacks?|attackers?|malicious|exploit\w*|` +
    String.raw`threats?)\b`,
);

/**
 * An order to run what follows. An attacker can put one under any heading, so no heading and no
 * comment turns it into an example.
 */
const order =
  /(?:^[\s>*+#\d.)|-]*|[.:;!?)]\s+|\b(?:please|then|now|first|next|always|must|should|and|to|just|simply)\s+)(?:re-?)?(?:run|execute|type|paste|enter|start|launch|invoke|issue|apply|perform)\b(?!\s+(?:fails?|time|against)\b)|\bby\s+(?:running|executing|pasting)\b/i;
/** An order right before a place, which no "example" earlier in the sentence changes. */
const direct = /\b(?:run|running|execute|executing|type|paste|enter)\s+(?:\w+\s+){0,2}[>`"'(\s]*$/i;
const hostile = /\b(?:attacks?|attackers?|malicious|adversar\w+|victims?|could|would|might)\b/i;

const isOrder = (lead: string): boolean => order.test(lead) && !isNegated(lead);

/** A comment in code that says what the lines below it are. */
const mark =
  /(?:#|\/\/|--|\/\*|;|<!--|%)\s*(?:(?<bad>[❌✗🚫⛔]|(?:DANGER(?:OUS)?|BAD|UNSAFE|INSECURE|VULNERABLE|WRONG|AVOID|NEVER|INCORRECT|ATTACKER|MALICIOUS|EXPLOIT)\b|(?:todo|deep)?ruleid:|(?:todo)?ok:|(?:bad|wrong|vulnerable|unsafe|dangerous|insecure|do not|don['’]t)\s*(?:[:(!-]|$))|(?:[✅✓]|SAFE\b|GOOD\b|CORRECT\b|FIXED\b|BETTER\b|SECURE\b))/iu;

/** Whether the nearest such comment above a place in a fence, or on its line, calls it bad. */
function isMarkedBad(text: string, from: number, start: number): boolean {
  const end = text.indexOf('\n', start);
  const lines = text
    .slice(Math.max(from, start - 800), end === -1 ? start + 200 : Math.min(end, start + 200))
    .split('\n');
  for (const line of lines.slice(-12).toReversed()) {
    const found = mark.exec(line);
    if (found !== null) return found.groups?.['bad'] !== undefined;
  }
  return false;
}

/** After code in a sentence: what it would do, said to a reader. */
const describes =
  /^[`*]*\s*(?:\([^)\n]{0,80}\)\s*)?(?:(?:in [^.:\n]{0,40})?[:—–]\s*(?:replace|avoid|flag|reject|report|never|pin)\b|;?\s*(?:does|do|will)\s+(?:the|it|your)\b|reads|downloads\s+and|would|could|allows|lets|leaks|bypasses|exfiltrates|gives\s+(?:an\s+)?attackers?)\b/;

/** Not a host name: `mail.example`. */
const introducesExample = pattern(
  [
    'example',
    'e.g.',
    'for instance',
    'such as',
    'sample',
    'like',
    'expected output',
    'attack',
    'malicious',
    'vulnerab',
    'flag',
    'detect',
    'against',
    'theft',
    'injection',
    'abused',
    'weaponi',
    'arbitrary',
    'watch',
    'warn',
    'hunt',
    'look',
    'search',
    'grep',
    'bad',
    'danger',
    'typical',
    'telltale',
    'indicator',
    'suspicious',
  ],
  String.raw`(?:^|[^.\w])examples?\b|\b(?:for\s+instance|such\s+as|samples?|(?:phrases?|text` +
    String.raw`|inputs?|messages?|requests?|patterns?|things?|content|prompts?|attempts?|lines?` +
    String.raw`|strings?|sentences?|jailbreaks?|tricks?|questions?)\s+(?:such\s+as|like)` +
    String.raw`|looks?\s+like|expected\s+output)\b|\be\.g\.|\b(?:attacks?|attackers?|malicious` +
    String.raw`|vulnerab\w+|theft|injections?|(?:abused|weaponi[sz]ed)\s+(?:for|to)` +
    String.raw`|arbitrary\s+(?:command|code)\s+execution)\b[^.]*$|\b(?:flags?|detects?|(?:guard` +
    String.raw`|protect|defend)s?\s+against|watch\s+(?:out\s+)?for|warns?\s+about|(?:looks?` +
    String.raw`|search(?:es)?|hunts?|hunting|grep)\s+for)\s[^.]*$|\b(?:(?:bad|warning|danger` +
    String.raw`|typical|suspicious|telltale)\s+(?:signs?|hits?|strings?|patterns?|lines?` +
    String.raw`|commands?)|indicators?(?:\s+of\s+\w+)?)\b[^.]*$`,
);

const sentenceEnd = /[.!?](?:\s|$)|\n\s*\n|\n\s*(?:[-*+]|\d+[.)])\s|[;|]\s/g;

/** The start of the sentence around `index`; never before `from`. */
function sentenceStart(text: string, from: number, index: number): number {
  const before = text.slice(Math.max(from, index - 400), index);
  let start = 0;
  // A pipe or a semicolon in code doesn't end a sentence.
  const said = before.replaceAll(/`[^`\n]{1,200}`/g, (code) => '`'.repeat(code.length));
  for (const end of said.matchAll(sentenceEnd)) start = end.index + end[0].length;
  return Math.max(from, index - 400) + start;
}

/**
 * The role of a place in prose. A negation counts only if it is before the place in the same
 * sentence, or in a heading above: "Do not tell the user" doesn't negate itself. The title of SKILL.md
 * (`isMain`) isn't one of them, because an attacker could cover the whole skill by a word in it.
 */
export function roleInBlock(
  text: string,
  block: ProseBlock,
  start: number,
  isMain = false,
): FindingRole {
  if (block.kind === 'frontmatter') return 'frontmatter';
  const isFence = block.kind === 'fence';
  // The line before a fence introduces it and decides.
  const lead = isFence
    ? leadOf(text, block.start)
    : text.slice(sentenceStart(text, block.start, start), start);
  if (isNegated(lead)) return 'negated';
  if (!isFence && isRefusedRequest(text, block, start, lead)) return 'negated';
  if (isListed(text, block, start)) return 'example';
  // "## Don't" is the first word of each sentence below it.
  if (
    /^(?:don['’]ts?|do not|never|what not to do|forbidden|not allowed)[:.!]?$/i.test(
      block.headings.at(-1)?.trim() ?? '',
    ) &&
    !exception.test(lead)
  )
    return 'negated';
  // A dot in code doesn't end what introduces the code after it.
  const said = lead.replaceAll(/`[^`\n]{1,200}`/g, '``');
  const own = isFence ? 'code' : 'instruction';
  // Without what is before the place in the same code span.
  const isDirect = direct.test(lead.replace(/`[^`\n]*$/, ''));
  if (isOrder(lead) || isDirect) {
    const isOwn = isDirect ? !hostile.test(lead) : !introducesExample.test(said);
    return isOwn ? own : 'example';
  }
  const heading = (isMain ? block.headings.slice(1) : block.headings).join('\n');
  if (negativeHeading.test(heading)) return 'negated';
  if (isFence && isMarkedBad(text, block.content.start, start)) return 'negated';
  if (introducesExample.test(said) || isExampleHeading(heading) || lessonHeading.test(heading))
    return 'example';
  if (!isFence && isShown(text, block, start)) return 'example';
  return own;
}

/** What a list of what isn't done allows after all. */
const exception = /\b(?:instead|except|unless|but|only|rather|however|do this|then)\b/i;

/**
 * Whether a place is in a record of data that another of its fields calls an attack: test cases,
 * exercises and quizzes.
 */
export function isLabelled(text: string, start: number): boolean {
  const before = text.slice(Math.max(0, start - longestRecord), start);
  const rest = text.slice(start, start + longestRecord);
  // A record of JSON, or an item of a list in YAML.
  const item =
    before.lastIndexOf('\n- ') === -1 && before.startsWith('- ') ? 0 : before.lastIndexOf('\n- ');
  const isItem = item !== -1;
  const open = isItem ? item : before.lastIndexOf('{');
  const close = isItem ? `${rest}\n- `.indexOf('\n- ') : rest.indexOf('}');
  if (open === -1 || close === -1) return false;
  const record = before.slice(open) + rest.slice(0, close);
  const from = start - before.length + open;
  // One of a set of cases, which say of what class they are.
  if (
    !isItem &&
    record.search(classes) !== -1 &&
    [...text.slice(0, 20_000).matchAll(classes)].some(([field]) => hostileLabel.test(field))
  )
    return true;
  for (const { 0: field, index } of record.matchAll(labels)) {
    const at = from + index;
    if (!(at <= start && start < at + field.length) && hostileLabel.test(field)) return true;
  }
  return false;
}
const longestRecord = 2_000;
const classes = /["']?\b(?:class|category|label|kind|technique|tactic)["']?\s*:\s*"[^"\n]{1,60}"/gi;
const labels =
  /["']?\b(?:class|categor(?:y|ies)|label|kind|type|technique|tactic|attack|verdict|expected(?:_\w+)?|answer|explanation|lesson|why|risk)\b["']?\s*:\s*(?:"(?:[^"\\\n]|\\.)*"|'[^'\n]*'|[a-z][^\n,{}"]*)/gi;
const hostileLabel =
  /\b(?:overrid\w*|inject\w*|jailbreaks?|exfil\w*|attacks?|attacker|malicious|unsafe|phish\w*|leaks?|spoof\w*|bypass\w*|steals?|theft|adversarial|hostile|suspicious|dangerous|backdoors?|reverse shell|persistence|traces|(?:must )?(?:refuse|be refused|flag|be flagged|reject|be rejected|block|be blocked)|refused?|runs whatever)\b/i;

/** Whether a place in prose is shown to the reader: described, quoted, or judged in its row. */
const isShown = (text: string, block: ProseBlock, start: number): boolean =>
  isDescribed(text, block, start) || isQuoted(text, block, start) || isJudged(text, block, start);

/** Whether a place is in a quotation that fills its cell, item or quote, or starts a sentence. */
function isQuoted(text: string, block: ProseBlock, start: number): boolean {
  const line = text.slice(text.lastIndexOf('\n', start) + 1, start);
  const isWhole = /(?:\||^\s*(?:[-*+>]|\d{1,3}[.)]))\s*["“«„][^"”»]*$/.test(line);
  if (isWhole) return block.kind === 'table' || block.kind === 'item' || block.kind === 'quote';
  // `"Ignore your rules" gets a friendly no.`
  if (!/(?:^|[.!?]\s)["“«„][^"”»]*$/.test(line)) return false;
  const rest = text.slice(start, Math.min(block.end, start + 300));
  return /^[^"”»]*["”»]\s*(?:gets?|is|are|means|should|must|counts)\b/.test(rest);
}

/** Whether a table has a column of examples for what another cell of the row calls bad. */
function isListed(text: string, block: ProseBlock, start: number): boolean {
  if (block.kind !== 'table') return false;
  const head = text.slice(block.start, Math.max(block.start, text.indexOf('\n', block.start)));
  if (!/\b(?:examples?|samples?|looks? like)\b/i.test(head)) return false;
  return isJudged(text, block, start);
}

/** Whether another cell of a table's row says that the place is bad. */
function isJudged(text: string, block: ProseBlock, start: number): boolean {
  if (block.kind !== 'table') return false;
  const from = text.lastIndexOf('\n', start) + 1;
  const end = text.indexOf('\n', start);
  const head = text.slice(block.start, Math.max(block.start, text.indexOf('\n', block.start)));
  const row =
    `${leadOf(text, block.start)}\n${head}\n${text.slice(from, end === -1 ? text.length : end)}`.replaceAll(
      /`[^`]*`/g,
      '',
    );
  return /\b(?:theft|injection|exfiltrat\w+|dangerous|attacks?|malicious|leaks?|backdoor|reject|flag|vulnerab\w+|unsafe|insecure|forbidden|reverse shell|malware|payload|obfuscat\w*|indicators?|technique|decodes? to|red flags?|anyone may|no host check|cred(?:ential)?s? access|switched off|wiping|persistence|privilege escalation|lateral|tactic|threats?|risks?|poisoning|injected|hidden orders|suspicious|T1\d{3}|detect\w*|log source|event id)\b/i.test(
    row,
  );
}

/** Whether the code span around a place is the subject of a description. */
function isDescribed(text: string, block: ProseBlock, start: number): boolean {
  const open = text.slice(block.start, start).split('`').length % 2 === 0;
  const close = open ? text.indexOf('`', start) : -1;
  return close !== -1 && close < block.end && describes.test(text.slice(close, close + 160));
}

const isExampleHeading = (headings: string): boolean =>
  headings !== '' && /\b(?:examples?|samples?|illustrations?)\b/i.test(headings);

/** The last line of prose before a fence. */
function leadOf(text: string, start: number): string {
  const before = text.slice(Math.max(0, start - 400), start).trimEnd();
  return before.slice(before.lastIndexOf('\n') + 1);
}

/**
 * Whether a line is marked as the test of a rule (`# ruleid: no-exec`), in the file that tests that
 * rule: it is named for it, says which line the rule finds, and isn't a script of a shell. Elsewhere,
 * an attacker could mark what a skill runs.
 */
export function isRuleTest(path: string, text: string, start: number): boolean {
  if (!/(?:^|\/)(?:rules?|semgrep|opengrep|codeql|detections?)\//i.test(path)) return false;
  const name = /([\w-]+)(?:\.test)?\.(?!(?:ba|z|k)?sh$|ps1$)\w+$/.exec(path)?.[1]?.toLowerCase();
  const line = text.lastIndexOf('\n', start);
  const before =
    text
      .slice(Math.max(0, line - 300), line)
      .split('\n')
      .at(-1) ?? '';
  const marked = ruleMark.exec(before)?.[1]?.toLowerCase();
  if (name === undefined || marked === undefined) return false;
  const isNamed = marked.includes(name) || name.includes(marked);
  return isNamed && new RegExp(`ruleid\\s*:\\s*${marked}(?![\\w-])`, 'i').test(text);
}

const ruleMark =
  /^\s*(?:#|\/\/|--|\/\*|<!--)\s*(?:todo|deep)?(?:ruleid|ok)\s*:\s*([a-z][\w-]{2,80})(?![\w.-])/i;
