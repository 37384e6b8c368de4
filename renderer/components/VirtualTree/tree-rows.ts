/** What the tree needs to know about a row; the rest is the caller's. */
export interface TreeRow {
  readonly id: string;
  /** From 1, as in `aria-level`. */
  readonly level: number;
  readonly setSize: number;
  readonly posInSet: number;
  /** Undefined for a leaf. */
  readonly expanded: boolean | undefined;
  /** Text for type-ahead; screen readers get the rendered row. */
  readonly text: string;
}

/**
 * Rows by index, created only for those on screen, so a hundred thousand cost little. An unchanged
 * row is the same object and isn't repainted.
 */
export interface TreeRows<T extends TreeRow = TreeRow> {
  readonly length: number;
  at(index: number): T | undefined;
  /** Negative if there's no such row. */
  indexOf(id: string): number;
  idAt(index: number): string;
  levelAt(index: number): number;
  textAt(index: number): string;
}

/** A short list with every row present. */
export const listed = <T extends TreeRow>(rows: readonly T[]): TreeRows<T> => ({
  length: rows.length,
  at: (index) => rows[index],
  indexOf: (id) => rows.findIndex((row) => row.id === id),
  idAt: (index) => rows[index]?.id ?? '',
  levelAt: (index) => rows[index]?.level ?? 0,
  textAt: (index) => rows[index]?.text ?? '',
});

/** Ids of the rows from one to another, inclusive. */
export const idsBetween = (rows: TreeRows, first: number, last: number): ReadonlySet<string> => {
  const ids = new Set<string>();
  for (let index = Math.max(0, first); index <= last && index < rows.length; index += 1)
    ids.add(rows.idAt(index));
  return ids;
};

/** Ids of the rows under the same first-level row, including it. */
export function idsUnderTop(rows: TreeRows, index: number): ReadonlySet<string> {
  let first = Math.min(index, rows.length - 1);
  while (first > 0 && rows.levelAt(first) > 1) first -= 1;
  let last = index;
  while (last + 1 < rows.length && rows.levelAt(last + 1) > 1) last += 1;
  return idsBetween(rows, first, last);
}

export type TreeMove =
  | { readonly kind: 'focus'; readonly index: number }
  | { readonly kind: 'toggle'; readonly id: string }
  | { readonly kind: 'none' };

const page = 15;
const noMove: TreeMove = { kind: 'none' };

/** What a key does in a tree under the ARIA tree pattern. `index` is the focused row. */
export function navigate(rows: TreeRows, index: number, key: string): TreeMove {
  const row = rows.at(index);
  const to = (target: number): TreeMove =>
    rows.length === 0
      ? noMove
      : { kind: 'focus', index: Math.min(rows.length - 1, Math.max(0, target)) };
  switch (key) {
    case 'ArrowDown':
      return to(index + 1);
    case 'ArrowUp':
      return to(index - 1);
    case 'PageDown':
      return to(index + page);
    case 'PageUp':
      return to(index - page);
    case 'Home':
      return to(0);
    case 'End':
      return to(rows.length - 1);
    case 'ArrowRight':
      if (row?.expanded === false) return { kind: 'toggle', id: row.id };
      return row?.expanded ? to(index + 1) : noMove;
    case 'ArrowLeft': {
      if (row?.expanded) return { kind: 'toggle', id: row.id };
      if (!row || row.level === 1) return noMove;
      let parent = index - 1;
      while (parent > 0 && rows.levelAt(parent) >= row.level) parent--;
      return to(parent);
    }
    default:
      return noMove;
  }
}

/** The next row after `index` whose text starts with `typed`; repeating one letter moves on. */
export function typeAhead(rows: TreeRows, index: number, typed: string): number | null {
  const wanted = typed.toLowerCase();
  const repeated = wanted.length > 1 && [...wanted].every((letter) => letter === wanted[0]);
  const prefix = repeated ? wanted.slice(0, 1) : wanted;
  const first = prefix.length === 1 ? 1 : 0;
  for (let step = first; step <= rows.length; step++) {
    const at = (index + step) % rows.length;
    if (rows.textAt(at).toLowerCase().startsWith(prefix)) return at;
  }
  return null;
}
