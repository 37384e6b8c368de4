import { revealInvisible } from '../../../shared/invisible.ts';
import type { FieldDifference } from '../../../shared/model/verdict.ts';
import { Banner } from '../../components/Banner/Banner.tsx';
import styles from './ChangesTab.module.css';
import { toolsChange } from './renewal.ts';

/**
 * Highlights that a skill requests other tools than when it was approved: that changes what it may
 * do, not just its text.
 */
export function ToolsChanged({ differences }: { differences: readonly FieldDifference[] }) {
  const change = toolsChange(differences);
  if (change === null) return null;
  const list = (tools: readonly string[]) =>
    tools.map((tool) => (
      <span key={tool}>
        <code className={styles.tool}>{revealInvisible(tool)}</code>{' '}
      </span>
    ));
  return (
    <div className={styles.tools}>
      <Banner
        tone="warn"
        title={
          change.added.length > 0
            ? 'Requests tools that it didn’t when you approved it'
            : 'Requests fewer tools than when you approved it'
        }
      >
        {change.added.length > 0 && <p>New: {list(change.added)}</p>}
        {change.gone.length > 0 && <p>No longer: {list(change.gone)}</p>}
      </Banner>
    </div>
  );
}
