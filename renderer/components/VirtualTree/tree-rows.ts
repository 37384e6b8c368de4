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
