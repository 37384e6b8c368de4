import { grouped } from '../group-digits.ts';
import type { CheckFlips } from './flips.ts';

export const flipName = (check: string, subject: string): string => `${check}\n${subject}`;

/** As one line: `2 fixed, 1 new, 3 to fix`. */
export function flipWords({ fixed, fresh, unseen, left }: CheckFlips): string {
  const figure = (count: number): string => grouped(count);
  return [
    `${figure(fixed.length)} fixed`,
    `${figure(fresh.length)} new`,
    ...(unseen.length === 0 ? [] : [`${figure(unseen.length)} not checked this time`]),
    `${figure(left)} to fix`,
  ].join(', ');
}
