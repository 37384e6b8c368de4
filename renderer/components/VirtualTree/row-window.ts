import { useCallback, useEffect, useRef, useState, type RefObject } from 'react';

/** The rows that are mounted, both included; empty where there are none. */
export interface RowWindow {
  readonly first: number;
  readonly last: number;
}

/** Rows mounted above and below those in sight, so that a flick of the wheel shows no gap. */
const beyond = 6;
/** The window moves by so many rows at once: most of what is scrolled renders nothing anew. */
const block = 4;
/** Pixels, before the element was measured. */
const usual = 800;

/** Which of `count` rows, each `height` pixels high, are mounted at this place. */
export function windowAt(top: number, size: number, count: number, height: number): RowWindow {
  const shown = Math.ceil(size / height);
  const first = Math.min(Math.floor(top / height), Math.max(0, count - shown));
  const from = Math.floor(Math.max(0, first - beyond) / block) * block;
  const to = Math.ceil((first + shown + beyond) / block) * block;
  return { first: from, last: Math.min(count - 1, to) };
}

/** Where an element is scrolled to so that a row is in sight whole; as it is when it is already. */
export function revealing(top: number, size: number, index: number, height: number): number {
  if (index * height < top) return index * height;
  return Math.max(top, (index + 1) * height - size);
}

/**
 * The rows of a scrolled list of equal rows that are worth having in the page. Unlike a library for
 * rows of any height it keeps nothing for each row, so that a keystroke that changes all ten
 * thousand costs what is seen of them.
 */
export function useRowWindow(
  count: number,
  height: number,
): {
  /** Of the element that scrolls. */
  readonly scroller: RefObject<HTMLDivElement | null>;
  readonly rows: RowWindow;
  readonly reveal: (index: number) => void;
} {
  const scroller = useRef<HTMLDivElement>(null);
  const [view, setView] = useState({ top: 0, size: usual });
  useEffect(() => {
    const element = scroller.current;
    if (element === null) return undefined;
    const measure = () => {
      const step = height * block;
      const top = Math.floor(element.scrollTop / step) * step;
      const size = element.clientHeight === 0 ? usual : element.clientHeight + step;
      setView((before) => (before.top === top && before.size === size ? before : { top, size }));
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
  return { scroller, rows: windowAt(view.top, view.size, count, height), reveal };
}
