import type { ReactNode } from 'react';
import { cx } from '../cx.ts';
import styles from './ServerText.module.css';

/**
 * Words that are not Skillgate's, in a frame that nothing of the app's own has, under the name of
 * whoever chose them. They may imitate anything that the app says.
 */
export function ServerText({
  by,
  lines,
  heading = false,
  children,
}: {
  /** Whose words and what they are: `Description, from acme`. */
  by: string;
  /** Most lines shown before the rest is opened by scrolling; all of them unless told. */
  lines?: 2 | undefined;
  /** They are the page's title: whoever serves it chose them. */
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
