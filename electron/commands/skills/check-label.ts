import { fileWords } from '../../../shared/model/file-label.ts';
import type { FileCheck } from '../../../shared/model/verdict.ts';

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
