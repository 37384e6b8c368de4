import { defaultRangeExtractor, useVirtualizer, type Range } from '@tanstack/react-virtual';
import {
  memo,
  useCallback,
  useEffect,
  useId,
  useImperativeHandle,
  useMemo,
  useRef,
  useState,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  type Ref,
} from 'react';
import { cx } from '../cx.ts';
import { Icon } from '../Icon/Icon.tsx';
import { useRowHeight } from '../VirtualList/row-height.ts';
import { navigate, typeAhead, type TreeRow } from './navigate.ts';
import styles from './VirtualTree.module.css';

export interface VirtualTreeHandle {
  focus: () => void;
}

export interface VirtualTreeProps<T extends TreeRow> {
  readonly rows: readonly T[];
  readonly label: string;
  readonly render: (row: T) => ReactNode;
  /** The row that the rest of the app shows; scrolled into view when it changes. */
  readonly current: string | null;
  readonly picked: ReadonlySet<string>;
  /** Enter, or a plain click. */
  readonly onOpen: (row: T) => void;
  readonly onToggle: (id: string) => void;
  readonly onPick: (ids: ReadonlySet<string>) => void;
  /** Plain letters are the app's shortcuts: type-ahead then listens to shifted ones. */
  readonly shiftToType?: boolean;
  readonly ref?: Ref<VirtualTreeHandle>;
}

const typingMs = 700;

/**
 * The ARIA tree pattern over a flat list of visible rows, of which only those on screen are
 * mounted. The focused row stays mounted, because `aria-activedescendant` names it.
 * Space, Ctrl-click and Shift-click (or Shift with arrows) pick several.
 */
