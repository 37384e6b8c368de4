import { useId, type InputHTMLAttributes, type ReactNode, type Ref } from 'react';
import { cx } from '../cx.ts';
import { Icon, type IconName } from '../Icon/Icon.tsx';
import styles from './TextField.module.css';

interface Props extends Omit<InputHTMLAttributes<HTMLInputElement>, 'onChange' | 'value'> {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** Hides the label visually; an icon or placeholder carries its meaning. */
  readonly hideLabel?: boolean;
  readonly hint?: ReactNode;
  readonly error?: string | null | undefined;
  readonly icon?: IconName;
  readonly mono?: boolean;
  /** Makes it a multi-line field. */
  readonly rows?: number;
  readonly ref?: Ref<HTMLInputElement>;
}

/** A labeled text input; screen readers announce its error. */
export function TextField({
  label,
  value,
  onChange,
  hideLabel,
  hint,
  error,
  icon,
  mono,
  rows,
  className,
  ref,
  ...rest
}: Props) {
  const id = useId();
  const described = cx(hint !== undefined && `${id}-hint`, error && `${id}-error`) || undefined;
  const shared = {
    id,
    value,
    'aria-invalid': error ? true : undefined,
    'aria-describedby': described,
    spellCheck: false,
    autoComplete: 'off',
  } as const;
  return (
    <div className={cx(styles.field, className)}>
      <label htmlFor={id} className={hideLabel ? 'visually-hidden' : styles.label}>
        {label}
      </label>
      <div className={styles.control}>
        {icon && <Icon name={icon} size={14} className={styles.icon} />}
        {rows === undefined ? (
          <input
            {...rest}
            {...shared}
            ref={ref}
            className={cx(styles.input, icon && styles.padded, mono && styles.mono)}
            onChange={(event) => onChange(event.target.value)}
          />
        ) : (
          <textarea
            {...shared}
            rows={rows}
            placeholder={rest.placeholder}
            className={cx(styles.input, styles.area, mono && styles.mono)}
            onChange={(event) => onChange(event.target.value)}
          />
        )}
      </div>
      {hint !== undefined && (
        <p id={`${id}-hint`} className={styles.hint}>
          {hint}
        </p>
      )}
      {error && (
        <p id={`${id}-error`} className={styles.error} role="alert">
          {error}
        </p>
      )}
    </div>
  );
}
