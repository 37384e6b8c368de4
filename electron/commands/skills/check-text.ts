import { withStep } from '../../../shared/connection-advice.ts';
import { fileWords, inOneLine } from '../../../shared/model/file-label.ts';
import type { FileCheck } from '../../../shared/model/verdict.ts';

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
