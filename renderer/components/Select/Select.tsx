import { useId } from 'react';
import { cx } from '../cx.ts';
import { Icon } from '../Icon/Icon.tsx';
import field from '../TextField/TextField.module.css';
import styles from './Select.module.css';

/** A native select: the platform's own list, keyboard and screen reader behaviour. */
export function Select<T extends string>({
  label,
  value,
  options,
  onChange,
  hideLabel,
}: {
  label: string;
  value: T;
  options: readonly { readonly id: T; readonly label: string }[];
  onChange: (value: T) => void;
  hideLabel?: boolean;
}) {
  const id = useId();
  return (
    <div className={field.field}>
      <label htmlFor={id} className={hideLabel ? 'visually-hidden' : field.label}>
        {label}
      </label>
      <div className={styles.wrap}>
        <select
          id={id}
          value={value}
          className={cx(field.input, styles.select)}
          onChange={(event) => {
            const found = options.find((option) => option.id === event.target.value);
            if (found) onChange(found.id);
          }}
        >
          {options.map((option) => (
            <option key={option.id} value={option.id}>
              {option.label}
            </option>
          ))}
        </select>
        <Icon name="chevronDown" size={14} className={styles.arrow} />
      </div>
    </div>
  );
}
