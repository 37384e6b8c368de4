import type { ReactElement, ReactNode } from 'react';
import { Icon, type IconName } from '../Icon/Icon.tsx';
import styles from './EmptyState.module.css';

/** The next step as a button, or why there's no step to take here. */
type Next =
  | { readonly actions: ReactElement; readonly noStep?: never }
  | { readonly actions?: never; readonly noStep: string };

/** Says why there is nothing, and what to do next. */
export function EmptyState({
  icon,
  title,
  children,
  actions,
  noStep,
}: Next & {
  icon?: IconName;
  title: string;
  children?: ReactNode;
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
      {noStep !== undefined && <p className={styles.body}>{noStep}</p>}
      {actions && <div className={styles.actions}>{actions}</div>}
    </div>
  );
}
