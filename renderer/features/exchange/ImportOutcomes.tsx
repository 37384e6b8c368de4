import type { RequestOutput } from '../../../shared/contract.ts';
import { Banner } from '../../components/Banner/Banner.tsx';
import { Status } from '../../components/Status/Status.tsx';
import { VirtualList } from '../../components/VirtualList/VirtualList.tsx';
import styles from './exchange.module.css';

type Outcomes = RequestOutput<'applyBundle'>['outcomes'];

/** The result for each decision, those not imported first. */
export function ImportOutcomes({ outcomes }: { outcomes: Outcomes }) {
  const done = outcomes.filter((one) => one.outcome === 'done').length;
  const ordered = [...outcomes].sort(
    (a, b) => Number(a.outcome === 'done') - Number(b.outcome === 'done'),
  );
  return (
    <div className={styles.stack}>
      <Banner
        tone={done === outcomes.length ? 'ok' : 'warn'}
        live="polite"
        title={
          done === 0 && outcomes.length > 0
            ? 'Nothing was imported'
            : `${done.toLocaleString('en')} imported${done === outcomes.length ? '' : `, ${(outcomes.length - done).toLocaleString('en')} not imported`}`
        }
      >
        Imported decisions are marked with the key that signed them, here and in the audit.
      </Banner>
      {ordered.length > 0 && (
        <div className={styles.items} style={{ height: `min(${ordered.length * 3.6}rem, 22rem)` }}>
          <VirtualList
            items={ordered}
            keyOf={(one) => `${one.server}\n${one.uri}`}
            label="Outcomes"
            rowRem={3.6}
            render={(one) => (
              <div className={styles.item}>
                <Status
                  icon={one.outcome === 'done' ? 'check' : 'info'}
                  tone={one.outcome === 'done' ? 'ok' : 'warn'}
                  word={one.outcome === 'done' ? 'imported' : 'not imported'}
                  hideWord
                  size={14}
                />
                <div className={styles.grow}>
                  <p className={styles.clip} title={one.uri}>
                    {one.uri}
                  </p>
                  <p className={styles.clip}>
                    <span className={styles.muted}>
                      {one.server}
                      {one.message === '' ? '' : ` · ${one.message}`}
                    </span>
                  </p>
                </div>
              </div>
            )}
          />
        </div>
      )}
    </div>
  );
}
