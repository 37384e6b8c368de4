import { setTimeout as delay } from 'node:timers/promises';
import { flipsOf, flipWords, type Flip } from '../../../shared/model/flips.ts';
import type { Report } from '../../../shared/model/report.ts';
import { endingWords } from '../../../shared/model/report-words.ts';
import { CommandError, type Line, type Output } from '../call/command.ts';
import type { Here } from '../call/here.ts';
import { exitOf, type Format } from '../report/output.ts';
import { textReport } from '../report/text.ts';
import { treeState } from './tree-state.ts';

/** How often files are looked at; a change is taken up when they rest for one look. */
const everyMs = 300;
/** The least between two runs: whoever is watched decides how often it says that it changed. */
const restMs = 1_000;

export interface Watched {
  /** Files and folders whose change begins another run. */
  readonly paths: readonly string[];
  /** `isFiles` where files have changed since the run before. */
  run(isFiles: boolean): Promise<Report>;
  /** Whether the server said since the last call that it changed. */
  announced?(): boolean;
}

/**
 * Runs again whenever something changes, and says what flipped, until the process is told to end.
 * Ends with the exit code of the last whole run; one that could not be made counts as 2.
 */
export async function watch(here: Here, { paths, run, announced }: Watched): Promise<Output> {
  const ending = here.ending();
  let before: Report | null = null;
  let exit = 2;
  let isFiles = false;
  while (!ending.aborted) {
    const state = await treeState(paths);
    announced?.();
    const made = await run(isFiles).catch((error: unknown) => {
      if (error instanceof CommandError) return error.message;
      throw error;
    });
    if (ending.aborted) break;
    if (typeof made === 'string') {
      exit = 2;
      await here.tell([`failed  ${made}`]);
    } else {
      await here.tell(before === null ? textReport(made) : flipLines(before, made));
      before = made;
      exit = exitOf(made);
    }
    if (state.isCut) await here.tell(['watching the first 5,000 files alone']);
    isFiles = await changeAfter(
      state.text,
      { paths, run, ...(announced && { announced }) },
      ending,
    );
  }
  return { json: null, human: [], exit };
}

/** What flips is said in lines for people. */
export function onlyText(format: Format): void {
  if (format !== 'text')
    throw new CommandError('--watch says what flipped as text; leave --format out');
}

/** Waits until something changes; true where it was files. */
async function changeAfter(
  first: string,
  { paths, announced }: Watched,
  ending: AbortSignal,
): Promise<boolean> {
  const rest = (ms: number): Promise<void> =>
    delay(ms, undefined, { signal: ending }).catch(() => {});
  await rest(restMs);
  let last = first;
  while (!ending.aborted) {
    const { text } = await treeState(paths);
    if (text !== first && text === last) return true;
    last = text;
    if (text === first && announced?.() === true) return false;
    await rest(everyMs);
  }
  return false;
}

/** What a person who mends wants to know: what is gone, what is new, and how much is left. */
function flipLines(before: Report, after: Report): Line[] {
  const flips = flipsOf(before, after);
  const line = (word: string, { check, subject, said }: Flip): Line =>
    `${word.padEnd(7)} ${check}  ${subject}: ${said}`;
  return [
    ...flips.fixed.map((flip) => line('fixed', flip)),
    ...flips.unseen.map((flip) => line('unseen', flip)),
    ...flips.fresh.map((flip) => line('new', flip)),
    `${flipWords(flips)}. ${endingWords(after)}`,
  ];
}
