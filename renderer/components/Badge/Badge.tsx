import type { ReactNode } from 'react';
import { cx } from '../cx.ts';
import { Icon, type IconName } from '../Icon/Icon.tsx';
import styles from './Badge.module.css';

export type BadgeTone = 'neutral' | 'accent' | 'ok' | 'warn' | 'bad' | 'info';

export function Badge({
  tone = 'neutral',
  icon,
  children,
  title,
}: {
  tone?: BadgeTone;
  icon?: IconName;
  children: ReactNode;
  title?: string;
}) {
  return (
    <span className={cx(styles.badge, styles[tone])} title={title}>
      {icon && <Icon name={icon} size={12} />}
      {children}
    </span>
  );
}
