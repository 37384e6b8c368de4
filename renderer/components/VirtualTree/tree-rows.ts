import { useCallback, useEffect, useRef, useState, type RefObject } from 'react';

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

type TreeMove =
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

/** The first and last mounted rows, inclusive; empty if there are none. */
interface RowWindow {
  readonly first: number;
  readonly last: number;
}

/** Rows mounted above and below the visible ones so that fast scrolling shows no gap. */
const beyond = 6;
/** The window moves by this many rows at a time, so most scrolling renders nothing. */
const block = 4;
/** Pixels, until the element is measured. */
const usual = 800;

/** How many rows are mounted wherever a list is scrolled: whole blocks, always the same number. */
export const mountedIn = (size: number, height: number): number =>
  Math.ceil((Math.ceil(size / height) + 2 * beyond + block) / block) * block;

/** Which of `count` rows, each `height` pixels high, are mounted at this position. */
export function windowAt(top: number, size: number, count: number, height: number): RowWindow {
  const shown = Math.ceil(size / height);
  const first = Math.min(Math.floor(top / height), Math.max(0, count - shown));
  const from = Math.floor(Math.max(0, first - beyond) / block) * block;
  return { first: from, last: Math.min(count, from + mountedIn(size, height)) - 1 };
}

/** The scroll position and which element the first row would use. */
export interface ScrollWindow {
  readonly top: number;
  readonly size: number;
  readonly turn: number;
}

/**
 * The next view. After a jump that keeps no row, elements keep their order and the first one gets
 * the first row again.
 */
export function viewAt(
  before: ScrollWindow,
  top: number,
  size: number,
  height: number,
): ScrollWindow {
  if (before.top === top && before.size === size) return before;
  const slots = mountedIn(size, height);
  const [was, is] = [before.top, top].map(
    (at) => windowAt(at, size, Number.POSITIVE_INFINITY, height).first,
  ) as [number, number];
  if (Math.abs(is - was) < slots) return { ...before, top, size };
  return { top, size, turn: (((before.turn + was - is) % slots) + slots) % slots };
}

/** The scroll position that shows a whole row; unchanged if the row is already visible. */
export function revealing(top: number, size: number, index: number, height: number): number {
  if (index * height < top) return index * height;
  return Math.max(top, (index + 1) * height - size);
}

/**
 * The rows of a scrolled list worth mounting. Unlike a library for variable heights, it stores
 * nothing per row, so a keystroke that changes ten thousand rows costs only the visible ones.
 */
export function useRowWindow(
  count: number,
  height: number,
): {
  /** The element that scrolls. */
  readonly scroller: RefObject<HTMLDivElement | null>;
  readonly rows: RowWindow;
  /**
   * The element slot of a row. Rows share as many slots as one window has, so filtering and
   * scrolling change slot contents instead of creating or moving elements.
   */
  readonly slotOf: (index: number) => number;
  readonly reveal: (index: number) => void;
} {
  const scroller = useRef<HTMLDivElement>(null);
  const [view, setView] = useState<ScrollWindow>({ top: 0, size: usual, turn: 0 });
  useEffect(() => {
    const element = scroller.current;
    if (element === null) return undefined;
    const measure = () => {
      const step = height * block;
      const top = Math.floor(element.scrollTop / step) * step;
      const size = element.clientHeight === 0 ? usual : element.clientHeight + step;
      setView((before) => viewAt(before, top, size, height));
    };
    measure();
    element.addEventListener('scroll', measure, { passive: true });
    const resized = new ResizeObserver(measure);
    resized.observe(element);
    return () => {
      element.removeEventListener('scroll', measure);
      resized.disconnect();
    };
  }, [height]);
  const reveal = useCallback(
    (index: number) => {
      const element = scroller.current;
      if (element === null) return;
      const { scrollTop, clientHeight } = element;
      const to = revealing(scrollTop, clientHeight, index, height);
      if (to !== scrollTop) element.scrollTo({ top: to });
    },
    [height],
  );
  const rows = windowAt(view.top, view.size, count, height);
  const slots = mountedIn(view.size, height);
  return { scroller, rows, slotOf: (index) => (index + view.turn) % slots, reveal };
}
