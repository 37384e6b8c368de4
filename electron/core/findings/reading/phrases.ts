import type { RuleDocument } from '../document.ts';
import type { PatternMatch, TextPattern } from '../pattern.ts';
import type { RuleHit } from '../rule.ts';
import { languageOfFence } from './kind.ts';

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
  if (!pattern.test(document.text)) return;
  for (const { start, end } of proseOf(document))
    for (const match of pattern.all(document.text, start, end)) {
      const more = refine(match);
      if (more !== null) yield { start: match.start, end: match.end, ...more };
    }
}

/** The parts of a document that are read as prose. */
export function proseOf(document: RuleDocument): readonly { start: number; end: number }[] {
  const { kind, text, blocks } = document;
  if (kind.kind === 'markdown')
    return blocks.filter((block) => block.kind !== 'fence' || languageOfFence(block.info) === null);
  return kind.kind === 'text' || kind.kind === 'markup' ? [{ start: 0, end: text.length }] : [];
}

/** Whether a place is inside a fence, where markup is shown as source. */
export const isFenced = ({ blocks }: RuleDocument, index: number): boolean =>
  blocks.some(({ kind, start, end }) => kind === 'fence' && start <= index && index < end);

/** Matches of an expression in parsed code: scripts, fences, inline commands. */
export function* inCode(document: RuleDocument, pattern: TextPattern): Generator<PatternMatch> {
  if (!pattern.test(document.text)) return;
  for (const { start, end } of document.code) yield* pattern.all(document.text, start, end);
}
