import { setTimeout as delay } from 'node:timers/promises';
import { flipsOf, flipWords, type Flip } from '../../../shared/model/flips.ts';
import type { Report } from '../../../shared/model/report.ts';
import { endingWords } from '../../../shared/model/report-words.ts';
import { CommandError, type Line, type Output } from '../call/command.ts';
import type { Here } from '../call/here.ts';
import { exitOf, type Format } from '../report/output.ts';
import { textReport } from '../report/text.ts';
import { changedBetween, treeState, type TreeState } from './tree-state.ts';

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
 *
 * A server may write into what is watched, such as its log, and would begin every run anew. Where two
 * runs in a row were begun only by what was written during the one before, those files are said and
 * left alone, and only what changes between two runs begins another.
 */
export async function watch(here: Here, { paths, run, announced }: Watched): Promise<Output> {
  const ending = here.ending();
  const own = new OwnFiles();
  let before: Report | null = null;
  let exit = 2;
  let changed: readonly string[] = [];
  while (!ending.aborted) {
    const state = await treeState(paths);
    announced?.();
    const made = await run(changed.length > 0).catch((error: unknown) => {
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
    const after = await treeState(paths);
    const during = changedBetween(state.files, after.files);
    const found = own.after(changed, during);
    if (found !== null)
      await here.tell([
        `not watching ${found}: it is written whenever the server is checked. What is saved while a check runs is seen with the next.`,
      ]);
    changed = await changesAfter(
      own.isThere ? after.files : state.files,
      { paths, run, ...(announced && { announced }) },
      ending,
      own,
    );
  }
  return { json: null, human: [], exit };
}

/** Files that the server that is checked writes itself. */
class OwnFiles {
  #own: ReadonlySet<string> = new Set();
  #before: ReadonlySet<string> = new Set();
  /** How many runs in a row had no other cause. */
  #runs = 0;

  get isThere(): boolean {
    return this.#own.size > 0;
  }

  has(path: string): boolean {
    return this.#own.has(path);
  }

  /** After a run that `began` had begun, and in which `during` changed; gives what is found, in words. */
  after(began: readonly string[], during: readonly string[]): string | null {
    const isOwn = began.length > 0 && began.every((path) => this.#before.has(path));
    this.#before = new Set(during);
    this.#runs = isOwn ? this.#runs + 1 : 0;
    if (this.#runs < runsInARow || during.length === 0) return null;
    this.#runs = 0;
    this.#own = new Set([...this.#own, ...during]);
    const more = during.length > told ? ` and ${during.length - told} more` : '';
    return `${during.slice(0, told).join(', ')}${more}`;
  }
}
/** A person may save a file once more while its change is being checked, and hardly twice so. */
const runsInARow = 2;
const told = 3;

/** What flips is said in lines for people. */
export function onlyText(format: Format): void {
  if (format !== 'text')
    throw new CommandError('--watch says what flipped as text; leave --format out');
}

/** Waits until something changes; gives the files that did, none where the server said it. */
async function changesAfter(
  first: TreeState['files'],
  { paths, announced }: Watched,
  ending: AbortSignal,
  own: OwnFiles,
): Promise<readonly string[]> {
  const rest = (ms: number): Promise<void> =>
    delay(ms, undefined, { signal: ending }).catch(() => {});
  await rest(restMs);
  let last = first;
  while (!ending.aborted) {
    const { files } = await treeState(paths);
    const isFresh = (path: string): boolean => !own.has(path);
    const changed = changedBetween(first, files).filter(isFresh);
    if (changed.length > 0 && !changedBetween(last, files).some(isFresh)) return changed;
    last = files;
    if (changed.length === 0 && announced?.() === true) return [];
    await rest(everyMs);
  }
  return [];
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
