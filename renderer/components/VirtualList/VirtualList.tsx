import { useVirtualizer } from '@tanstack/react-virtual';
import { useCallback, useEffect, useRef, type ReactNode } from 'react';
import { cx } from '../cx.ts';
import { useRowHeight } from './row-height.ts';
import styles from './VirtualList.module.css';

/**
 * A long list that mounts only visible rows. `rowRem`: row height in rem, one for all or a stable
 * function per item.
 */
export function VirtualList<T>({
  items,
  keyOf,
  render,
  label,
  rowRem = 2,
  className,
}: {
  items: readonly T[];
  keyOf: (item: T, index: number) => string | number;
  render: (item: T, index: number) => ReactNode;
  label: string;
  rowRem?: number | ((item: T) => number);
  className?: string;
}) {
  const scroller = useRef<HTMLDivElement>(null);
  const unit = useRowHeight(typeof rowRem === 'number' ? rowRem : 1);
  // Keep the options stable: the library remeasures every row when one changes.
  const element = useCallback(() => scroller.current, []);
  const size = useCallback(
    (index: number) => {
      const item = items[index];
      return typeof rowRem === 'number' || item === undefined
        ? unit
        : Math.round(rowRem(item) * unit);
    },
    [unit, rowRem, items],
  );
  // oxlint-disable-next-line react/incompatible-library
  const rows = useVirtualizer({
    count: items.length,
    getScrollElement: element,
    estimateSize: size,
    overscan: 8,
  });
  // The library caches sizes; remeasure when the function changes.
  useEffect(() => rows.measure(), [rows, size]);
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div
      ref={scroller}
      className={cx(styles.scroller, className)}
      tabIndex={0}
      role="group"
      aria-label={label}
    >
      <ul className={styles.inner} style={{ height: rows.getTotalSize() }} aria-label={label}>
        {rows.getVirtualItems().map((row) => {
          const item = items[row.index];
          return item === undefined ? null : (
            <li
              key={keyOf(item, row.index)}
              className={styles.row}
              aria-setsize={items.length}
              aria-posinset={row.index + 1}
              style={{ height: row.size, transform: `translateY(${row.start}px)` }}
            >
              {render(item, row.index)}
            </li>
          );
        })}
      </ul>
    </div>
  );
}
