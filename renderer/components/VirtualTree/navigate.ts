import type { TreeRows } from './tree-rows.ts';

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
