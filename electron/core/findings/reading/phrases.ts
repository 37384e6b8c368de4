import type { RuleDocument } from '../document.ts';
import {
  isAbout,
  isLesson,
  perDocument,
  showsNothing,
  showsSpecimens,
} from '../knowledge/about.ts';
import type { PatternMatch, TextPattern } from '../pattern.ts';
import type { ProseBlock } from './blocks.ts';
import type { RuleHit } from '../rule.ts';
import { type PlainText, plainText } from './plain-text.ts';
import { languageOfFence } from './layers.ts';

/** What a rule adds to a match besides its place; null to ignore the match. */
export type MatchRefinement = (match: PatternMatch) => Partial<RuleHit> | null;

const plainMatch: MatchRefinement = () => ({});

/**
 * Matches of an expression in what a model reads as prose: all blocks of Markdown except code
 * fences, or a whole file of plain text or markup. A match never spans two blocks.
 */
export function* phrases(
  document: RuleDocument,
  pattern: TextPattern,
  refine: MatchRefinement = plainMatch,
): Generator<RuleHit> {
  const plain = plainProseOf(document);
  if (!pattern.mayMatch(plain.text)) return;
  for (const { start, end } of proseOf(document))
    for (const found of pattern.all(plain.text, plain.toPlain(start), plain.toPlain(end))) {
      const match = { ...found, ...sourceOf(plain, found) };
      const more = refine(match);
      if (more === null) continue;
      const role = isShown(document, match.start) ? { role: 'example' as const } : {};
      yield { start: match.start, end: match.end, ...role, ...more };
    }
}

/** The prose of a document without its marks, as a model reads it. */
export const plainProseOf = perDocument((document): PlainText =>
  plainText(document.text, proseOf(document)),
);

/** Where a range of the plain text is in the source. */
export const sourceOf = (
  plain: PlainText,
  { start, end }: { readonly start: number; readonly end: number },
): { start: number; end: number } => ({
  start: plain.toSource(start),
  // Not what was taken out behind it.
  end: end > start ? plain.toSource(end - 1) + 1 : plain.toSource(end),
});

/**
 * Whether a place is between backticks or quotation marks, which show it to a reader, unless the
 * sentence says to write or say it; or in a turn of a conversation that a document about chats
 * shows. A mark that nothing closes quotes nothing: an attacker could write one anywhere before an
 * order.
 */
export function isShown(document: RuleDocument, start: number): boolean {
  const { text, kind, blocks } = document;
  if (kind.kind !== 'markdown') return false;
  const block = blocks.find((one) => one.start <= start && start < one.end);
  if (block === undefined || block.kind === 'frontmatter') return false;
  if (block.kind === 'fence')
    return isTurn(text, block, start) && isAbout(document, chats) && !isMost(document, block);
  if (
    block.kind === 'quote' &&
    (isLesson(document) || showsSpecimens(document) || isPersona(document, block))
  )
    return true;
  const lead = text.slice(Math.max(block.start, start - longestQuote), start);
  const rest = text.slice(start, Math.min(block.end, start + longestQuote));
  return quotes.some(([opening, closing]) => {
    const open = Math.max(...[...opening].map((mark) => lead.lastIndexOf(mark)));
    if (open === -1 || /\w$/.test(lead.slice(0, open))) return false;
    const isSame = opening === closing;
    if (isSame && lead.split(opening).length % 2 === 1) return false;
    if (!isSame && [...closing].some((mark) => lead.lastIndexOf(mark) > open)) return false;
    const before = lead.slice(0, open).replaceAll(/"[^"\n]*"|“[^”\n]*”|„[^“\n]*“|«[^»\n]*»/g, '""');
    return (
      [...closing].some((mark) => rest.includes(mark)) &&
      (isLesson(document) || !saying.test(before))
    );
  });
}

/** A fence around most of a document shows nothing: an attacker opens one before the first order. */
const isMost = ({ text }: RuleDocument, { content }: ProseBlock): boolean =>
  content.end - content.start > Math.max(longestQuote, text.length / 2);

/**
 * Whether a place is in a fence or in quotes that are most of the document. Whatever the line before
 * says of them ("An attacker wrote:"), the skill has little else to say, and a model may follow it.
 */
export function isInMost(document: RuleDocument, start: number): boolean {
  const block = document.blocks.find((one) => one.start <= start && start < one.end);
  if (block?.kind === 'fence') return isMost(document, block);
  if (block?.kind !== 'quote') return false;
  const quoted = document.blocks
    .filter(({ kind }) => kind === 'quote')
    .reduce((sum, one) => sum + one.end - one.start, 0);
  return quoted > Math.max(longestQuote, document.text.length / 2);
}

/** Quotation marks around everything quote nothing. */
const quotesAll = perDocument(({ text, blocks }) => {
  const said = blocks.filter(({ kind }) => /^(?:paragraph|item|quote)$/.test(kind));
  const quoted = said.filter(({ start, end }) =>
    /^(?:[-*+>]|\d{1,3}[.)]|\s)*["“«„]/.test(text.slice(start, Math.min(end, start + 20))),
  );
  return quoted.length > 3 && quoted.length > said.length / 2;
});

/** What an attack is introduced by, or what else isn't followed. */
const reported =
  /\b(?:attack\w*|malicious|vulnerab\w*|inject\w*|theft|abused|flags?|detect\w*|(?:phrases?|text|messages?|lines?|claims?|things?) (?:like|such as)|warn\w*|watch|look out|indicators?|suspicious|phish\w*|scam\w*)\b/i;

