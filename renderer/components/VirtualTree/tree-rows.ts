/** What the tree needs to know of a row; anything more is the caller's. */
export interface TreeRow {
  readonly id: string;
  /** From 1, as in `aria-level`. */
  readonly level: number;
  readonly setSize: number;
  readonly posInSet: number;
  /** Undefined for a leaf. */
  readonly expanded: boolean | undefined;
  /** Text for type-ahead. Screen readers hear what the row renders. */
  readonly text: string;
}

/**
 * Rows by their places, of which a tree asks for those on screen: a hundred thousand need not be
 * made for that. A row that says the same as before is the same object, and is not painted again.
 */
export interface TreeRows<T extends TreeRow = TreeRow> {
  readonly length: number;
  at(index: number): T | undefined;
  /** Negative for a row that is not there. */
  indexOf(id: string): number;
  idAt(index: number): string;
  levelAt(index: number): number;
  textAt(index: number): string;
}

/** Few rows, all of which are there. */
export const listed = <T extends TreeRow>(rows: readonly T[]): TreeRows<T> => ({
  length: rows.length,
  at: (index) => rows[index],
  indexOf: (id) => rows.findIndex((row) => row.id === id),
  idAt: (index) => rows[index]?.id ?? '',
  levelAt: (index) => rows[index]?.level ?? 0,
  textAt: (index) => rows[index]?.text ?? '',
});

/** The ids of the rows from one to another, both included. */
export const idsBetween = (rows: TreeRows, first: number, last: number): ReadonlySet<string> => {
  const ids = new Set<string>();
  for (let index = Math.max(0, first); index <= last && index < rows.length; index += 1)
    ids.add(rows.idAt(index));
  return ids;
};

/** The ids of the rows under the same row of the first level, it included. */
export function idsUnderTop(rows: TreeRows, index: number): ReadonlySet<string> {
  let first = Math.min(index, rows.length - 1);
  while (first > 0 && rows.levelAt(first) > 1) first -= 1;
  let last = index;
  while (last + 1 < rows.length && rows.levelAt(last + 1) > 1) last += 1;
  return idsBetween(rows, first, last);
}
