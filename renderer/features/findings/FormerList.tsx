import type { FormerFinding } from '../../../shared/model/findings.ts';
import styles from './FindingsTab.module.css';

/** As many as a person reads; the rest are counted. */
const maxCount = 100;

/** Findings at the time of approval that are no longer listed, by rule and file. */
export function FormerList({
  title,
  findings,
  pathOf,
}: {
  title: string;
  findings: readonly FormerFinding[];
  pathOf: (uri: string) => string;
}) {
  if (findings.length === 0) return null;
  return (
    <details className={styles.gaps} open={findings.length <= 5}>
      <summary>
        {findings.length} {title}
      </summary>
      <ul>
        {findings.slice(0, maxCount).map(({ rule, severity, uri, answered }) => (
          <li key={`${rule}\n${uri}`}>
            {pathOf(uri)}: {rule}, {severity}
            {answered ? ', dismissed then' : ''}
          </li>
        ))}
        {findings.length > maxCount && <li>and {findings.length - maxCount} more</li>}
      </ul>
    </details>
  );
}
