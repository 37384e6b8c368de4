import { dirname, extname, join } from 'node:path';

/** A path that changed since the run began. */
export interface PathChange {
  readonly path: string;
  /** When it was written, in ms after the server started. */
  readonly afterMs: number;
  /** It changed during the run and again afterwards. */
  readonly isThroughout: boolean;
}

/**
 * When a server writes one of its own files, in ms after it starts; `ever` if it writes all the
 * time.
 */
type When = { readonly from: number; readonly to: number } | 'ever';
type Span = { readonly from: number; readonly to: number; readonly isThroughout: boolean };

/** Names of files that no person writes. */
const kept =
  /(?:\.(?:log|tmp|temp|bak|sw[pox]|lock|pid|sock|cache|db|sqlite3?|wal|shm|pyc|trace|out|err)|-(?:wal|shm|journal)|~)$/i;

/** Names of files that a person writes: code, and the main file of a skill. */
const authored =
  /(?:\.(?:[cm]?[jt]sx?|py|rb|php|go|rs|java|kt|cs|fs|swift|sh|ps1|lua|ex|exs|clj|scala)|\/SKILL\.md)$/;

const roundsInARow = { kept: 2, others: 3, irregular: 6, authored: 6 } as const;
/**
 * How far apart write times may be, in ms and as a fraction of them, because a machine is sometimes
 * busy.
 */
const apart = { ms: 1_500, part: 0.2 } as const;
/** Closer than a person's saves are. */
const exact = { ms: 300, part: 0 } as const;

/**
 * Learns which files the tested server writes itself: what changes after each of its starts. A log,
 * known by its name, takes two rounds. A file that a person might write takes three unchanged
 * rounds in a row at the same time after the start, and is ignored only around that time, so that a
 * save at another time is noticed. Code, and whatever is in a skill's folder, takes six rounds at
 * exactly the same time, because its author may save it again and again while nothing is wrong. A
 * file that is new in each round is known by its folder and the
 * end of its name.
 */
export class OwnFiles {
  readonly #own = new Map<string, When>();
  #rounds: ReadonlyMap<string, readonly Span[]> = new Map();
  readonly #atFirst: ReadonlySet<string>;

  /** `atFirst`: the paths that existed before the server was started. */
  constructor(atFirst: Iterable<string>) {
    this.#atFirst = new Set(atFirst);
  }

  /** True if the server made this change. */
  has({ path, afterMs }: Pick<PathChange, 'path' | 'afterMs'>): boolean {
    return this.#keysOf(path).some((key) => {
      const when = this.#own.get(key);
      return when === 'ever' || (when !== undefined && isIn(when, afterMs));
    });
  }

  /**
   * Ends a round with the changes that aren't known yet. `isSame`: its run found what the one
   * before found. Returns the paths that turned out to be the server's.
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
        : this.#isAuthored(key)
          ? exactlyWhen(spans)
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

  #isAuthored(path: string): boolean {
    if (authored.test(path)) return true;
    for (let at = dirname(path); at !== dirname(at); at = dirname(at))
      if (this.#atFirst.has(join(at, 'SKILL.md'))) return true;
    return false;
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

/** When the server writes a file that a person might write; null if that's uncertain. */
function whenOf(rounds: readonly Span[], before: When | undefined): When | null {
  const last = rounds.slice(-roundsInARow.others);
  if (last.length < roundsInARow.others) return null;
  // Nobody saves during every check and again after it.
  if (last.every(({ isThroughout }) => isThroughout)) return 'ever';
  const isIrregular = !isNear(last);
  if (isIrregular && rounds.length < roundsInARow.irregular) return null;
  const { from, to } = around(isIrregular ? rounds : last);
  if (before === undefined || before === 'ever') return { from, to };
  // It writes at a second time of its own, so it writes again and again.
  if (!isIrregular) return 'ever';
  return { from: Math.min(from, before.from), to: Math.max(to, before.to) };
}

/** The same for a file that a person probably writes. */
function exactlyWhen(rounds: readonly Span[]): When | null {
  const last = rounds.slice(-roundsInARow.authored);
  return last.length === roundsInARow.authored && isNear(last, exact) ? around(last) : null;
}

function around(rounds: readonly Span[]): { from: number; to: number } {
  const from = Math.min(...rounds.map((round) => round.from));
  const to = Math.max(...rounds.map((round) => round.to));
  return { from: from - apart.ms, to: to + apart.ms };
}

function isNear(
  rounds: readonly Span[],
  { ms, part }: typeof apart | typeof exact = apart,
): boolean {
  const from = Math.min(...rounds.map((round) => round.from));
  const to = Math.max(...rounds.map((round) => round.to));
  return to - from <= ms + from * part;
}
