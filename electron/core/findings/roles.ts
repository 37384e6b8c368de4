import type { FindingRole } from '../../../shared/model/severity.ts';
import { pattern } from './pattern.ts';
import type { ProseBlock } from './reading/blocks.ts';

/** The role of a whole file by its path; null if the path says nothing. */
export function roleOfPath(path: string): FindingRole | null {
  const parts = path.toLowerCase().split('/');
  const name = parts.pop() ?? '';
  if (/^(?:licen[cs]e|copying|notice|third[-_]party[-_]notices|unlicense)\b/.test(name))
    return 'licence';
  if (
    parts.some((part) => /^(?:tests?|__tests__|spec|fixtures?|__fixtures__|testdata)$/.test(part))
  )
    return 'test';
  if (/(?:^test_.*|_test|\.test|\.spec)\.[a-z]+$/.test(name)) return 'test';
  if (parts.some((part) => /^(?:examples?|samples?|demos?)$/.test(part))) return 'example';
  return null;
}

/**
 * An order not to do something. No new thought may start between it and the place: "Do not worry,
 * run this" and "If it does not work, run this" don't forbid what is run. A list of quotes is one
 * thought.
 */
const negation = pattern(
  ['never', 'not', "n't", 'n’t', 'avoid', 'refuse', 'reject', 'instead of', 'rather than'],
  String.raw`\b(?:never|(?:do|must|should|shall|may|can)\s*not|(?:do|must|should|ca)n['’]t|avoid(?:ing)?|refuse(?:\s+to)?|reject|instead\s+of|rather\s+than)\b((?:[^,;."“]|["“][^"”\n]{0,200}["”],?)*["“]?)$`,
);
const begins = /^\s*(?:forget|hesitate|worry|ask|stop|wait|tell|mention|inform|alert|warn|need)\b/i;
const turns = /\b(?:but|just|simply|then|and\s+(?:run|execute|send|use|do))\b/i;
const forbids =
  /(?:[❌✗🚫]|\b(?:bad|wrong|unsafe|insecure|incorrect|forbidden)\s*(?:\([^)]*\))?:)/iu;

const isNegated = (lead: string): boolean => {
  if (forbids.test(lead)) return true;
  for (const { groups } of negation.all(lead)) {
    const rest = groups[0] ?? '';
    if (!begins.test(rest) && !turns.test(rest)) return true;
  }
  return false;
};

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
  String.raw`\b(?:not\s+to|do\s+not|never|don['’]ts?|avoid|anti-?patterns?|bad|wrong|mistakes?|pitfalls?|red\s+flags?|forbidden|prohibited)\b|❌`,
);

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
  ],
  String.raw`\b(?:examples?|for\s+instance|such\s+as|samples?|(?:phrases?|text|inputs?|messages?|requests?|patterns?|things?|content)\s+(?:such\s+as|like)|looks?\s+like|expected\s+output)\b|\be\.g\.|\b(?:attacks?|attackers?|malicious|vulnerab\w+)\b[^.]*$`,
);

const sentenceEnd = /[.!?](?:\s|$)|\n\s*\n|\n\s*(?:[-*+]|\d+[.)])\s|[;|]\s/g;

/** The start of the sentence around `index`; never before `from`. */
function sentenceStart(text: string, from: number, index: number): number {
  const before = text.slice(Math.max(from, index - 400), index);
  let start = 0;
  for (const end of before.matchAll(sentenceEnd)) start = end.index + end[0].length;
  return Math.max(from, index - 400) + start;
}

/**
 * The role of a place in prose. A negation counts only if it is before the place in the same
 * sentence, or in a heading above: "Do not tell the user" doesn't negate itself.
 */
export function roleInBlock(text: string, block: ProseBlock, start: number): FindingRole {
  if (block.kind === 'frontmatter') return 'frontmatter';
  const heading = block.headings.join('\n');
  if (negativeHeading.test(heading)) return 'negated';
  const isFence = block.kind === 'fence';
  // The line before a fence introduces it and decides.
  const lead = isFence
    ? leadOf(text, block.start)
    : text.slice(sentenceStart(text, block.start, start), start);
  if (isNegated(lead)) return 'negated';
  if (introducesExample.test(lead) || isExampleHeading(heading)) return 'example';
  return isFence ? 'code' : 'instruction';
}

const isExampleHeading = (headings: string): boolean =>
  headings !== '' && /\b(?:examples?|samples?|illustrations?)\b/i.test(headings);

/** The last line of prose before a fence. */
function leadOf(text: string, start: number): string {
  const before = text.slice(Math.max(0, start - 400), start).trimEnd();
  return before.slice(before.lastIndexOf('\n') + 1);
}
