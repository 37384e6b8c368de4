import { useVirtualizer } from '@tanstack/react-virtual';
import { useCallback, useEffect, useRef, type KeyboardEvent } from 'react';
import { cx } from '../../components/cx.ts';
import { Icon } from '../../components/Icon/Icon.tsx';
import { useRowHeight } from '../../components/VirtualList/row-height.ts';
import type { ReviewItem } from '../../store/queue.ts';
import { riskLook } from '../../store/findings.ts';
import { rowLook } from '../../store/standing.ts';
import styles from './QueueList.module.css';
import { reasonInWords, reasonSpoken } from './review-text.ts';

/** Waiting skills, each with its reason. One Tab stop; arrows, Home and End choose. */
export function QueueList({
  items,
  current,
  onChoose,
}: {
  items: readonly ReviewItem[];
  current: string | null;
  onChoose: (item: ReviewItem) => void;
}) {
  const scroller = useRef<HTMLDivElement>(null);
  const height = useRowHeight(3.4);
  // Keep the function stable; a new one makes the list remeasure every row.
  const keyOf = useCallback((index: number) => items[index]?.key ?? index, [items]);
  const rows = useVirtualizer({
    count: items.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => height,
    overscan: 8,
    getItemKey: keyOf,
  });
  const at = items.findIndex((item) => item.key === current);
  useEffect(() => {
    if (at >= 0) rows.scrollToIndex(at);
  }, [at, rows]);
  const keys = (event: KeyboardEvent): void => {
    const to = {
      ArrowDown: at + 1,
      ArrowUp: at - 1,
      Home: 0,
      End: items.length - 1,
      PageDown: at + 8,
      PageUp: at - 8,
    }[event.key];
    const item = to === undefined ? undefined : items[Math.min(items.length - 1, Math.max(0, to))];
    if (!item) return;
    event.preventDefault();
    onChoose(item);
  };
  return (
    <div
      ref={scroller}
      className={styles.list}
      role="listbox"
      tabIndex={0}
      data-pane-focus=""
      aria-label="Waiting for a decision"
      aria-activedescendant={at >= 0 ? `queue-${at}` : undefined}
      onKeyDown={keys}
    >
      <div className={styles.inner} role="presentation" style={{ height: rows.getTotalSize() }}>
        {rows.getVirtualItems().map((virtual) => {
          const item = items[virtual.index];
          return item === undefined ? null : (
            <Option
              key={virtual.key}
              id={`queue-${virtual.index}`}
              item={item}
              index={virtual.index}
              count={items.length}
              chosen={item.key === current}
              top={virtual.start}
              height={height}
              onChoose={() => onChoose(item)}
            />
          );
        })}
      </div>
    </div>
  );
}

function Option({
  id,
  item,
  index,
  count,
  chosen,
  top,
  height,
  onChoose,
}: {
  id: string;
  item: ReviewItem;
  index: number;
  count: number;
  chosen: boolean;
  top: number;
  height: number;
  onChoose: () => void;
}) {
  const look = rowLook(item.row);
  const found = riskLook(item.row);
  return (
    // Keys are handled by the list, which keeps the focus.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
    <div
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={chosen}
      aria-setsize={count}
      aria-posinset={index + 1}
      className={cx(styles.item, chosen && styles.chosen)}
      style={{ height, transform: `translateY(${top}px)` }}
      onClick={onChoose}
    >
      <span className={cx(styles.glyph, styles[look.tone])}>
        <Icon name={look.icon} size={14} />
      </span>
      <span className={styles.text}>
        <span className={styles.name} title={item.row.uri}>
          {item.row.name}
        </span>
        <span className={styles.more}>
          <span className={styles.server}>{item.row.server}</span>
          <span className={cx(styles.reason, item.reason !== 'new' && styles[look.tone])}>
            <span aria-hidden="true">{reasonInWords(item)}</span>
            <span className="visually-hidden">, {reasonSpoken(item)}</span>
          </span>
          {item.skipped && <span className={styles.skipped}>skipped</span>}
        </span>
      </span>
      {item.row.checked.failed > 0 && (
        <span className={cx(styles.glyph, styles.bad)} title="A file failed its check">
          <Icon name="error" size={14} />
          <span className="visually-hidden">a file failed its check</span>
        </span>
      )}
      {found !== null && (
        <span className={cx(styles.glyph, styles[found.tone])} title={found.word}>
          <Icon name={found.icon} size={14} />
          <span className="visually-hidden">{found.word}</span>
        </span>
      )}
      {item.row.requests.tools.length > 0 && (
        <span className={styles.glyph} title="Requests tools">
          <Icon name="tool" size={14} />
          <span className="visually-hidden">requests tools</span>
        </span>
      )}
    </div>
  );
}
