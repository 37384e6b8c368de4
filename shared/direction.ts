import { lineReader, type WritingKind } from './confusables/writing.ts';
import { escapeOf } from './invisible.ts';

/**
 * Right-to-left letters make a screen draw their surroundings in another order than stored. The
 * attacker writes `refund(\u05d0, 1, 1000, \u05d1)` so that a reviewer sees the amounts swapped,
 * without a single invisible character.
 */
const rightToLeft =
  '\\u0590-\\u08ff\\ufb1d-\\ufdff\\ufe70-\\ufefc\\u{10800}-\\u{10fff}\\u{1e800}-\\u{1efff}';
const anyRightToLeft = new RegExp(`[${rightToLeft}]`, 'u');
const everyRightToLeft = new RegExp(anyRightToLeft.source, 'gu');
const leftToRight = /[\p{Script=Latin}0-9]/u;

export const isRightToLeft = (letter: string): boolean => anyRightToLeft.test(letter);

/** True if a line has letters of both directions, or numbers among right-to-left letters. */
const isMixedOrder = (line: string): boolean => anyRightToLeft.test(line) && leftToRight.test(line);

/**
 * A text for a terminal, which orders each line itself and supports no styles: in mixed-direction
 * code, right-to-left letters become `\u{XXXX}` so that nothing moves.
 */
export function withOrderedCode(text: string, kind: WritingKind): string {
  if (!anyRightToLeft.test(text)) return text;
  const reader = lineReader(kind);
  const ordered = (line: string): string => {
    const code = reader.read(line);
    if (!isMixedOrder(line)) return line;
    let shown = '';
    let at = 0;
    for (const [from, to] of code) {
      shown += line.slice(at, from) + line.slice(from, to).replace(everyRightToLeft, escaped);
      at = to;
    }
    return shown + line.slice(at);
  };
  return text.split('\n').map(ordered).join('\n');
}

const escaped = (char: string): string => escapeOf(char.codePointAt(0) ?? 0);

/** Numbers of mixed-direction lines, from 1; at most `limit`. */
export function mixedOrderLines(text: string, limit: number): number[] {
  if (!anyRightToLeft.test(text)) return [];
  const lines: number[] = [];
  let line = 1;
  for (let start = 0; start <= text.length && lines.length < limit; line += 1) {
    const newline = text.indexOf('\n', start);
    const end = newline === -1 ? text.length : newline;
    if (isMixedOrder(text.slice(start, end))) lines.push(line);
    start = end + 1;
  }
  return lines;
}
