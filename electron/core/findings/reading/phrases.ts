import type { RuleDocument } from '../document.ts';
import type { PatternMatch, TextPattern } from '../pattern.ts';
import type { RuleHit } from '../rule.ts';
import { languageOfFence } from './kind.ts';

/** What a rule says of one match more than its place; null where it is none of its business. */
export type MatchRefinement = (match: PatternMatch) => Partial<RuleHit> | null;

const plain: MatchRefinement = () => ({});

/**
 * Where an expression matches in what a model reads as prose: every block of markdown but the fences
 * that hold code, all of a file of plain text or markup. A match never runs from one block into the
 * next.
 */
export function* phrases(
  document: RuleDocument,
  pattern: TextPattern,
  refine: MatchRefinement = plain,
): Generator<RuleHit> {
  if (!pattern.test(document.text)) return;
  for (const { start, end } of proseOf(document))
    for (const match of pattern.all(document.text, start, end)) {
      const more = refine(match);
      if (more !== null) yield { start: match.start, end: match.end, ...more };
    }
}

/** The stretches of a document that are read as prose. */
export function proseOf(document: RuleDocument): readonly { start: number; end: number }[] {
  const { kind, text, blocks } = document;
  if (kind.kind === 'markdown')
    return blocks.filter((block) => block.kind !== 'fence' || languageOfFence(block.info) === null);
  return kind.kind === 'text' || kind.kind === 'markup' ? [{ start: 0, end: text.length }] : [];
}

/** Inside a fence, where markup is shown as it is written. */
export const isFenced = ({ blocks }: RuleDocument, index: number): boolean =>
  blocks.some(({ kind, start, end }) => kind === 'fence' && start <= index && index < end);

/** Where an expression matches in code that is parsed: scripts, fences, inline commands. */
export function* inCode(document: RuleDocument, pattern: TextPattern): Generator<PatternMatch> {
  if (!pattern.test(document.text)) return;
  for (const { start, end } of document.code) yield* pattern.all(document.text, start, end);
}
