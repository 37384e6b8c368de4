import { useId, type ReactNode } from 'react';
import { cx } from '../cx.ts';
import styles from './Checkbox.module.css';

/** A native checkbox with its label and an optional second line. */
export function Checkbox({
  label,
  checked,
  onChange,
  hint,
  reason,
  className,
}: {
  label: ReactNode;
  checked: boolean;
  onChange: (checked: boolean) => void;
  hint?: ReactNode;
  /** Why the checkbox can't be changed now, shown on its own line below the hint. */
  reason?: string | null;
  className?: string;
}) {
  const id = useId();
  const held = reason != null;
  const described = cx(hint !== undefined && `${id}-hint`, held && `${id}-why`) || undefined;
  return (
    <div className={cx(styles.row, className)}>
      <input
        id={id}
        type="checkbox"
        className={styles.box}
        checked={checked}
        aria-disabled={held || undefined}
        aria-describedby={described}
        onChange={(event) => {
          if (!held) onChange(event.target.checked);
        }}
      />
      <div className={styles.text}>
        <label htmlFor={id}>{label}</label>
        {hint !== undefined && (
          <p id={`${id}-hint`} className={styles.hint}>
            {hint}
          </p>
        )}
        {held && (
          <p id={`${id}-why`} className={styles.hint}>
            {reason}
          </p>
        )}
      </div>
    </div>
  );
}
