import { setTimeout as delay } from 'node:timers/promises';
import {
  flipName,
  flipsOf,
  flipWords,
  type CheckFlip,
  type ConformanceReport,
} from '../../../shared/model/report.ts';
import { endingWords } from '../../../shared/model/report-text.ts';
import {
  CommandError,
  type OutputLine,
  type CommandOutput,
  type CommandContext,
} from '../call/command.ts';
import { exitOf, type ReportFormat } from '../report/output.ts';
import { stderrLines, textReport } from '../report/text.ts';
import { OwnFiles, type PathChange } from './server-files.ts';
import { lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';

/** How often files are polled. A change counts once they stay unchanged for one poll. */
const everyMs = 300;
/**
 * The shortest time between two runs, because the watched server decides how often it reports a
 * change.
 */
const restMs = 1_000;

/** What a run found at once, and how to get what it finds a while after the start, if anything. */
export interface WatchedResult {
  readonly report: ConformanceReport;
  readonly later: ((ending: AbortSignal) => Promise<ConformanceReport>) | null;
}

export interface WatchTarget {
  /** The files and folders whose changes start another run. */
  readonly paths: readonly string[];
  /** `isFiles`: files have changed since the previous run. */
  run(isFiles: boolean): Promise<WatchedResult>;
  /** For a server that keeps running: whether it has reported a change since the last call. */
  announced?(): boolean;
}

/**
 * Runs again whenever something changes and prints what is different, until the process is told to
 * end. Returns the exit code of the last complete run; a run that couldn't be made counts as 2.
 *
 * A server may write into the watched folder, such as its log, and would start every run again.
 * Files found to be its own are reported and ignored; see `OwnFiles`.
 */
export async function watch(here: CommandContext, watched: WatchTarget): Promise<CommandOutput> {
  const { paths, run, announced } = watched;
  const ending = here.ending();
  let own: OwnFiles | null = null;
  let before: ConformanceReport | null = null;
  let said: string | null = null;
  let exit = 2;
  let late: readonly CheckFlip[] = [];
  let startedAt = Date.now();
  let isFiles = false;
  while (!ending.aborted) {
    const state = await treeState(paths);
    own ??= new OwnFiles(state.files.keys());
    if (isFiles) startedAt = Date.now();
    announced?.();
    const made = await run(isFiles).catch((error: unknown) => {
      if (error instanceof CommandError) return error;
      throw error;
    });
    if (ending.aborted) break;
    const lines = linesOf(before, made instanceof CommandError ? made : made.report);
    await here.tell([timeText(new Date()), ...lines.shown]);
    const isSame = said === null || lines.isSame(said);
    said = lines.said;
    exit = made instanceof CommandError ? 2 : exitOf(made.report);
    if (!(made instanceof CommandError)) before = made.report;
    if (state.isCut) await here.tell(['watching only the first 5,000 files']);
    const round = { first: state.files, after: (await treeState(paths)).files, startedAt, isSame };
    const over = new AbortController();
    const adding = addendumTo(made, AbortSignal.any([ending, over.signal])).then(async (found) => {
      if (found === null) return;
      exit = exitOf(found.report);
      await here.tell(addendumLines(late, found));
      late = found.late;
    });
    isFiles = await changedAfter(here, watched, round, own, ending);
    over.abort();
    await adding;
  }
  return { json: null, human: [], exit };
}

/** What a while after the start shows beyond the first result. */
interface RunAddendum {
  readonly report: ConformanceReport;
  readonly late: readonly CheckFlip[];
  /** Faults of the first result that have another cause, as it turns out. */
  readonly gone: readonly CheckFlip[];
}

/** Waits for the rest of a run; null if there's none, or if the next run comes first. */
async function addendumTo(
  made: WatchedResult | CommandError,
  ending: AbortSignal,
): Promise<RunAddendum | null> {
  if (made instanceof CommandError || made.later === null) return null;
  const report = await made.later(ending);
  if (ending.aborted) return null;
  const { fresh, fixed, unseen } = flipsOf(made.report, report);
  return { report, late: fresh, gone: [...fixed, ...unseen] };
}

function addendumLines(
  before: readonly CheckFlip[],
  { report, late, gone }: RunAddendum,
): OutputLine[] {
  const nameOf = ({ check, subject }: CheckFlip): string => flipName(check, subject);
  const then = new Set(before.map(nameOf));
  const now = new Set(late.map(nameOf));
  const ending = gone.length + late.length === 0 ? 'nothing changed.' : endingWords(report);
  return [
    ...before.filter((flip) => !now.has(nameOf(flip))).map((flip) => flipLine('fixed', flip)),
    ...gone.map((flip) => flipLine('gone', flip)),
    ...late.map((flip) => flipLine(then.has(nameOf(flip)) ? 'still' : 'new', flip)),
    `${timeText(new Date())} listed and read again: ${ending}`,
  ];
}

/** The time of day: 08:05:09. */
function timeText(date: Date): string {
  const parts = [date.getHours(), date.getMinutes(), date.getSeconds()];
  return parts.map((part) => String(part).padStart(2, '0')).join(':');
}

/** The core of a run; `said` holds what it found, to see whether the next finds the same. */
function linesOf(
  before: ConformanceReport | null,
  made: ConformanceReport | CommandError,
): { shown: OutputLine[]; said: string; isSame(said: string): boolean } {
  if (made instanceof CommandError) {
    const { message, stderr } = made;
    const shown = [`failed  ${message}`, ...stderrLines(stderr)];
    return { shown, said: message, isSame: (said) => said === message };
  }
  if (before === null) return { shown: textReport(made), said: '', isSame: (said) => said === '' };
  const { fixed, fresh, unseen } = flipsOf(before, made);
  const isAlike = fixed.length + fresh.length + unseen.length === 0;
  return {
    shown: flipLines(before, made),
    said: '',
    isSame: (said) => said === '' && isAlike,
  };
}

/** What changed is printed as lines for people. */
export function onlyText(format: ReportFormat): void {
  if (format !== 'text') throw new CommandError('--watch prints text only; leave out --format');
}

interface Round {
  /** Before the run, and right after it. */
  readonly first: TreeState['files'];
  readonly after: TreeState['files'];
  /** ms since the epoch. */
  readonly startedAt: number;
  readonly isSame: boolean;
}

/**
 * Waits until something changes that starts another run: files (true), or what the server reports.
 */
async function changedAfter(
  here: CommandContext,
  { paths, announced }: WatchTarget,
  { first, after, startedAt, isSame }: Round,
  own: OwnFiles,
  ending: AbortSignal,
): Promise<boolean> {
  const rest = (ms: number): Promise<void> =>
    delay(ms, undefined, { signal: ending }).catch(() => {});
  const changesTo = (files: TreeState['files'], from = first): PathChange[] =>
    changedBetween(from, files)
      .map((path) => ({
        path,
        afterMs: writtenAt(files.get(path), startedAt, Date.now()) - startedAt,
        isThroughout: first.get(path) !== after.get(path) && after.get(path) !== files.get(path),
      }))
      .filter((change) => !own.has(change));
  await rest(restMs);
  let last = first;
  let unrest = 0;
  while (!ending.aborted) {
    const { files } = await treeState(paths);
    const changes = changesTo(files);
    const isAtRest = changesTo(files, last).length === 0;
    unrest = isAtRest ? 0 : unrest + 1;
    if (changes.length > 0 && (isAtRest || unrest > mostUnrest)) {
      // If no server runs, only people write.
      const found = announced === undefined ? [] : own.learn(changes, isSame);
      if (found.length > 0) await here.tell([leftAlone(found)]);
      if (changesTo(files).length > 0) return true;
    }
    last = files;
    if (changes.length === 0 && announced?.() === true) return false;
    await rest(everyMs);
  }
  return false;
}

/**
 * After this many unsettled polls a change counts anyway, because a server may write all the time.
 */
const mostUnrest = 10;
const told = 3;

function leftAlone(paths: readonly string[]): string {
  const more = paths.length > told ? ` and ${paths.length - told} more` : '';
  const it = paths.length === 1 ? 'it' : 'them';
  return `ignoring: ${paths.slice(0, told).join(', ')}${more} (the server writes ${it})`;
}

const flipLine = (word: string, { check, subject, said }: CheckFlip): OutputLine =>
  `${word.padEnd(7)} ${check}  ${subject}: ${said}`;

/** For whoever fixes problems: what is gone, what is new, and how many are left. */
function flipLines(before: ConformanceReport, after: ConformanceReport): OutputLine[] {
  const flips = flipsOf(before, after);
  return [
    ...flips.fixed.map((flip) => flipLine('fixed', flip)),
    ...flips.unseen.map((flip) => flipLine('unseen', flip)),
    ...flips.fresh.map((flip) => flipLine('new', flip)),
    `${flipWords(flips)}. ${endingWords(after)}`,
  ];
}

/** How many files are watched. Changes to any others go unnoticed, which is reported. */
const maxCount = 5_000;
const left: ReadonlySet<string> = new Set(['.git', 'node_modules']);

interface TreeState {
  /** For each file, by path, a text that changes when the file is added, removed or written. */
  readonly files: ReadonlyMap<string, string>;
  /** True if there are more files than are watched. */
  readonly isCut: boolean;
}

/**
 * Records the state of files and folders, from sizes and times alone, without following links. It
 * polls, because change events differ between systems.
 */
async function treeState(paths: readonly string[]): Promise<TreeState> {
  const files = new Map<string, string>();
  const open = [...paths];
  for (let path = open.pop(); path !== undefined; path = open.pop()) {
    if (files.size >= maxCount) return { files, isCut: true };
    const stat = await lstat(path).catch(() => null);
    if (stat === null) files.set(path, '-');
    else if (stat.isDirectory()) {
      const names = await readdir(path).catch(() => []);
      for (const name of names) if (!left.has(name)) open.push(join(path, name));
    } else files.set(path, `${stat.size} ${stat.mtimeMs} ${stat.ino}`);
  }
  return { files, isCut: false };
}

type Files = TreeState['files'];

/** The paths whose files differ from before. */
function changedBetween(before: Files, after: Files): string[] {
  if (before === after) return [];
  const paths = new Set([...before.keys(), ...after.keys()]);
  return [...paths].filter((path) => before.get(path) !== after.get(path));
}

/**
 * When a file was written, from its text in a state: ms since the epoch. Returns `now` if the text
 * can't tell: the file is gone, or was copied with another's time.
 */
function writtenAt(state: string | undefined, since: number, now: number): number {
  const at = Number(state?.split(' ')[1] ?? Number.NaN);
  return at >= since && at <= now ? at : now;
}
