import { Button } from '../../components/Button/Button.tsx';
import { Progress } from '../../components/Progress/Progress.tsx';
import styles from './DecisionBar.module.css';
import type { ReadAll } from './read-all.ts';

/** Progress of *Read all* with its Cancel, or why the last one stopped. */
export function ReadAllBar({ reading }: { reading: ReadAll }) {
  const { running, ended } = reading;
  return (
    <div className={styles.reading} role="status">
      {running !== null && (
        <>
          <span>Reading every file…</span>
          <div className={styles.progress}>
            <Progress label="Reading every file" done={running.done} total={running.total} />
          </div>
          <Button size="sm" icon="stop" onClick={reading.cancel}>
            Cancel
          </Button>
        </>
      )}
      {running === null && ended !== null && <span>{ended}</span>}
    </div>
  );
}
