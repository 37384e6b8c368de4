import { useEffect, useRef, type KeyboardEvent, type Ref, type ReactNode, memo } from 'react';
import type { LogRow } from '../../../shared/model/log.ts';
import { useRowHeight } from '../../components/VirtualList/row-height.ts';
import { useRowWindow } from '../../components/VirtualTree/tree-rows.ts';
import styles from './Messages.module.css';
import { isTrouble } from '../../../shared/model/log-trouble.ts';
import { Badge } from '../../components/Badge/Badge.tsx';
import { cx } from '../../components/cx.ts';
import { Icon, type IconName } from '../../components/Icon/Icon.tsx';
import { clock, duration, methodWord, signOf, size, statusOf } from './log-text.ts';

interface Props {
  readonly label: string;
  readonly rows: readonly LogRow[];
  /** How many folded rows each row stands for, by id. */
  readonly more?: ReadonlyMap<number, number>;
  readonly chosen: number | null;
  readonly onChoose: (id: number | null) => void;
  /** The row that another is compared with. */
  readonly compared?: number | null;
  /** Ctrl or Cmd and a click: the person compares the chosen row with another one. */
  readonly onCompare?: ((id: number) => void) | undefined;
  /** Enter: the person opens the row. */
  readonly onEnter?: (() => void) | undefined;
  /** Shown if there are no rows. */
  readonly empty: ReactNode;
  readonly ref: Ref<HTMLDivElement>;
}

