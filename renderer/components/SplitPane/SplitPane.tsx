import { useRef, useState, type KeyboardEvent, type PointerEvent, type ReactNode } from 'react';
import { cx } from '../cx.ts';
import styles from './SplitPane.module.css';

interface Landmark {
  readonly tag: 'nav' | 'section';
  readonly 'aria-label': string;
  readonly 'data-pane': string;
  readonly tabIndex?: number;
  readonly className: string | undefined;
}

interface SplitPaneProps {
  /**
   * `row`: the sized pane is on the left; `column`: it is at the bottom.
   */
  readonly direction: 'row' | 'column';
  /** Accessible name of the sized pane; its separator belongs to it. */
  readonly landmark: Landmark;
  readonly sized: ReactNode;
  /** Where the sized pane is: beside the other, over its start, or not shown. */
  readonly placement?: 'beside' | 'over' | 'hidden';
  readonly other: ReactNode;
  /** Size of the sized pane in pixels. */
  readonly size: number;
  readonly min: number;
  readonly max: number;
  readonly label: string;
  /** Called once a drag or a key press ends. */
  readonly onResize: (size: number) => void;
  /**
   * Closes the sized pane: Enter on the separator or a double click; if it's over the other, Escape
   * or a click beside it.
   */
  readonly onCollapse?: () => void;
}

/** Pixels kept for the other pane of a row, unless the sized one would be narrower than `least`. */
const kept = 380;
const least = 140;

/**
 * Two panes with a separator that mouse, touch and arrow keys move (Home and End: smallest and
 * largest).
 */
export function SplitPane({
  direction,
  landmark: { tag: Sized, className, ...landmark },
  sized,
  placement = 'beside',
  other,
  size,
  min,
  max,
  label,
  onResize,
  onCollapse,
}: SplitPaneProps) {
  const { now, isDragging, ...drag } = useDrag({ direction, size, min, max, onResize });
  const key = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && onCollapse !== undefined) {
      event.preventDefault();
      return onCollapse();
    }
    const next = resized(event.key, direction, now, min, max);
    if (next === null) return undefined;
    event.preventDefault();
    return onResize(next);
  };
  const isOver = placement === 'over';
  const style =
    placement !== 'beside'
      ? { gridTemplateColumns: 'minmax(0, 1fr)' }
      : direction === 'row'
        ? // In a narrow window the other pane keeps its room.
          {
            gridTemplateColumns: `clamp(${least}px, 100% - ${kept}px, ${now + 1}px) minmax(0, 1fr)`,
          }
        : { gridTemplateRows: `minmax(0, 1fr) ${now + 1}px` };
  const handle = (
    <div
      role="separator"
      tabIndex={0}
      aria-label={label}
      aria-orientation={direction === 'row' ? 'vertical' : 'horizontal'}
      aria-valuenow={Math.round(now)}
      aria-valuemin={min}
      aria-valuemax={max}
      className={cx(styles.handle, isDragging && styles.dragging)}
      {...drag}
      onKeyDown={key}
      onDoubleClick={onCollapse}
    />
  );
  // The same element in every placement, so that the page keeps its state.
  const rest = (
    <div className={styles.pane} inert={isOver}>
      {other}
    </div>
  );
  const escape = (event: KeyboardEvent) => {
    if (isOver && event.key === 'Escape' && !event.defaultPrevented) onCollapse?.();
  };
  return (
    <div className={cx(styles.split, styles[direction])} style={style}>
      {direction === 'column' && rest}
      {placement !== 'hidden' && (
        <Sized
          {...landmark}
          className={cx(styles.sized, isOver && styles.over, className)}
          onKeyDown={escape}
        >
          {direction === 'column' && handle}
          <div className={styles.pane}>{sized}</div>
          {direction === 'row' && !isOver && handle}
        </Sized>
      )}
      {isOver && <div role="presentation" className={styles.scrim} onClick={onCollapse} />}
      {direction === 'row' && rest}
    </div>
  );
}

/** The size while the separator is dragged, and what the separator listens to. */
function useDrag({
  direction,
  size,
  min,
  max,
  onResize,
}: Pick<SplitPaneProps, 'direction' | 'size' | 'min' | 'max' | 'onResize'>) {
  const [drag, setDrag] = useState<number | null>(null);
  const from = useRef({ at: 0, size: 0 });
  const now = Math.min(max, Math.max(min, drag ?? size));
  const sign = direction === 'row' ? 1 : -1;
  const at = (event: PointerEvent) => (direction === 'row' ? event.clientX : event.clientY);
  const start = (event: PointerEvent<HTMLDivElement>) => {
    event.currentTarget.setPointerCapture(event.pointerId);
    from.current = { at: at(event), size: now };
    setDrag(now);
  };
  const move = (event: PointerEvent) => {
    if (drag !== null)
      setDrag(
        Math.min(max, Math.max(min, from.current.size + sign * (at(event) - from.current.at))),
      );
  };
  const end = () => {
    if (drag !== null) onResize(Math.round(drag));
    setDrag(null);
  };
  return {
    ...{ now, isDragging: drag !== null },
    ...{ onPointerDown: start, onPointerMove: move, onPointerUp: end, onPointerCancel: end },
  };
}

const step = 16;

/** The new size in pixels after a key on the separator; null for other keys. */
export function resized(
  key: string,
  direction: 'row' | 'column',
  size: number,
  min: number,
  max: number,
): number | null {
  const [less, more] = direction === 'row' ? ['ArrowLeft', 'ArrowRight'] : ['ArrowDown', 'ArrowUp'];
  if (key === less) return Math.max(min, size - step);
  if (key === more) return Math.min(max, size + step);
  if (key === 'Home') return min;
  if (key === 'End') return max;
  return null;
}
