import type { ButtonHTMLAttributes, Ref } from 'react';
import { cx } from '../cx.ts';
import { Icon, type IconName } from '../Icon/Icon.tsx';
import styles from './Button.module.css';

export interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  readonly variant?: 'default' | 'primary' | 'caution' | 'danger' | 'quiet';
  readonly size?: 'md' | 'sm';
  readonly icon?: IconName;
  /**
   * A shortcut shown at the end of the button, for sighted users; announced through
   * `aria-keyshortcuts`.
   */
  readonly hint?: string | undefined;
  readonly ref?: Ref<HTMLButtonElement>;
}

export function Button({
  variant = 'default',
  size = 'md',
  icon,
  hint,
  className,
  children,
  type = 'button',
  ...rest
}: ButtonProps) {
  return (
    <button
      type={type}
      className={cx(styles.button, styles[variant], styles[size], className)}
      aria-keyshortcuts={hint}
      {...rest}
    >
      {icon && <Icon name={icon} size={size === 'sm' ? 14 : 16} />}
      <span className={styles.label}>{children}</span>
      {hint && (
        <kbd className={styles.hint} aria-hidden="true">
          {hint}
        </kbd>
      )}
    </button>
  );
}
