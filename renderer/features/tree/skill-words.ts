import type { SkillRow } from '../../../shared/model/skill.ts';
import type { StandingFilter } from '../../store/state.ts';

type Rows = ReadonlyMap<string, SkillRow>;

/** Skills read per idle step. */
const atOnce = 2_000;

/**
 * The names, URIs and descriptions of a server's skills as one text, so that a keystroke costs one
 * search instead of ten thousand. Words contain no whitespace, so none matches across line breaks.
 * New rows are read on demand.
 */
export class SkillWords {
  #rows: Rows;
  #unread: Iterator<SkillRow, undefined>;
  #read = 0;
  #text = '';
  /** Offset at which each skill's part ends. */
  #ends = new Int32Array(atOnce);

  constructor(rows: Rows) {
    this.#rows = rows;
    this.#unread = rows.values();
  }

  /** Continues with these rows; false if earlier ones changed or moved. */
  follow(rows: Rows): boolean {
    if (rows === this.#rows) return true;
    if (rows.size < this.#rows.size) return false;
    const next = rows.values();
    let place = 0;
    for (const before of this.#rows.values()) {
      if (place === this.#read) break;
      place += 1;
      const { value: row } = next.next();
      const same =
        row === before ||
        (row?.uri === before.uri &&
          row.name === before.name &&
          row.description === before.description);
      if (!same) return false;
    }
    this.#rows = rows;
    this.#unread = next;
    return true;
  }

  /** Reads some more; false once all is read. */
  readOn(): boolean {
    if (this.#read === this.#rows.size) return false;
    this.#take(atOnce);
    return this.#read < this.#rows.size;
  }

  /** Calls back with the indexes of skills that contain every word; there's at least one word. */
  each(words: readonly string[], take: (skill: number) => void): void {
    if (this.#read < this.#rows.size) this.#take(this.#rows.size);
    // The longest word is usually the rarest.
    const [first = '', ...others] = words.toSorted((a, b) => b.length - a.length);
    const text = this.#text;
    let skill = 0;
    for (let at = text.indexOf(first); at >= 0;) {
      while ((this.#ends[skill] ?? Infinity) <= at) skill += 1;
      const end = this.#ends[skill] ?? text.length;
      const own = others.length === 0 ? '' : text.slice(this.#ends[skill - 1] ?? 0, end);
      if (others.every((word) => own.includes(word))) take(skill);
      at = text.indexOf(first, end);
    }
  }

  #take(most: number): void {
    const parts: string[] = [];
    let end = this.#text.length;
    while (parts.length < most) {
      const { value: row } = this.#unread.next();
      if (row === undefined) break;
      const part = `${row.name}\n${row.uri}\n${row.description}\n`.toLowerCase();
      end += part.length;
      this.#setEnd(this.#read, end);
      this.#read += 1;
      parts.push(part);
    }
    this.#text += parts.join('');
  }

  #setEnd(skill: number, end: number): void {
    if (skill === this.#ends.length) {
      const longer = new Int32Array(2 * this.#ends.length);
      longer.set(this.#ends);
      this.#ends = longer;
    }
    this.#ends[skill] = end;
  }
}

/**
 * Whether a skill passes a status filter. `changed` holds skills that were approved and no longer
 * are.
 */
export function hasStanding(row: SkillRow, filter: StandingFilter): boolean {
  const { kind } = row.standing;
  switch (filter) {
    case 'all':
      return true;
    case 'changed':
      return kind === 'changed' || kind === 'expired';
    case 'new':
      return kind === 'undecided' && row.content !== 'dynamic';
    case 'approved':
      return kind === 'approved' || kind === 'session';
    case 'denied':
      return kind === 'denied' || kind === 'blocked';
    case 'refused':
      return kind === 'refused';
    case 'problems':
      // That a skill is inside another one is a note.
      return row.problems.some(({ rule }) => rule !== 'nested') || row.checked.failed > 0;
    default:
      return filter satisfies never;
  }
}
