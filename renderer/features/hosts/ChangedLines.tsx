import type { ChangedLine } from '../../../shared/model/hosts.ts';
import { writtenOut } from '../../../shared/written-out.ts';
import styles from './hosts.module.css';

const signs = {
  same: { sign: ' ', spoken: '' },
  removed: { sign: '−', spoken: 'removed: ' },
  added: { sign: '+', spoken: 'added: ' },
} as const;

/** Changed lines of an app's file, with signs; hidden characters are written out. */
export function ChangedLines({
  title,
  lines,
}: {
  readonly title: string;
  readonly lines: readonly ChangedLine[];
}) {
  return (
    <figure className={styles.figure}>
      <figcaption className={styles.caption}>{title}</figcaption>
      <ol className={styles.lines} aria-label={title} dir="ltr">
        {lines.map(({ kind, text }, at) => (
          // Lines have no id and never move.
          <li key={at} className={styles[kind]}>
            <span aria-hidden="true" className={styles.sign}>
              {signs[kind].sign}
            </span>
            <span className="visually-hidden">{signs[kind].spoken}</span>
            <code className={styles.code}>{writtenOut(text)}</code>
          </li>
        ))}
      </ol>
    </figure>
  );
}
