import { useMemo } from 'react';
import { revealInvisible } from '../../../shared/invisible.ts';
import type { SkillRow } from '../../../shared/model/skill.ts';
import { Button } from '../../components/Button/Button.tsx';
import { CodeView } from '../../components/CodeView/CodeView.tsx';
import { CodeText } from '../../components/CodeText/CodeText.tsx';
import { useApp, useActions } from '../../store/context.ts';
import { fieldMarks, fieldPlace, useFindings } from '../../store/findings.ts';
import { cameListed, exchangeKey, useShowExchange } from '../../store/show-exchange.ts';
import styles from './tabs.module.css';
import type { SkillDetail } from '../../../shared/model/detail.ts';
import { Badge } from '../../components/Badge/Badge.tsx';
import { EmptyState } from '../../components/EmptyState/EmptyState.tsx';
import { LongText } from '../../components/LongText/LongText.tsx';
import { textOfJson } from './json-text.ts';

/** The entry as the server sent it, scrolled to a finding's field. */
export function EntryTab({ row, raw }: { row: SkillRow; raw: string }) {
  const shown = useMemo(() => revealInvisible(raw), [raw]);
  const letters = useApp((app) => app.settings.letterKeys);
  const showExchange = useShowExchange(cameListed(row));
  const findings = useFindings(row)?.findings;
  const field = useApp((state) => state.entryField);
  const marks = useMemo(() => fieldMarks(findings ?? [], shown), [findings, shown]);
  const start = useMemo(() => (field === null ? null : fieldPlace(shown, field)), [field, shown]);
  return (
    <div className={styles.fill}>
      <div className={styles.bar}>
        <span className={styles.muted}>As received; only whitespace was added.</span>
        <span className={styles.end}>
          <Button
            size="sm"
            variant="quiet"
            icon="terminal"
            hint={letters ? exchangeKey : undefined}
            onClick={showExchange}
          >
            Show exchange
          </Button>
          <CodeText text="JSON" copy={raw} label="Copy as JSON" />
        </span>
      </div>
      <CodeView
        text={shown}
        language="json"
        label="Entry as received"
        marks={marks}
        start={start}
      />
    </div>
  );
}

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
