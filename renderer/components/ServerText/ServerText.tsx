import type { ReactNode } from 'react';
import { cx } from '../cx.ts';
import styles from './ServerText.module.css';

/**
 * Text from someone else in a frame that the app's own text never has, labeled with its source. It
 * may imitate anything that the app says.
 */
export function ServerText({
  by,
  lines,
  heading = false,
  children,
}: {
  /** Whose text it is and what it is: `Description, from acme`. */
  by: string;
  /** Most lines shown before scrolling; all of them by default. */
  lines?: 2 | undefined;
  /** The text is the page's title; the server chose it. */
  heading?: boolean;
  children: ReactNode;
}) {
  return (
    <figure className={styles.frame} aria-label={by}>
      <figcaption className={styles.by}>{by}</figcaption>
      {heading ? (
        <h1 className={styles.heading}>{children}</h1>
      ) : (
        <blockquote
          className={cx(styles.words, lines === 2 && styles.two)}
          {...(lines === undefined ? {} : { tabIndex: 0 })}
        >
          {children}
        </blockquote>
      )}
    </figure>
  );
}
