import { useCallback, useEffect, useRef, useState, type RefObject } from 'react';

/** The first and last mounted rows, inclusive; empty if there are none. */
export interface RowWindow {
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
