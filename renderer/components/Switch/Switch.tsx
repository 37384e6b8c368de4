import styles from './Switch.module.css';

/** On or off, at once or after a question; `label` says what is on, `children` how it is now. */
export function Switch({
  label,
  on,
  onChange,
  disabled,
  children,
}: {
  readonly label: string;
  readonly on: boolean;
  readonly onChange: (on: boolean) => void;
  readonly disabled?: boolean;
  readonly children: string;
}) {
  return (
    <button
      type="button"
      role="switch"
      className={styles.switch}
      aria-checked={on}
      aria-label={label}
      disabled={disabled}
      onClick={() => onChange(!on)}
    >
      <span className={styles.words} aria-hidden="true">
        {children}
      </span>
      <span className={styles.track} aria-hidden="true">
        <span className={styles.thumb} />
      </span>
    </button>
  );
}
