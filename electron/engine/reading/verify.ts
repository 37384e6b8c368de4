import {
  isMatchNow,
  read as readStep,
  type ReadObservation,
  failureOf,
} from '../../core/skill-state/read.ts';
import { isComplete } from '../../core/skill-state/skill.ts';
import { listedFiles } from '../../core/stated-paths.ts';
import { counted, grouped } from '../../../shared/size-text.ts';
import { limits } from '../../core/limits.ts';
import type { FileCheck } from '../../../shared/model/verdict.ts';
import type { CatalogueSkill } from '../catalogue/server.ts';
import { RateLimitPause } from '../link/index.ts';
import type { EndedWork, WorkProgress } from '../operations.ts';
import type { ReadContext, SkillContext } from '../contexts.ts';
import { readAll } from './read-all.ts';
import { type ReadOutcome, fetchFile, type ReadOptions } from './read-file.ts';
import { pathInEntry } from '../../core/skill-place.ts';
import { visible } from '../../core/text.ts';
import { countWords, fileWords, inOneLine } from '../../../shared/model/file-label.ts';
import type { NotDone } from '../../../shared/model/operation.ts';
import { mostNamed } from '../../../shared/model/plain.ts';

const silent: WorkProgress = { report: () => {} };

/** Skills whose results are taken into the catalogue at once. */
const batchSize = 200;
/**
 * Bytes of a file from which on its check has a turn of the event loop for itself: the frontmatter
 * of one may cost some 20 ms, and eight answers may come together.
 */
const heavyBytes = 16 * 1_024;

interface Task {
  readonly skill: CatalogueSkill;
  readonly file: string;
}

/**
 * Files that a check reads: those that haven't matched in this session yet, or all of them once all
 * have.
 */
export function filesToVerify({ entry, held }: CatalogueSkill): string[] {
  const { files, uri } = entry;
  if (files.kind !== 'listed') return [uri];
  const all = files.files.map((file) => file.uri);
  const rest = all.filter((file) => !isMatchNow(held.verdicts.get(file)));
  return rest.length > 0 ? rest : all;
}

export interface VerifyOptions {
  readonly signal: AbortSignal;
  readonly keep: boolean;
  /** What came of a file, also where that says nothing of it and is not kept. */
  readonly onVerdict?: (skill: CatalogueSkill, file: string, verdict: FileCheck) => void;
  /** Why the files of a skill without a manifest couldn't all be read. */
  readonly onUnread?: (skill: CatalogueSkill, why: string) => void;
}

/**
 * Reads and checks every remaining file of some skills of one server, `limits.serverRequests`
 * at once, or fewer where the server asks for that. Canceling keeps what was checked.
 */
export async function verifySkills(
  parts: ReadContext,
  skills: readonly CatalogueSkill[],
  given: VerifyOptions,
  progress: WorkProgress,
): Promise<EndedWork> {
  const courtesy = new RateLimitPause(parts.clock, () => report());
  const options = { ...given, courtesy };
  const { signal } = options;
  const listed = skills.filter(({ held }) => isComplete(held.listed));
  const others = skills.filter(({ held }) => !isComplete(held.listed));
  const tasks: Task[] = [];
  let known = 0;
  for (const skill of listed) {
    const files = filesToVerify(skill);
    for (const file of files) tasks.push({ skill, file });
    // Dynamic content lists none, and its one file is read.
    known += Math.max(0, listedFiles(skill.entry).length - files.length);
  }
  const tally = new VerifyTally(known);
  let total = tally.done + tasks.length + others.length;
  const report = (): void => {
    const seconds = Math.ceil(courtesy.pauseMs / 1_000);
    const at = seconds === 0 ? '' : `waiting to ask again (${counted(seconds, 'second')})`;
    progress.report(tally.done, total, tally.bad, at);
  };
  report();
  for (const skill of others) {
    // Nothing lists its files, so checking it means to read all that can be found.
    if (signal.aborted) break;
    const before = tally.done;
    const whole = await readAll(parts, skill, { signal, courtesy }, silent);
    // Stopped in the middle it was not checked: its one place in the total is left over.
    if (signal.aborted && !whole.complete) break;
    if (!whole.complete) options.onUnread?.(skill, whole.message);
    tally.addWhole(parts.catalogue.at(skill) ?? skill, whole);
    total += tally.done - before - 1;
    report();
  }
  const results = new Results(parts, tasks, skills.length);
  await run(parts, tasks, options, ({ skill, file }, read) => {
    tally.add(skill, file, read.verdict);
    results.add(skill, read.check);
    options.onVerdict?.(skill, file, read.verdict);
    report();
  });
  results.flush();
  report();
  return tally.ended(total);
}

/**
 * Several readers over one queue; each sends its next request before it checks the last. After a
 * large file whatever else waits has its turn: the attacker is a server whose every file costs
 * much.
 */
