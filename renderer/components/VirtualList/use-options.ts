import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useLayoutEffect, type KeyboardEvent, type RefObject } from 'react';
import { useRowHeight } from './row-height.ts';

interface Options<T> {
  readonly items: readonly T[];
  /** The ids of the options start with it. */
  readonly id: string;
  /** The current option's index; -1 if there's none. */
  readonly at: number;
  readonly rowRem: number;
  /** How far Page Up and Page Down go. */
  readonly page: number;
  readonly scroller: RefObject<HTMLDivElement | null>;
  readonly onMove: (item: T, index: number) => void;
  readonly onEnter?: (() => void) | undefined;
}

/**
 * A listbox that mounts only visible options. It's one Tab stop: arrows, Home, End and the page
 * keys move, and the list keeps the focus. Returns the attributes of its elements.
 */
export function useOptions<T>(given: Options<T>) {
  const { items, id, at, scroller } = given;
  const height = useRowHeight(given.rowRem);
  const rows = useVirtualizer({
    count: items.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => height,
    overscan: 8,
  });
  useLayoutEffect(() => rows.measure(), [rows, height]);
  useEffect(() => {
    if (at >= 0) rows.scrollToIndex(at);
  }, [at, rows]);
  return {
    height,
    list: {
      ref: scroller,
      role: 'listbox',
      tabIndex: 0,
      'aria-activedescendant': items[at] === undefined ? undefined : `${id}-${at}`,
      onKeyDown: (event: KeyboardEvent): void => onKey(event, given, rows.scrollToIndex),
    },
    inner: { role: 'presentation', style: { height: rows.getTotalSize() } },
    options: rows.getVirtualItems().flatMap(({ index, start }) => {
      const item = items[index];
      const attributes = {
        id: `${id}-${index}`,
        'aria-setsize': items.length,
        'aria-posinset': index + 1,
        style: { height, transform: `translateY(${start}px)` },
      };
      return item === undefined ? [] : [{ item, index, attributes }];
    }),
  };
}

function onKey<T>(
  event: KeyboardEvent,
  { items, at, page, onMove, onEnter }: Options<T>,
  scrollTo: (index: number) => void,
): void {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.key === 'Enter' && onEnter !== undefined) {
    event.preventDefault();
    if (items[at] !== undefined) scrollTo(at);
    onEnter();
    return;
  }
  const to = {
    ArrowDown: at + 1,
    ArrowUp: at - 1,
    Home: 0,
    End: items.length - 1,
    PageDown: at + page,
    PageUp: at - page,
  }[event.key];
  const index = Math.min(items.length - 1, Math.max(0, to ?? 0));
  const item = items[index];
  if (to === undefined || item === undefined) return;
  event.preventDefault();
  scrollTo(index);
  onMove(item, index);
}
