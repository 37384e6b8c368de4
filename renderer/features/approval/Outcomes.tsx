import type { DecideOutcome } from '../../../shared/contract.ts';
import type { SkillRow } from '../../../shared/model/skill.ts';
import { Banner } from '../../components/Banner/Banner.tsx';
import { Status } from '../../components/Status/Status.tsx';
import styles from './DecisionSheet.module.css';
import { outcomeInWords, plural } from './words.ts';

/** What became of each skill, when not all of it was done; what was not done comes first. */
export function Outcomes({
  outcomes,
  rows,
}: {
  outcomes: readonly DecideOutcome[];
  rows: readonly SkillRow[];
}) {
  const done = outcomes.filter((one) => one.outcome === 'done').length;
  const ordered = [...outcomes].sort(
    (a, b) => Number(a.outcome === 'done') - Number(b.outcome === 'done'),
  );
  const name = (one: DecideOutcome): string =>
    rows.find((row) => row.server === one.server && row.uri === one.uri)?.name ?? one.uri;
  return (
    <div className={styles.form}>
      <Banner
        tone="warn"
        live="assertive"
        title={
          done === 0
            ? 'Nothing was decided'
            : `${plural(done, 'skill')} decided, ${outcomes.length - done} not`
        }
      />
      <ul className={styles.outcomes} tabIndex={0} aria-label="Outcomes">
        {ordered.map((one) => (
          <li key={`${one.server}\n${one.uri}`} className={styles.outcome}>
            <Status
              icon={one.outcome === 'done' ? 'check' : 'error'}
              tone={one.outcome === 'done' ? 'ok' : 'bad'}
              word={one.outcome === 'done' ? 'done' : 'not done'}
              hideWord
            />
            <div>
              <p className={styles.name}>{name(one)}</p>
              <p className={styles.muted}>{outcomeInWords(one)}</p>
            </div>
          </li>
        ))}
      </ul>
    </div>
  );
}