async function run(
  parts: ReadContext,
  tasks: readonly Task[],
  options: VerifyOptions & ReadOptions & { readonly signal: AbortSignal },
  settle: (task: Task, read: ReadOutcome) => void,
): Promise<void> {
  let taken = 0;
  const start = (): {
    readonly task: Task;
    readonly fetched: Promise<() => ReadOutcome>;
  } | null => {
    const task = options.signal.aborted ? undefined : tasks[taken];
    if (task === undefined) return null;
    taken += 1;
    return { task, fetched: fetchFile(parts, task.skill, task.file, options) };
  };
  let others: Promise<void> | null = null;
  const othersFirst = (): Promise<void> =>
    new Promise((resolve) => {
      parts.clock.after(0, () => {
        others = null;
        resolve();
      });
    });
  const worker = async (): Promise<void> => {
    for (let current = start(); current !== null;) {
      const check = await current.fetched;
      const next = start();
      // The requests that were just made are on their way before anything is checked.
      await Promise.resolve();
      while (others !== null) await others;
      const read = check();
      settle(current.task, read);
      if (read.size !== null && read.size >= heavyBytes) others = othersFirst();
      current = next;
    }
  };
  await Promise.all(Array.from({ length: Math.min(limits.serverRequests, tasks.length) }, worker));
}

/**
 * What the reads showed, taken into the catalogue many skills at a time: a window is not told of
 * each of ten thousand files. One skill alone is somebody's page, and hears of every file.
 */
class Results {
  private readonly parts: SkillContext;
  private readonly skills: number;
  private readonly left = new Map<CatalogueSkill, number>();
  private checks: { readonly skill: CatalogueSkill; readonly check: ReadObservation }[] = [];
  private finished = 0;

  constructor(parts: SkillContext, tasks: readonly Task[], skills: number) {
    this.parts = parts;
    this.skills = skills;
    for (const { skill } of tasks) this.left.set(skill, (this.left.get(skill) ?? 0) + 1);
  }

  add(skill: CatalogueSkill, check: ReadObservation | null): void {
    if (check !== null) this.checks.push({ skill, check });
    const left = (this.left.get(skill) ?? 1) - 1;
    this.left.set(skill, left);
    if (left === 0) this.finished += 1;
    if (this.skills === 1 || this.finished >= batchSize) this.flush();
  }

  flush(): void {
    this.finished = 0;
    const of = new Map<CatalogueSkill, ReadObservation[]>();
    for (const { skill, check } of this.checks.splice(0)) {
      const known = of.get(skill);
      if (known === undefined) of.set(skill, [check]);
      else known.push(check);
    }
    this.parts.catalogue.updateAll(
      [...of].map(([place, checks]) => ({
        place,
        step: (held) => (held === null ? null : checks.reduce(readStep, held)),
      })),
    );
  }
}

/** What a check of many files came to, file by file. */
class VerifyTally {
  readonly #verdicts: FileCheck[] = [];
  readonly #failed: NotDone[] = [];
  readonly #unread: NotDone[] = [];
  /** Skills of which not even the files are known. */
  #unopened = 0;
  #bad = 0;
  #done: number;
  readonly #known: number;

  /** `known`: files that were found matching before, and are not read again. */
  constructor(known: number) {
    this.#known = known;
    this.#done = known;
  }

  /** Files that were looked at; one that was on its way when the check was stopped is none. */
  get done(): number {
    return this.#done;
  }

  /** Files that failed or could not be read. */
  get bad(): number {
    return this.#bad;
  }

  add(skill: CatalogueSkill, file: string, verdict: FileCheck): void {
    const words = fileWords(verdict);
    if (words.word === 'not checked') return;
    this.#done += 1;
    this.#verdicts.push(verdict);
    const into =
      words.word === 'failed'
        ? this.#failed
        : words.word === 'could not be read'
          ? this.#unread
          : null;
    if (into === null) return;
    this.#bad += 1;
    if (into.length < mostNamed) into.push(lineOf(skill, file, inOneLine(words)));
  }

  /** A skill whose files were found by reading, after that. */
  addWhole(
    skill: CatalogueSkill,
    { complete, message }: { complete: boolean; message: string },
  ): void {
    const before = this.#bad;
    for (const [file, verdict] of skill.held.verdicts) this.add(skill, file, verdict);
    // Its file that did not go well is why, and is counted and named already.
    if (complete || this.#bad > before) return;
    const refused = failureOf(skill.held, skill.entry)?.message;
    this.#unopened += 1;
    this.#done += 1;
    this.#bad += 1;
    this.#unread.push(lineOf(skill, null, visible(refused ?? message, 300)));
  }

  /** `total`: how many files there were to look at. */
  ended(total: number): EndedWork {
    const { verified, failed, unread, unverifiable } = countWords(this.#verdicts);
    const parts = (
      [
        [verified + this.#known, verified + this.#known === 1 ? 'matches' : 'match'],
        [failed, 'failed'],
        [unread + this.#unopened, 'could not be read'],
        [unverifiable, 'cannot be verified'],
        [total - this.#done, 'not checked'],
      ] as const
    ).filter(([count]) => count > 0);
    const message = parts.map(([count, word]) => `${grouped(count)} ${word}`).join(', ');
    return {
      message: message === '' ? 'there was nothing to verify' : message,
      notDone: [...this.#failed, ...this.#unread],
    };
  }
}

function lineOf(skill: CatalogueSkill, file: string | null, why: string): NotDone {
  const path = file === null ? null : pathInEntry(skill.entry, file);
  return {
    server: skill.server.label,
    uri: skill.uri,
    file,
    name: visible(skill.entry.name, 80),
    path: path === null ? '' : visible(path.ok ? path.value : (file ?? ''), 200),
    why,
  };
}