export function VirtualTree<T extends TreeRow>({
  rows,
  label,
  render,
  current,
  picked,
  onOpen,
  onToggle,
  onPick,
  shiftToType,
  ref,
}: VirtualTreeProps<T>) {
  const scroller = useRef<HTMLDivElement>(null);
  const height = useRowHeight(2);
  const base = useId();
  const [focusId, setFocusId] = useState<string | null>(current);
  const anchor = useRef<string | null>(null);
  const typed = useRef({ text: '', at: 0 });
  const found = useMemo(
    () => (focusId === null ? 0 : rows.findIndex((row) => row.id === focusId)),
    [rows, focusId],
  );
  // A row that went away under the person's hands leaves none for Enter or Space, not another one.
  const lost = found < 0;
  const focusIndex = Math.max(0, found);

  const extract = useCallback(
    (range: Range) => {
      const shown = defaultRangeExtractor(range);
      return shown.includes(focusIndex) || focusIndex >= range.count
        ? shown
        : [...shown, focusIndex].sort((a, b) => a - b);
    },
    [focusIndex],
  );
  // Stable options: the library measures every row anew when one of them changes.
  const element = useCallback(() => scroller.current, []);
  const size = useCallback(() => height, [height]);
  // oxlint-disable-next-line react/incompatible-library
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: element,
    estimateSize: size,
    overscan: 12,
    rangeExtractor: extract,
  });

  useImperativeHandle(ref, () => ({ focus: () => scroller.current?.focus() }), []);
  useEffect(() => {
    virtual.measure();
  }, [height, virtual]);

  const [shown, setShown] = useState(current);
  if (shown !== current) {
    setShown(current);
    if (current !== null) setFocusId(current);
  }
  const latest = useRef(rows);
  useEffect(() => {
    latest.current = rows;
  }, [rows]);
  useEffect(() => {
    const index = current === null ? -1 : latest.current.findIndex((row) => row.id === current);
    if (index >= 0) virtual.scrollToIndex(index, { align: 'auto' });
  }, [current, virtual]);

  const go = (index: number) => {
    const row = rows[index];
    if (!row) return;
    setFocusId(row.id);
    virtual.scrollToIndex(index, { align: 'auto' });
  };
  const pickRange = (to: number) => {
    const from = rows.findIndex((row) => row.id === (anchor.current ?? focusId));
    const [low, high] = from < to ? [Math.max(0, from), to] : [to, from];
    onPick(new Set(rows.slice(low, high + 1).map((row) => row.id)));
  };
  const flip = (id: string) => {
    const next = new Set(picked);
    if (!next.delete(id)) next.add(id);
    anchor.current = id;
    onPick(next);
  };

  const onKeyDown = (event: KeyboardEvent) => {
    const row = lost ? undefined : rows[focusIndex];
    if (event.altKey || ((event.ctrlKey || event.metaKey) && event.key !== 'a')) return;
    if (event.key === 'Enter' && row) onOpen(row);
    else if (event.key === ' ' && row) flip(row.id);
    else if (event.key === 'Escape' && picked.size > 0) onPick(new Set());
    else if ((event.ctrlKey || event.metaKey) && event.key === 'a')
      onPick(new Set(rows.map((each) => each.id)));
    else {
      const move = navigate(rows, focusIndex, event.key);
      if (move.kind === 'toggle') onToggle(move.id);
      else if (move.kind === 'focus') {
        if (event.shiftKey && event.key.startsWith('Arrow')) {
          anchor.current ??= focusId;
          pickRange(move.index);
        } else anchor.current = null;
        go(move.index);
      } else if (event.shiftKey === (shiftToType ?? false) && /^\p{L}$/u.test(event.key))
        type(event);
      else return;
    }
    event.preventDefault();
    event.stopPropagation();
  };
  const type = (event: KeyboardEvent) => {
    const fresh = event.timeStamp - typed.current.at > typingMs;
    typed.current = { text: (fresh ? '' : typed.current.text) + event.key, at: event.timeStamp };
    const index = typeAhead(rows, focusIndex, typed.current.text);
    if (index !== null) go(index);
  };
  // One listener for all rows: a row that did not change need not be rendered again.
  const onClick = (event: MouseEvent) => {
    const target = event.target instanceof Element ? event.target : null;
    const index = Number(
      target?.closest<HTMLElement>('[data-index]')?.dataset['index'] ?? Number.NaN,
    );
    const row = rows[index];
    if (!row) return;
    setFocusId(row.id);
    if (target?.closest('[data-twistie]')) onToggle(row.id);
    else if (event.shiftKey) pickRange(index);
    else if (event.ctrlKey || event.metaKey) flip(row.id);
    else {
      anchor.current = row.id;
      onOpen(row);
    }
  };

  const focused = lost ? undefined : rows[focusIndex];
  return (
    // The rows are reached through aria-activedescendant: keys and clicks are handled on the tree
    // itself.
    // oxlint-disable-next-line jsx-a11y/aria-activedescendant-has-tabindex
    <div
      ref={scroller}
      className={styles.tree}
      role="tree"
      tabIndex={0}
      aria-label={label}
      aria-multiselectable="true"
      aria-activedescendant={focused ? `${base}${focusIndex}` : undefined}
      onKeyDown={onKeyDown}
      onFocus={() => lost && setFocusId(rows[0]?.id ?? null)}
      onClick={onClick}
    >
      <div className={styles.inner} role="none" style={{ height: virtual.getTotalSize() }}>
        {virtual.getVirtualItems().map((item) => {
          const row = rows[item.index];
          return (
            row && (
              <Item
                key={row.id}
                id={`${base}${item.index}`}
                row={row}
                index={item.index}
                start={item.start}
                height={height}
                focused={!lost && item.index === focusIndex}
                current={row.id === current}
                picked={picked.has(row.id)}
                render={render}
              />
            )
          );
        })}
      </div>
    </div>
  );
}

interface ItemProps<T extends TreeRow> {
  readonly id: string;
  readonly row: T;
  readonly index: number;
  readonly start: number;
  readonly height: number;
  readonly focused: boolean;
  readonly current: boolean;
  readonly picked: boolean;
  readonly render: (row: T) => ReactNode;
}

function PlainItem<T extends TreeRow>({
  id,
  row,
  index,
  start,
  height,
  focused,
  current,
  picked,
  render,
}: ItemProps<T>) {
  return (
    // oxlint-disable-next-line jsx-a11y/interactive-supports-focus
    <div
      id={id}
      data-index={index}
      role="treeitem"
      aria-level={row.level}
      aria-setsize={row.setSize}
      aria-posinset={row.posInSet}
      aria-expanded={row.expanded}
      aria-selected={picked}
      aria-current={current ? 'true' : undefined}
      className={cx(
        styles.row,
        focused && styles.focused,
        current && styles.current,
        picked && styles.picked,
      )}
      style={{ height, transform: `translateY(${start}px)`, paddingLeft: 6 + (row.level - 1) * 14 }}
    >
      {row.expanded === undefined ? (
        <span className={styles.twistie} />
      ) : (
        <span className={styles.twistie} data-twistie="">
          <Icon name={row.expanded ? 'chevronDown' : 'chevronRight'} size={12} />
        </span>
      )}
      {render(row)}
    </div>
  );
}
const Item = memo(PlainItem) as typeof PlainItem;
