import styles from './DecisionBar.module.css';
import type { ReadAll } from './read-all.ts';

/**
 * Why the last *Load all* didn't load everything; progress is shown at the bottom of the window.
 */
export function ReadAllBar({ reading: { running, ended } }: { reading: ReadAll }) {
  return <div className={styles.reading}>{running === null ? ended : 'Loading every file…'}</div>;
}
