import type { RuleDocument } from '../document.ts';
import { isAbout, isLesson, showsSpecimens } from '../knowledge/about.ts';
import type { PatternMatch, TextPattern } from '../pattern.ts';
import type { ProseBlock } from './blocks.ts';
import type { RuleHit } from '../rule.ts';
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
  if (!pattern.mayMatch(document.text)) return;
  for (const { start, end } of proseOf(document))
    for (const match of pattern.all(document.text, start, end)) {
      const more = refine(match);
      if (more === null) continue;
      const role = isShown(document, match.start) ? { role: 'example' as const } : {};
      yield { start: match.start, end: match.end, ...role, ...more };
    }
}

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
  if (block.kind === 'fence') return isTurn(text, block, start) && isAbout(document, chats);
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

/** The prose of a document by section: what is under the same headings. */
export function proseSections(document: RuleDocument): { start: number; end: number }[][] {
  const sections: { start: number; end: number }[][] = [];
  let last: string | null = null;
  for (const part of proseOf(document)) {
    const key = 'headings' in part ? headingsOf(part as ProseBlock) : '';
    if (key !== last) sections.push([]);
    last = key;
    sections.at(-1)?.push(part);
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
