import { revealInvisible } from '../../../shared/invisible.ts';
import type { SkillDetail } from '../../../shared/model/detail.ts';
import { Badge } from '../../components/Badge/Badge.tsx';
import { Button } from '../../components/Button/Button.tsx';
import { EmptyState } from '../../components/EmptyState/EmptyState.tsx';
import { LongText } from '../../components/LongText/LongText.tsx';
import { useActions } from '../../store/context.ts';
import { textOfJson } from './json-text.ts';
import styles from './tabs.module.css';

/** The entry's frontmatter by field, with fields that request something from apps highlighted. */
export function FrontmatterTab({ detail }: { detail: SkillDetail }) {
  const { setTab } = useActions();
  const asks = new Set(['allowed-tools', ...detail.row.requests.declarative]);
  if (detail.frontmatter.length === 0)
    return (
      <EmptyState
        icon="file"
        title="The entry has no frontmatter"
        actions={<Button onClick={() => setTab('entry')}>Go to the entry</Button>}
      />
    );
  return (
    <div className={styles.scroll} tabIndex={0} role="region" aria-label="Frontmatter">
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">Field</th>
            <th scope="col">Value in the entry</th>
          </tr>
        </thead>
        <tbody>
          {detail.frontmatter.map(({ field, value }) => (
            <tr key={field}>
              <th scope="row">
                {revealInvisible(field)}{' '}
                {asks.has(field) && (
                  <Badge tone="warn" icon="tool">
                    {field === 'allowed-tools' ? 'requests tools' : 'an app may run it'}
                  </Badge>
                )}
              </th>
              <td className={styles.value}>
                <LongText text={revealInvisible(textOfJson(value))} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className={styles.note}>
        Checked against the file’s own frontmatter each time SKILL.md is read.
      </p>
    </div>
  );
}
