import { useId } from 'react';
import { heldProps, type DisabledReason, Why } from '../Held/Held.tsx';
import styles from './Switch.module.css';

/**
 * A switch that acts at once or asks first. `label` says what it turns on, `children` its current
 * state.
 */
export function Switch({
  label,
  on,
  onChange,
  reason,
  children,
}: {
  readonly label: string;
  readonly on: boolean;
  readonly onChange: (on: boolean) => void;
  /** Why it can't be switched now. */
  readonly reason?: DisabledReason;
  readonly children: string;
}) {
  const why = useId();
  return (
    <button
      type="button"
      role="switch"
      className={styles.switch}
      aria-checked={on}
      aria-label={label}
      onClick={() => onChange(!on)}
      {...heldProps(why, reason)}
    >
      <span className={styles.words} aria-hidden="true">
        {children}
      </span>
      <span className={styles.track} aria-hidden="true">
        <span className={styles.thumb} />
      </span>
      <Why id={why} reason={reason} />
    </button>
  );
}
