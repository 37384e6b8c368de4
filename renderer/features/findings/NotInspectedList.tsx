import type { NotInspected } from '../../../shared/model/findings.ts';
import styles from './FindingsTab.module.css';
import { gapWords } from './finding-text.ts';

/** As many as a person reads; the rest are counted. */
const maxCount = 100;

/** Files that no rule inspected, always listed beside the findings: nothing is known about them. */
export function NotInspectedList({
  gaps,
  pathOf,
}: {
  gaps: readonly NotInspected[];
  pathOf: (uri: string) => string;
}) {
  if (gaps.length === 0) return null;
  return (
    <details className={styles.gaps} open={gaps.length <= 5}>
      <summary>{gaps.length} not inspected</summary>
      <ul>
        {gaps.slice(0, maxCount).map(({ uri, reason, detail }, index) => (
          <li key={index}>
            {pathOf(uri)}: {gapWords[reason]}
            {detail === '' ? '' : ` (${detail})`}
          </li>
        ))}
        {gaps.length > maxCount && <li>and {gaps.length - maxCount} more</li>}
      </ul>
    </details>
  );
}
