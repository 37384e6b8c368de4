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
  useRowWindow,
} from './tree-rows.ts';
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
export function VirtualTree<T extends TreeRow>(props: VirtualTreeProps<T>) {
  const { rows, label } = props;
  const height = useRowHeight(2);
  const base = useId();
  const focus = useFocusedRow(props, height);
  const { scroller, setFocusId, focusIndex, focused } = focus;
  const { restAt, hurry } = useResting(props);
  const picking = usePicking(props, focus.focusId);
  const { isTyped, type } = useTyping(props, focus);
  const openMenu = () => {
    const box = document.getElementById(`${base}${focusIndex}`)?.getBoundingClientRect();
    if (focused && box) props.onMenu?.(focused, { x: box.left + 24, y: box.bottom });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    // Any key ends the pause; a modifier alone isn't one yet.
    if (!['Shift', 'Control', 'Alt', 'Meta'].includes(event.key)) hurry();
    if (!takesKey(event, props, { focus, picking, restAt, openMenu, isTyped, type })) return;
    event.preventDefault();
    event.stopPropagation();
  };
  const onContextMenu = (event: MouseEvent) => {
    if (props.onMenu === undefined) return;
    event.preventDefault();
    const row = rows.at(indexAt(event));
    // The menu key targets the tree as a whole: use the focused row.
    if (row === undefined) return openMenu();
    setFocusId(row.id);
    props.onMenu(row, { x: event.clientX, y: event.clientY });
  };
  // One listener for all rows, so unchanged rows need no rerender.
  const onClick = (event: MouseEvent) => {
    hurry();
    const index = indexAt(event);
    const row = rows.at(index);
    if (!row) return;
    setFocusId(row.id);
    clicked(event, row, index, { props, picking });
  };

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
        <MountedRows {...props} focus={focus} base={base} height={height} />
      </div>
    </div>
  );
}

/** The rows in view and, wherever it is, the focused one. */
function MountedRows<T extends TreeRow>({
  rows,
  render,
  current,
  picked,
  mostIndent = Number.POSITIVE_INFINITY,
  focus: { near, slotOf, lost, focusIndex, focused },
  base,
  height,
}: VirtualTreeProps<T> & {
  readonly focus: ReturnType<typeof useFocusedRow<T>>;
  readonly base: string;
  readonly height: number;
}) {
  const mounted: number[] = [];
  for (let index = near.first; index <= near.last; index += 1) mounted.push(index);
  const isFar = focused !== undefined && (focusIndex < near.first || focusIndex > near.last);
  if (isFar) mounted.push(focusIndex);
  return mounted.map((index) => {
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
  });
}

/** The focused row, which the keys act on, and the rows to mount. */
function useFocusedRow<T extends TreeRow>(
  { rows, current, ref }: VirtualTreeProps<T>,
  height: number,
) {
  const [focusId, setFocusId] = useState<string | null>(current);
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

  const go = (index: number) => {
    const row = rows.at(index);
    if (!row) return;
    setFocusId(row.id);
    reveal(index);
  };
  const focused = lost ? undefined : rows.at(focusIndex);
  return { scroller, near, slotOf, focusId, setFocusId, lost, focusIndex, focused, go };
}

/** Opens a row that arrow keys have rested on. */
function useResting<T extends TreeRow>({ rows, picked, onRest }: VirtualTreeProps<T>) {
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
  return { restAt, hurry };
}

/** Which rows are selected together. */
function usePicking<T extends TreeRow>(
  { rows, picked, onPick }: VirtualTreeProps<T>,
  focusId: string | null,
) {
  const anchor = useRef<string | null>(null);
  return {
    /** Where a range begins; null: at the focused row. */
    setAnchor: (id: string | null) => {
      anchor.current = id;
    },
    keepAnchor: () => {
      anchor.current ??= focusId;
    },
    pickRange: (to: number) => {
      const from = rows.indexOf(anchor.current ?? focusId ?? '');
      onPick(from < to ? idsBetween(rows, from, to) : idsBetween(rows, to, from));
    },
    flip: (id: string) => {
      const next = new Set(picked);
      if (!next.delete(id)) next.add(id);
      anchor.current = id;
      onPick(next);
    },
  };
}

const isLetter = (event: KeyboardEvent): boolean => /^[\p{L}\p{N}]$/u.test(event.key);

/** Jumps to a row whose name is typed. */
function useTyping<T extends TreeRow>(
  { rows, isCommand }: VirtualTreeProps<T>,
  { focused, focusIndex, go }: ReturnType<typeof useFocusedRow<T>>,
) {
  const typed = useRef({ text: '', at: -Infinity });
  const isTyping = (event: KeyboardEvent) => event.timeStamp - typed.current.at <= typingMs;
  return {
    isTyped: (event: KeyboardEvent): boolean =>
      isLetter(event) &&
      (event.shiftKey || isTyping(event) || !focused || isCommand?.(event.key, focused) !== true),
    type: (event: KeyboardEvent): void => {
      const fresh = !isTyping(event);
      typed.current = { text: (fresh ? '' : typed.current.text) + event.key, at: event.timeStamp };
      const index = typeAhead(rows, focusIndex, typed.current.text);
      if (index !== null) go(index);
    },
  };
}

/** Does what a key asks for; false if it's none of the tree's. */
function takesKey<T extends TreeRow>(
  event: KeyboardEvent,
  { rows, picked, onOpen, onPick, onToggle, onLetter }: VirtualTreeProps<T>,
  {
    focus: { focused: row, focusIndex, go },
    picking,
    restAt,
    openMenu,
    isTyped,
    type,
  }: {
    readonly focus: ReturnType<typeof useFocusedRow<T>>;
    readonly picking: ReturnType<typeof usePicking<T>>;
    readonly restAt: (index: number) => void;
    readonly openMenu: () => void;
  } & ReturnType<typeof useTyping<T>>,
): boolean {
  if (event.altKey || ((event.ctrlKey || event.metaKey) && event.key !== 'a')) return false;
  if (event.key === 'Enter' && row) onOpen(row);
  else if (event.key === ' ' && row) picking.flip(row.id);
  else if (event.key === 'Escape' && picked.size > 0) onPick(new Set());
  else if ((event.ctrlKey || event.metaKey) && event.key === 'a')
    onPick(idsUnderTop(rows, focusIndex));
  else if (event.key === 'ContextMenu' || (event.key === 'F10' && event.shiftKey)) openMenu();
  else {
    const move = navigate(rows, focusIndex, event.key);
    if (move.kind === 'toggle') onToggle(move.id);
    else if (move.kind === 'focus') {
      if (event.shiftKey && event.key.startsWith('Arrow')) {
        picking.keepAnchor();
        picking.pickRange(move.index);
      } else {
        picking.setAnchor(null);
        restAt(move.index);
      }
      go(move.index);
    } else if (onLetter !== undefined) return isLetter(event) && !onLetter(event.key, row);
    else if (isTyped(event)) type(event);
    else return false;
  }
  return true;
}

function clicked<T extends TreeRow>(
  event: MouseEvent,
  row: T,
  index: number,
  {
    props: { onToggle, onOpen },
    picking,
  }: {
    readonly props: VirtualTreeProps<T>;
    readonly picking: ReturnType<typeof usePicking<T>>;
  },
): void {
  const target = event.target instanceof Element ? event.target : null;
  if (target?.closest('[data-twistie]')) onToggle(row.id);
  else if (event.shiftKey) picking.pickRange(index);
  else if (event.ctrlKey || event.metaKey) picking.flip(row.id);
  else {
    picking.setAnchor(row.id);
    onOpen(row);
  }
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