/** Log rows, mounting only those in view; arrow keys move between them. */
export function LogTable(props: Props) {
  const { label, rows, more, chosen, onChoose, empty, ref } = props;
  const { compared = null, onCompare } = props;
  const height = useRowHeight(1.85);
  const { scroller, rows: near, slotOf, reveal } = useRowWindow(rows.length, height);
  const atEnd = useRef(true);
  const last = rows.at(-1)?.id;
  // New rows scroll the list only while its end is in view.
  useEffect(() => {
    if (atEnd.current && rows.length > 0) reveal(rows.length - 1);
  }, [last, rows.length, reveal]);
  const at = chosen === null ? -1 : rows.findIndex(({ id }) => id === chosen);
  // Scrolls to a row that was chosen elsewhere.
  useEffect(() => {
    if (at >= 0) reveal(at);
    // Scroll only when the chosen row changes; new rows don't move it.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [chosen]);
  const keys = (event: KeyboardEvent): void => onKey(event, at, props);
  const optionId = (id: number): string => `${label}-${id}`;
  const mounted: number[] = [];
  for (let index = near.first; index <= near.last; index += 1) mounted.push(index);
  return (
    <div className={styles.table}>
      <TableHead />
      <div
        ref={(element) => {
          scroller.current = element;
          if (typeof ref === 'function') ref(element);
          else if (ref !== null) ref.current = element;
        }}
        className={styles.scroller}
        role="listbox"
        tabIndex={0}
        aria-label={label}
        aria-activedescendant={at >= 0 && chosen !== null ? optionId(chosen) : undefined}
        onKeyDown={keys}
        onScroll={(event) => {
          const { scrollTop, clientHeight, scrollHeight } = event.currentTarget;
          atEnd.current = scrollTop + clientHeight >= scrollHeight - height;
        }}
      >
        <div className={styles.inner} role="presentation" style={{ height: rows.length * height }}>
          {mounted.map((index) => {
            const row = rows[index];
            return row === undefined ? null : (
              <RowView
                key={slotOf(index)}
                id={optionId(row.id)}
                row={row}
                top={index * height}
                height={height}
                index={index}
                count={rows.length}
                more={more?.get(row.id) ?? 0}
                chosen={row.id === chosen}
                compared={row.id === compared}
                onChoose={(isSecond) =>
                  isSecond && onCompare !== undefined ? onCompare(row.id) : onChoose(row.id)
                }
              />
            );
          })}
        </div>
      </div>
      {rows.length === 0 && <div className={styles.empty}>{empty}</div>}
    </div>
  );
}

function onKey(
  event: KeyboardEvent,
  at: number,
  { rows, chosen, onChoose, onEnter }: Pick<Props, 'rows' | 'chosen' | 'onChoose' | 'onEnter'>,
): void {
  const to = {
    ArrowDown: at + 1,
    ArrowUp: at < 0 ? rows.length - 1 : at - 1,
    Home: 0,
    End: rows.length - 1,
    PageDown: at + 10,
    PageUp: at - 10,
  }[event.key];
  if (event.key === 'Escape' && chosen !== null) {
    event.stopPropagation();
    event.preventDefault();
    onChoose(null);
    return;
  }
  if (event.key === 'Enter' && at >= 0) {
    event.preventDefault();
    onEnter?.();
    return;
  }
  if (to === undefined || rows.length === 0) return;
  event.preventDefault();
  onChoose(rows[Math.min(rows.length - 1, Math.max(0, to))]?.id ?? null);
}

const TableHead = () => (
  <div className={styles.head} aria-hidden="true">
    <span>Time</span>
    <span />
    <span>Server</span>
    <span>Method</span>
    <span>About</span>
    <span>Status</span>
    <span className={styles.right}>Duration</span>
    <span className={styles.right}>Size</span>
    <span className={styles.right}>Id</span>
  </div>
);

function Sign({ icon, word }: { readonly icon: IconName; readonly word: string }) {
  return (
    <span className={styles.sign} title={word}>
      <Icon name={icon} size={14} />
      <span className="visually-hidden">{word}</span>
    </span>
  );
}

interface RowViewProps {
  readonly id: string;
  readonly row: LogRow;
  readonly top: number;
  readonly height: number;
  readonly index: number;
  readonly count: number;
  /** How many folded rows it stands for. */
  readonly more: number;
  readonly chosen: boolean;
  /** The one that another is compared with. */
  readonly compared: boolean;
  readonly onChoose: (isSecond: boolean) => void;
}

/** One exchange, notification, line or note. Memoized, so choosing a row redraws no other. */
const RowView = memo(
  function RowView(props: RowViewProps) {
    const { id, row, top, height, index, count, more, chosen, compared, onChoose } = props;
    const sign = signOf(row);
    const status = statusOf(row);
    return (
      <div
        id={id}
        role="option"
        aria-selected={chosen}
        aria-setsize={count}
        aria-posinset={index + 1}
        className={cx(
          styles.row,
          chosen && styles.chosen,
          compared && styles.compared,
          isTrouble(row) && styles.error,
          (row.kind === 'stderr' || row.kind === 'stray') && styles.stderr,
        )}
        style={{ height, transform: `translateY(${top}px)` }}
        onClick={(event) => onChoose(event.ctrlKey || event.metaKey)}
      >
        <span className={styles.faint}>{clock(row.at)}</span>
        <span className={styles.direction}>
          <Icon name={sign.icon} size={14} />
          <span className="visually-hidden">{sign.word}</span>
        </span>
        <span>{row.server}</span>
        <span className={styles.method}>{methodWord(row)}</span>
        <span className={styles.detail} title={row.message === '' ? row.target : row.message}>
          {more > 0 && <strong>and {more.toLocaleString('en')} more </strong>}
          {row.target}
        </span>
        <span className={styles.status} title={status.title}>
          <Badge tone={status.tone}>{status.word}</Badge>
          {row.byHand && <Sign icon="edit" word="by hand" />}
          {compared && <Sign icon="diff" word="compared" />}
          {row.pinned && <Sign icon="dot" word="pinned" />}
        </span>
        <span className={styles.right}>{duration(row)}</span>
        <span className={styles.right}>{size(row)}</span>
        <span className={cx(styles.right, styles.faint)}>{row.rpcId}</span>
      </div>
    );
  },
  (a, b) =>
    a.row === b.row &&
    a.top === b.top &&
    a.height === b.height &&
    a.chosen === b.chosen &&
    a.compared === b.compared &&
    a.count === b.count &&
    a.more === b.more &&
    a.index === b.index,
);
