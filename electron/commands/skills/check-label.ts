import { fileWords, inOneLine } from '../../../shared/model/file-label.ts';
import type { FileCheck } from '../../../shared/model/verdict.ts';
import { withStep } from '../../../shared/connection-advice.ts';

/** The result of checking a whole skill, as scripts know it. */
export type CheckedAs = 'verified' | 'failed' | 'unread' | 'unverifiable';

/**
 * The worst label of any of its files. A listed file without a result was requested but not
 * received: if a server ends midway no result is kept, and a missing one never counts as a match.
 */
export function worstOf(
  listed: readonly { readonly uri: string }[],
  verdicts: ReadonlyMap<string, FileCheck>,
): CheckedAs {
  const words = new Set([...verdicts.values()].map((verdict) => fileWords(verdict).word));
  if (words.has('failed')) return 'failed';
  if (words.has('could not be read') || listed.some(({ uri }) => !verdicts.has(uri)))
    return 'unread';
  return words.size === 1 && words.has('verified') ? 'verified' : 'unverifiable';
}

/** A file check in the product's words: the result, then what was expected and received. */
export function verdictLine(verdict: FileCheck): string {
  const words = inOneLine(fileWords(verdict));
  if (verdict.status === 'verified') return words;
  if (verdict.status === 'unverifiable') return `${words}: ${withStep(verdict)}`;
  const sides =
    verdict.expected === undefined
      ? ''
      : ` (expected ${verdict.expected}, actual ${verdict.actual ?? 'nothing'})`;
  const why = verdict.explanation === undefined ? '' : ` ${verdict.explanation.message}`;
  return withStep({
    ...verdict,
    message: `${words} [${verdict.check}]: ${verdict.message}${sides}${why}`,
  });
}
