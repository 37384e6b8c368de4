import {
  memo,
  useEffect,
  useEffectEvent,
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
import {
  navigate,
  typeAhead,
  idsBetween,
  idsUnderTop,
  type TreeRow,
  type TreeRows,
} from './tree-rows.ts';
import { useRowWindow } from './scroll-window.ts';
import styles from './VirtualTree.module.css';

export interface VirtualTreeHandle {
  /** Focuses the tree at the focused row or at the given one. */
  focus: (id?: string) => void;
}

/** Where a row's menu opens: at the pointer or below the row. Window pixels. */
export interface MenuPoint {
  readonly x: number;
  readonly y: number;
}

export interface VirtualTreeProps<T extends TreeRow> {
  readonly rows: TreeRows<T>;
  readonly label: string;
  readonly render: (row: T) => ReactNode;
  /** The row shown in the rest of the app; scrolled into view when it changes. */
  readonly current: string | null;
  readonly picked: ReadonlySet<string>;
  /** Enter, or a plain click. */
  readonly onOpen: (row: T) => void;
  /**
   * Focus that arrow keys moved has rested on a row; without it, only Enter and clicks open rows.
   * A selection of several rows isn't disturbed.
   */
  readonly onRest?: (row: T) => void;
  readonly onToggle: (id: string) => void;
  readonly onPick: (ids: ReadonlySet<string>) => void;
  /** The person asked for the row's menu with a right click or the menu key. */
  readonly onMenu?: (row: T, at: MenuPoint) => void;
  /**
   * Whether a letter pressed at this row is an app command. All other letters, and those with Shift
   * or within a typed name, jump to a row.
   */
  readonly isCommand?: (letter: string, row: T) => boolean;
  /**
   * Makes every letter a command, so none jumps to a row. Called before the command runs; false
   * keeps the letter from doing anything.
   */
  readonly onLetter?: (letter: string, row: T | undefined) => boolean;
  /**
   * Deeper levels share this level's indent so that none is out of sight; without it, every level
   * indents.
   */
  readonly mostIndent?: number;
  readonly ref?: Ref<VirtualTreeHandle>;
}

const typingMs = 700;
/** How long arrow keys pause before the row is opened: a walk past ten rows opens one. */
const restMs = 150;

/**
 * The ARIA tree pattern over a flat list that mounts only visible rows. The focused row stays
 * mounted because `aria-activedescendant` names it. Space, Ctrl-click and Shift-click (or Shift
 * with arrows) select several.
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
  onMenu,
  isCommand,
  onLetter,
  onRest,
  mostIndent = Number.POSITIVE_INFINITY,
  ref,
}: VirtualTreeProps<T>) {
  const height = useRowHeight(2);
  const base = useId();
  const [focusId, setFocusId] = useState<string | null>(current);
  const anchor = useRef<string | null>(null);
  const typed = useRef({ text: '', at: -Infinity });
  const found = useMemo(() => (focusId === null ? 0 : rows.indexOf(focusId)), [rows, focusId]);
  // If a row disappears, Enter and Space act on nothing rather than on another row.
  const lost = found < 0;
  const focusIndex = Math.max(0, found);

  const { scroller, rows: near, slotOf, reveal } = useRowWindow(rows.length, height);

  const latest = useRef(rows);
  useEffect(() => {
    latest.current = rows;
  }, [rows]);
  useImperativeHandle(
    ref,
    () => ({
      focus: (id) => {
        if (id !== undefined) {
          setFocusId(id);
          const index = latest.current.indexOf(id);
          if (index >= 0) reveal(index);
        }
        scroller.current?.focus();
      },
    }),
    [reveal, scroller],
  );

  const [shown, setShown] = useState(current);
  if (shown !== current) {
    setShown(current);
    if (current !== null) setFocusId(current);
  }
  useEffect(() => {
    const index = current === null ? -1 : latest.current.indexOf(current);
    if (index >= 0) reveal(index);
  }, [current, reveal]);

  const [resting, setResting] = useState<{ readonly id: string } | null>(null);
  const rested = useEffectEvent((id: string) => {
    const row = rows.at(rows.indexOf(id));
    if (row !== undefined && picked.size === 0) onRest?.(row);
  });
  useEffect(() => {
    if (resting === null) return undefined;
    const timer = setTimeout(() => rested(resting.id), restMs);
    return () => clearTimeout(timer);
  }, [resting]);
  const hurry = (): void => setResting(null);
  const restAt = (index: number): void => {
    const { id } = rows.at(index) ?? {};
    if (id !== undefined && onRest !== undefined) setResting({ id });
  };

  const go = (index: number) => {
    const row = rows.at(index);
    if (!row) return;
    setFocusId(row.id);
    reveal(index);
  };
  const pickRange = (to: number) => {
    const from = rows.indexOf(anchor.current ?? focusId ?? '');
    onPick(from < to ? idsBetween(rows, from, to) : idsBetween(rows, to, from));
  };
  const flip = (id: string) => {
    const next = new Set(picked);
    if (!next.delete(id)) next.add(id);
    anchor.current = id;
    onPick(next);
  };

  const onKeyDown = (event: KeyboardEvent) => {
    const row = lost ? undefined : rows.at(focusIndex);
    // Any key ends the pause; a modifier alone isn't one yet.
    if (!['Shift', 'Control', 'Alt', 'Meta'].includes(event.key)) hurry();
    if (event.altKey || ((event.ctrlKey || event.metaKey) && event.key !== 'a')) return;
    if (event.key === 'Enter' && row) onOpen(row);
    else if (event.key === ' ' && row) flip(row.id);
    else if (event.key === 'Escape' && picked.size > 0) onPick(new Set());
    else if ((event.ctrlKey || event.metaKey) && event.key === 'a')
      onPick(idsUnderTop(rows, focusIndex));
    else if (event.key === 'ContextMenu' || (event.key === 'F10' && event.shiftKey)) openMenu();
    else {
      const move = navigate(rows, focusIndex, event.key);
      if (move.kind === 'toggle') onToggle(move.id);
      else if (move.kind === 'focus') {
        if (event.shiftKey && event.key.startsWith('Arrow')) {
          anchor.current ??= focusId;
          pickRange(move.index);
        } else {
          anchor.current = null;
          restAt(move.index);
        }
        go(move.index);
      } else if (onLetter !== undefined) {
        if (!isLetter(event) || onLetter(event.key, row)) return;
      } else if (isTyped(event)) type(event);
      else return;
    }
    event.preventDefault();
    event.stopPropagation();
  };
  const isTyping = (event: KeyboardEvent) => event.timeStamp - typed.current.at <= typingMs;
  const isLetter = (event: KeyboardEvent): boolean => /^[\p{L}\p{N}]$/u.test(event.key);
  const isTyped = (event: KeyboardEvent): boolean => {
    if (!isLetter(event)) return false;
    const row = lost ? undefined : rows.at(focusIndex);
    return event.shiftKey || isTyping(event) || !row || isCommand?.(event.key, row) !== true;
  };
  const openMenu = () => {
    const row = lost ? undefined : rows.at(focusIndex);
    const box = document.getElementById(`${base}${focusIndex}`)?.getBoundingClientRect();
    if (row && box) onMenu?.(row, { x: box.left + 24, y: box.bottom });
  };
  const onContextMenu = (event: MouseEvent) => {
    if (onMenu === undefined) return;
    event.preventDefault();
    const row = rows.at(indexAt(event));
    // The menu key targets the tree as a whole: use the focused row.
    if (row === undefined) return openMenu();
    setFocusId(row.id);
    onMenu(row, { x: event.clientX, y: event.clientY });
  };
  const type = (event: KeyboardEvent) => {
    const fresh = !isTyping(event);
    typed.current = { text: (fresh ? '' : typed.current.text) + event.key, at: event.timeStamp };
    const index = typeAhead(rows, focusIndex, typed.current.text);
    if (index !== null) go(index);
  };
  // One listener for all rows, so unchanged rows need no rerender.
  const onClick = (event: MouseEvent) => {
    hurry();
    const index = indexAt(event);
    const row = rows.at(index);
    if (!row) return;
    setFocusId(row.id);
    const target = event.target instanceof Element ? event.target : null;
    if (target?.closest('[data-twistie]')) onToggle(row.id);
    else if (event.shiftKey) pickRange(index);
    else if (event.ctrlKey || event.metaKey) flip(row.id);
    else {
      anchor.current = row.id;
      onOpen(row);
    }
  };

  const focused = lost ? undefined : rows.at(focusIndex);
  const mounted: number[] = [];
  for (let index = near.first; index <= near.last; index += 1) mounted.push(index);
  const isFar = focused !== undefined && (focusIndex < near.first || focusIndex > near.last);
  if (isFar) mounted.push(focusIndex);
  return (
    // Rows are reached through aria-activedescendant; the tree itself handles keys and clicks.
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
      onBlur={hurry}
      onFocus={() =>
        // Whoever moved the focus here may have chosen a row just now.
        setFocusId((id) => (rows.indexOf(id ?? '') < 0 ? (rows.at(0)?.id ?? null) : id))
      }
      onClick={onClick}
      onContextMenu={onContextMenu}
    >
      <div className={styles.inner} role="none" style={{ height: rows.length * height }}>
        {mounted.map((index) => {
          const row = rows.at(index);
          return (
            row && (
              <Item
                key={isFar && index === focusIndex ? 'far' : slotOf(index)}
                id={`${base}${index}`}
                row={row}
                index={index}
                height={height}
                focused={!lost && index === focusIndex}
                current={row.id === current}
                picked={picked.has(row.id)}
                mostIndent={mostIndent}
                render={render}
              />
            )
          );
        })}
      </div>
    </div>
  );
}

/** The index of the row that an event targets; NaN if none. */
function indexAt({ target }: MouseEvent): number {
  const row = target instanceof Element ? target.closest<HTMLElement>('[data-index]') : null;
  return Number(row?.dataset['index'] ?? Number.NaN);
}

interface ItemProps<T extends TreeRow> {
  readonly id: string;
  readonly row: T;
  readonly index: number;
  readonly height: number;
  readonly focused: boolean;
  readonly current: boolean;
  readonly picked: boolean;
  readonly mostIndent: number;
  readonly render: (row: T) => ReactNode;
}

function PlainItem<T extends TreeRow>({
  id,
  row,
  index,
  height,
  focused,
  current,
  picked,
  mostIndent,
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
      style={{
        height,
        transform: `translateY(${index * height}px)`,
        paddingLeft: 6 + Math.min(row.level - 1, mostIndent) * 14,
      }}
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
