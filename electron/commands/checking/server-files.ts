import { dirname, extname, join } from 'node:path';

/** A path that is another one than when the run began. */
export interface PathChange {
  readonly path: string;
  /** When it was written, ms after the start of the server. */
  readonly afterMs: number;
  /** It changed while the run was going on, and once more after it. */
  readonly isThroughout: boolean;
}

/** When a server writes a file of its own after its start, ms; `ever` where it writes all the time. */
type When = { readonly from: number; readonly to: number } | 'ever';
type Span = { readonly from: number; readonly to: number; readonly isThroughout: boolean };

/** Names of what no person writes. */
const kept =
  /(?:\.(?:log|tmp|temp|bak|sw[pox]|lock|pid|sock|cache|db|sqlite3?|wal|shm|pyc|trace|out|err)|-(?:wal|shm|journal)|~)$/i;

const roundsInARow = { kept: 2, others: 3, irregular: 6 } as const;
/** How far apart times of writing may lie, ms, and as a part of them: a machine is busy now and then. */
const apart = { ms: 1_500, part: 0.2 } as const;

/**
 * Files that the server that is checked writes itself, as rounds tell: what changes after each start of
 * it. A log is known by its name, in two rounds. What a person may have written, a source or a served
 * file, needs three in a row that found nothing new, at the same time after the start; and only about
 * that time is it left alone from there on: who saves it at another one is noticed. A file that is
 * new in each round is known by its folder and the end of its name.
 */
export class OwnFiles {
  readonly #own = new Map<string, When>();
  #rounds: ReadonlyMap<string, readonly Span[]> = new Map();
  readonly #atFirst: ReadonlySet<string>;

  /** `atFirst`: the paths that were there before the server was started. */
  constructor(atFirst: Iterable<string>) {
    this.#atFirst = new Set(atFirst);
  }

  /** Whether a change is one that the server makes. */
  has({ path, afterMs }: Pick<PathChange, 'path' | 'afterMs'>): boolean {
    return this.#keysOf(path).some((key) => {
      const when = this.#own.get(key);
      return when === 'ever' || (when !== undefined && isIn(when, afterMs));
    });
  }

  /**
   * A round is over, since these changed that are not known. `isSame`: its run said what the one before
   * did. Gives the paths that are found to be the server's by it.
   */
  learn(changes: readonly PathChange[], isSame: boolean): string[] {
    const rounds = new Map<string, readonly Span[]>();
    const found = new Set<string>();
    for (const [key, all] of this.#byKey(changes)) {
      const isKept = all.every(({ path }) => kept.test(path));
      const before = isSame || isKept ? (this.#rounds.get(key) ?? []) : [];
      const spans = [...before, spanOf(all)];
      const when = isKept
        ? spans.length >= roundsInARow.kept
          ? 'ever'
          : null
        : whenOf(spans, this.#own.get(key));
      if (when === null) {
        rounds.set(key, spans);
        continue;
      }
      this.#own.set(key, when);
      for (const { path } of all) found.add(path);
    }
    this.#rounds = rounds;
    return [...found];
  }

  #keysOf(path: string): string[] {
    const isNew = !this.#atFirst.has(path);
    return isNew ? [path, join(dirname(path), `*${extname(path)}`)] : [path];
  }

  #byKey(changes: readonly PathChange[]): Map<string, PathChange[]> {
    const byKey = new Map<string, PathChange[]>();
    for (const change of changes)
      for (const key of this.#keysOf(change.path))
        byKey.set(key, [...(byKey.get(key) ?? []), change]);
    return byKey;
  }
}

const isIn = ({ from, to }: Exclude<When, 'ever'>, at: number): boolean => from <= at && at <= to;

function spanOf(changes: readonly PathChange[]): Span {
  const times = changes.map(({ afterMs }) => afterMs);
  return {
    from: Math.min(...times),
    to: Math.max(...times),
    isThroughout: changes.some(({ isThroughout }) => isThroughout),
  };
}

/** When what a person may write is the server's; null where that is not certain. */
function whenOf(rounds: readonly Span[], before: When | undefined): When | null {
  const last = rounds.slice(-roundsInARow.others);
  if (last.length < roundsInARow.others) return null;
  // Nobody saves during each check, and after it.
  if (last.every(({ isThroughout }) => isThroughout)) return 'ever';
  const isIrregular = !isNear(last);
  if (isIrregular && rounds.length < roundsInARow.irregular) return null;
  const { from, to } = around(isIrregular ? rounds : last);
  if (before === undefined || before === 'ever') return { from, to };
  // A second time of its own: it writes again and again.
  if (!isIrregular) return 'ever';
  return { from: Math.min(from, before.from), to: Math.max(to, before.to) };
}

function around(rounds: readonly Span[]): { from: number; to: number } {
  const from = Math.min(...rounds.map((round) => round.from));
  const to = Math.max(...rounds.map((round) => round.to));
  return { from: from - apart.ms, to: to + apart.ms };
}

function isNear(rounds: readonly Span[]): boolean {
  const from = Math.min(...rounds.map((round) => round.from));
  const to = Math.max(...rounds.map((round) => round.to));
  return to - from <= apart.ms + from * apart.part;
}
