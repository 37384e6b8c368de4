import { useRef, useState, type KeyboardEvent, type PointerEvent, type ReactNode } from 'react';
import { cx } from '../cx.ts';
import { resized } from './resized.ts';
import styles from './SplitPane.module.css';

export interface SplitPaneProps {
  /**
   * `row`: the first pane is on the left; `column`: the second pane is the sized one, at the
   * bottom.
   */
  readonly direction: 'row' | 'column';
  readonly first: ReactNode;
  readonly second: ReactNode;
  /** Pixels of the sized pane. */
  readonly size: number;
  readonly min: number;
  readonly max: number;
  readonly label: string;
  /** Called once a drag or a key press ends. */
  readonly onResize: (size: number) => void;
  /** Puts the sized pane away: Enter on the separator, or a double click. */
  readonly onCollapse?: () => void;
}

/** Pixels that the other pane of a row keeps, unless the sized one would be narrower than `least`. */
const kept = 380;
const least = 140;

/**
 * Two panes with a separator that moves by mouse, touch and arrow keys (Home and End: smallest,
 * largest).
 */
export function SplitPane({
  direction,
  first,
  second,
  size,
  min,
  max,
  label,
  onResize,
  onCollapse,
}: SplitPaneProps) {
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
  const style =
    direction === 'row'
      ? // In a narrow window the other pane keeps its room.
        { gridTemplateColumns: `clamp(${least}px, 100% - ${kept}px, ${now}px) 1px minmax(0, 1fr)` }
      : { gridTemplateRows: `minmax(0, 1fr) 1px ${now}px` };
  return (
    <div className={cx(styles.split, styles[direction])} style={style}>
      <div className={styles.pane}>{first}</div>
      <div
        role="separator"
        tabIndex={0}
        aria-label={label}
        aria-orientation={direction === 'row' ? 'vertical' : 'horizontal'}
        aria-valuenow={Math.round(now)}
        aria-valuemin={min}
        aria-valuemax={max}
        className={cx(styles.handle, drag !== null && styles.dragging)}
        onPointerDown={start}
        onPointerMove={move}
        onPointerUp={end}
        onPointerCancel={end}
        onKeyDown={key}
        onDoubleClick={onCollapse}
      />
      <div className={styles.pane}>{second}</div>
    </div>
  );
}
