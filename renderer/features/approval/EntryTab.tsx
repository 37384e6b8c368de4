import { useMemo } from 'react';
import { revealInvisible } from '../../../shared/invisible.ts';
import { CodeView } from '../../components/CodeView/CodeView.tsx';
import { CodeText } from '../../components/CodeText/CodeText.tsx';
import styles from './tabs.module.css';

/** The entry as the server sent it. */
export function EntryTab({ raw }: { raw: string }) {
  const shown = useMemo(() => revealInvisible(raw), [raw]);
  return (
    <div className={styles.fill}>
      <div className={styles.bar}>
        <span className={styles.muted}>As received. Only white space was added.</span>
        <span className={styles.end}>
          <CodeText text="JSON" copy={raw} label="Copy as JSON" />
        </span>
      </div>
      <CodeView text={shown} language="json" label="Entry as received" />
    </div>
  );
}
