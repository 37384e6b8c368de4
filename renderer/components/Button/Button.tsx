import { useContext, useId, type ButtonHTMLAttributes, type Ref } from 'react';
import { cx } from '../cx.ts';
import { heldProps, Why } from '../Held/Held.tsx';
import { Icon, type IconName } from '../Icon/Icon.tsx';
import { ariaKeys, KeyCap, MacKeys } from '../KeyCap/KeyCap.tsx';
import styles from './Button.module.css';

/** There's no `disabled`: a button that can't be pressed gives a reason. */
type Native = Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'disabled' | 'aria-disabled'>;

export interface ButtonProps extends Native {
  readonly variant?: 'default' | 'primary' | 'caution' | 'danger' | 'quiet';
  readonly size?: 'md' | 'sm';
  readonly icon?: IconName;
  /**
   * A shortcut such as `mod+enter`, shown at the end of the button and exposed through
   * `aria-keyshortcuts`.
   */
  readonly hint?: string | undefined;
  /**
   * Why the button can't be pressed now; null if it can. It stays in the Tab order so that screen
   * reader users hear the reason.
   */
  readonly reason?: string | null | undefined;
  readonly ref?: Ref<HTMLButtonElement>;
}

export function Button({
  variant = 'default',
  size = 'md',
  icon,
  hint,
  className,
  children,
  reason,
  type = 'button',
  ...rest
}: ButtonProps) {
  const mac = useContext(MacKeys);
  const why = useId();
  return (
    <button
      type={type}
      className={cx(styles.button, styles[variant], styles[size], className)}
      aria-keyshortcuts={hint === undefined ? undefined : ariaKeys(hint, mac)}
      {...rest}
      {...heldProps(why, reason)}
    >
      {icon && <Icon name={icon} size={size === 'sm' ? 14 : 16} />}
      <span className={styles.label}>{children}</span>
      {hint !== undefined && <KeyCap of={hint} quiet />}
      <Why id={why} reason={reason} />
    </button>
  );
}
