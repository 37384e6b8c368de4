import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/**
 * From now on V8 collects garbage when what is held has grown by so much, where it would wait for
 * up to four times as much. At 10,000 skills 80 % is 70 MB less at the peak for a twentieth more
 * processor time (docs/figures.md); what holds little does not pay for it. Of 100,000, 25 % is what
 * keeps the program and a page of Chromium together under a gigabyte.
 */
export const growSparingly = (skills: 'many' | 'very-many'): void =>
  setFlagsFromString(`--heap-growing-percent=${skills === 'many' ? 80 : 25}`);

/**
 * For a process that mostly waits, such as a gateway: what V8 allocates first stays at its first
 * size, which is a fifth of the process's memory and costs nothing that can be measured
 * (docs/figures.md).
 */
export const keepNewSpaceSmall = (): void => setFlagsFromString('--semi-space-growth-factor=1');

let collector: (() => void) | null = null;

/** Collects garbage now. For when texts of many megabytes would wait for it. */
export function collectGarbage(): void {
  if (collector === null) {
    setFlagsFromString('--expose-gc');
    collector = runInNewContext('gc') as () => void;
  }
  collector();
}
