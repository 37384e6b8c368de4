import { failureOf } from '../../core/skill-state/failure.ts';
import { pathInEntry } from '../../core/skill-place.ts';
import { visible } from '../../core/text.ts';
import { countWords, fileWords, inOneLine } from '../../../shared/model/file-label.ts';
import type { NotDone } from '../../../shared/model/operation.ts';
import { mostNamed } from '../../../shared/model/plain.ts';
import type { FileCheck } from '../../../shared/model/verdict.ts';
import type { CatalogueSkill } from '../catalogue/server.ts';
import type { EndedWork } from '../operations.ts';
import { grouped } from '../../../shared/group-digits.ts';

/** What a check of many files came to, file by file. */
export class VerifyTally {
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
    if (words.word === 'not fetched') return;
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

  /** Adds a skill whose files were found by reading, in its state after that. */
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
        [total - this.#done, 'not fetched'],
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
