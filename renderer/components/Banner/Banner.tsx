import type { ReactNode } from 'react';
import { cx } from '../cx.ts';
import { Icon, type IconName } from '../Icon/Icon.tsx';
import styles from './Banner.module.css';

const glyphs = {
  info: 'info',
  warn: 'warning',
  bad: 'error',
  ok: 'approved',
  neutral: 'info',
} as const satisfies Record<string, IconName>;

/** A message with its actions. `live` announces it when it appears. */
export function Banner({
  tone,
  title,
  children,
  actions,
  live,
  flush,
}: {
  tone: keyof typeof glyphs;
  title?: ReactNode;
  children?: ReactNode;
  actions?: ReactNode;
  live?: 'polite' | 'assertive';
  flush?: boolean;
}) {
  return (
    <div
      className={cx(styles.banner, styles[tone], flush && styles.flush)}
      role={live === 'assertive' ? 'alert' : live === 'polite' ? 'status' : undefined}
    >
      <Icon name={glyphs[tone]} className={styles.icon} />
      <div className={styles.text}>
        {title && <p className={styles.title}>{title}</p>}
        {children && <div className={styles.body}>{children}</div>}
      </div>
      {actions && <div className={styles.actions}>{actions}</div>}
    </div>
  );
}
