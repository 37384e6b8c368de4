import { cx } from '../cx.ts';
import styles from './Progress.module.css';

/** A progress bar with a live text; indeterminate while `total` is null. */
export function Progress({
  label,
  done,
  total,
}: {
  label: string;
  done: number;
  total: number | null;
}) {
  const part = total === null || total === 0 ? null : Math.min(1, done / total);
  return (
    <div className={styles.wrap}>
      <div
        role="progressbar"
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={total ?? undefined}
        aria-valuenow={part === null ? undefined : done}
        className={styles.track}
      >
        <div
          className={cx(styles.bar, part === null && styles.moving)}
          style={part === null ? undefined : { width: `${part * 100}%` }}
        />
      </div>
      <span className={styles.text} aria-hidden="true">
        {total === null
          ? done.toLocaleString('en')
          : `${done.toLocaleString('en')} of ${total.toLocaleString('en')}`}
      </span>
    </div>
  );
}

export function Spinner({ label }: { label: string }) {
  return (
    <span className={styles.spinner} role="status">
      <svg
        width="14"
        height="14"
        viewBox="0 0 16 16"
        fill="none"
        stroke="currentColor"
        strokeWidth="2"
        strokeLinecap="round"
        aria-hidden="true"
      >
        <path d="M8 2a6 6 0 1 1-6 6" />
      </svg>
      <span className="visually-hidden">{label}</span>
    </span>
  );
}