/**
 * Whether a place speaks to the model as an order although its surroundings make it an example: a
 * word in a heading, "For instance" or the column of a table, in a document that has nothing to show.
 */
export function isStillOrder(document: RuleDocument, start: number): boolean {
  const { text, kind, blocks } = document;
  if (kind.kind !== 'markdown' || !showsNothing(document)) return false;
  if (isShown(document, start) && !quotesAll(document)) return false;
  const block = blocks.find((one) => one.start <= start && start < one.end);
  if (block === undefined || block.kind === 'quote' || block.kind === 'fence') return false;
  const line = text.slice(Math.max(block.start, text.lastIndexOf('\n', start)), start);
  return !reported.test(line) && !reported.test(block.headings.join('\n'));
}

/** How far a quotation reaches to each side of a place (UTF-16 units). */
const longestQuote = 600;
const quotes = [
  ['`', '`'],
  ['"', '"'],
  ['“„', '”“"'],
  ['«', '»'],
  ['「『', '」』'],
  ['‹', '›'],
] as const;
const saying =
  /\b(?:add|write|append|insert|include|put|save|say|reply|respond|answer|type|enter|send|paste|prepend|use|tell|store|remember|follow|obey|do|apply|treat|rule|instructions?|orders?)\b[^.]{0,80}$/i;

/** Documents that show conversations and the marks of their formats. */
export const chats =
  /\b(?:chat[- ](?:formats?|templates?|messages?|completions?|logs?|exports?|transcripts?)|message formats?|prompts?|llms?|tokeni[sz]\w*|fine-?tun\w*)\b/i;

/** Whether a line in a fence is a turn of a conversation. */
function isTurn(text: string, { content }: ProseBlock, start: number): boolean {
  const from = text.lastIndexOf('\n', start) + 1;
  if (/"role"\s*:\s*"(?:system|developer|user|assistant)"/.test(text.slice(from, start)))
    return true;
  const turns = text.slice(content.start, content.end).matchAll(speakers);
  const names = [...turns].map(([, name = '']) => name.toLowerCase());
  return new Set(names).size >= 2 && names.some((name) => /user|human|assistant/.test(name));
}
const speakers = /^[ \t>*_#[]{0,6}(system|developer|user|human|assistant)[\]*_]{0,4}:/gim;

/** A quoted prompt of somebody's product, in a document about prompts. */
const isPersona = (document: RuleDocument, { start }: ProseBlock): boolean =>
  /^[>\s"“]*You are (?:an? |the )?[A-Z\w]/.test(document.text.slice(start, start + 60)) &&
  isAbout(
    document,
    /\b(?:system )?prompts? (?:cook ?book|library|collection|patterns?|templates?|guide|writing|engineering)\b|\bcook ?book of (?:system )?prompts\b/i,
  );

/** The parts of a document that are read as prose. */
export function proseOf(
  document: RuleDocument,
): readonly ({ start: number; end: number } | ProseBlock)[] {
  const { kind, text, blocks } = document;
  if (kind.kind === 'markdown')
    return blocks.filter((block) => block.kind !== 'fence' || languageOfFence(block.info) === null);
  return kind.kind === 'text' || kind.kind === 'markup' ? [{ start: 0, end: text.length }] : [];
}

/** A part of a section: prose, or a fence of code, which says where something goes. */
export interface SectionPart {
  readonly start: number;
  readonly end: number;
  readonly isCode: boolean;
}

/** A document by section: what is under the same headings. */
export function sectionsOf(document: RuleDocument): SectionPart[][] {
  const { kind, blocks } = document;
  if (kind.kind !== 'markdown')
    return proseOf(document).map(({ start, end }) => [{ start, end, isCode: false }]);
  const sections: SectionPart[][] = [];
  let last: string | null = null;
  for (const block of blocks) {
    const key = headingsOf(block);
    if (key !== last) sections.push([]);
    last = key;
    const isCode = block.kind === 'fence' && languageOfFence(block.info) !== null;
    sections.at(-1)?.push({ start: block.start, end: block.end, isCode });
  }
  return sections;
}

const headingsOf = ({ kind, headings }: ProseBlock): string =>
  JSON.stringify(kind === 'frontmatter' || kind === 'heading' ? kind : headings);

/** Whether a place is inside a fence, where markup is shown as source. */
export const isFenced = ({ blocks }: RuleDocument, index: number): boolean =>
  blocks.some(({ kind, start, end }) => kind === 'fence' && start <= index && index < end);

/** Matches of an expression in parsed code: scripts, fences, inline commands. */
export function* inCode(document: RuleDocument, pattern: TextPattern): Generator<PatternMatch> {
  if (!pattern.mayMatch(document.text)) return;
  for (const { start, end } of document.code) yield* pattern.all(document.text, start, end);
}

/**
 * Matches of an expression in what programs read: code, data and markup, but in a document only its
 * fences and code spans.
 */
export function* inFiles(document: RuleDocument, pattern: TextPattern): Generator<PatternMatch> {
  const { kind, text, blocks, code } = document;
  if (kind.kind === 'binary' || !pattern.mayMatch(text)) return;
  if (kind.kind !== 'markdown') {
    yield* pattern.all(text);
    return;
  }
  for (const block of blocks)
    if (block.kind === 'fence') yield* pattern.all(text, block.content.start, block.content.end);
  for (const { from, start, end } of code)
    if (from === 'inline') yield* pattern.all(text, start, end);
}
