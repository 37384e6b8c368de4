import { useMemo } from 'react';
import { revealInvisible } from '../../../shared/invisible.ts';
import type { SkillRow } from '../../../shared/model/skill.ts';
import { Button } from '../../components/Button/Button.tsx';
import { CodeView } from '../../components/CodeView/CodeView.tsx';
import { CodeText } from '../../components/CodeText/CodeText.tsx';
import { useApp } from '../../store/context.ts';
import { fieldMarks, fieldPlace } from '../../store/entry-field.ts';
import { useFindings } from '../../store/findings.ts';
import { cameListed, exchangeKey, useShowExchange } from '../../store/show-exchange.ts';
import styles from './tabs.module.css';

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
