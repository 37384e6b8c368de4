import styles from './DecisionBar.module.css';
import type { ReadAll } from './read-all.ts';

/** Why the last *Read all* did not read everything; how far one is stands at the foot of the window. */
export function ReadAllBar({ reading: { running, ended } }: { reading: ReadAll }) {
  return <div className={styles.reading}>{running === null ? ended : 'Loading every file…'}</div>;
}
