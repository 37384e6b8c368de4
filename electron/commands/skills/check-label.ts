import { fileWords } from '../../../shared/model/file-label.ts';
import type { FileCheck } from '../../../shared/model/verdict.ts';

/** What a check of a whole skill gave, as scripts know it. */
export type CheckedAs = 'verified' | 'failed' | 'unread' | 'unverifiable';

/**
 * The worst word of any of its files. A listed file without a verdict was asked for and not given:
 * of a server that ends meanwhile no verdict is kept, and what is missing never passes for a match.
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
