import type { ReactNode } from 'react';
import styles from './ScrollText.module.css';

/** Plain text in its own scrolling box, which the keyboard can scroll, too. */
export function ScrollText({ label, children }: { label: string; children: ReactNode }) {
  // A region that scrolls must be reachable without a mouse (WCAG 2.1.1).
  // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
  return (
    <pre className={styles.text} tabIndex={0} role="region" aria-label={label}>
      {children}
    </pre>
  );
}
