import type { ReactNode } from 'react';
import { Icon, type IconName } from '../Icon/Icon.tsx';
import styles from './EmptyState.module.css';

/** Says why there is nothing, and what to do next. */
export function EmptyState({
  icon,
  title,
  children,
  actions,
}: {
  icon?: IconName;
  title: string;
  children?: ReactNode;
  actions?: ReactNode;
}) {
  return (
    <div className={styles.empty}>
      {icon && (
        <span className={styles.icon}>
          <Icon name={icon} size={20} />
        </span>
      )}
      <p className={styles.title}>{title}</p>
      {children && <div className={styles.body}>{children}</div>}
      {actions && <div className={styles.actions}>{actions}</div>}
    </div>
  );
}
