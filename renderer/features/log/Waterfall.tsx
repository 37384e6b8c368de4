import { useMemo } from 'react';
import type { LogRow } from '../../../shared/model/log.ts';
import { isTrouble } from '../../../shared/model/log-trouble.ts';
import { cx } from '../../components/cx.ts';
import { VirtualList } from '../../components/VirtualList/VirtualList.tsx';
import { methodWord, statusOf, timeText } from './log-text.ts';
import { runOf } from './waterfall.ts';
import styles from './Waterfall.module.css';

interface Props {
  /** All rows of the log, by id. */
  readonly rows: readonly LogRow[];
  /** The chosen one. */
  readonly of: LogRow;
  readonly onChoose: (id: number) => void;
}

/** When each request around the chosen one began and how long it took, as text and as a bar. */
export function Waterfall({ rows, of, onChoose }: Props) {
  const run = useMemo(() => runOf(rows, of), [rows, of]);
  if (run === null) return null;
  const share = (ms: number): string => `${((100 * ms) / run.ms).toFixed(3)}%`;
  const count = run.rows.length;
  return (
    <div className={styles.waterfall}>
      <h3 className={styles.title}>Requests around this one</h3>
      <p className={styles.about}>
        {count === 1 ? '1 request' : `${count.toLocaleString('en')} requests`} to {of.server} in{' '}
        {timeText(run.ms)} without a pause
        {run.most > 1 && `, up to ${run.most.toLocaleString('en')} at once`}
      </p>
      <VirtualList
        label="Requests around this one"
        items={run.rows}
        keyOf={({ id }) => id}
        rowRem={2.6}
        className={styles.list ?? ''}
        render={(row) => (
          <button
            type="button"
            className={cx(
              styles.row,
              row.id === of.id && styles.chosen,
              isTrouble(row) && styles.trouble,
            )}
            aria-current={row.id === of.id}
            aria-label={wordsOf(row, run.at)}
            onClick={() => onChoose(row.id)}
          >
            <span className={styles.words}>
              <span className={styles.what}>
                {methodWord(row)} <span className={styles.target}>{row.target}</span>
              </span>
              <span className={styles.times}>{timesOf(row, run.at)}</span>
            </span>
            <span className={styles.track} aria-hidden="true">
              <span
                className={styles.bar}
                style={{
                  insetInlineStart: share(row.at - run.at),
                  width: share(row.durationMs ?? run.at + run.ms - row.at),
                }}
              />
            </span>
          </button>
        )}
      />
    </div>
  );
}

/** From the start of the run. */
const timesOf = (row: LogRow, begun: number): string =>
  `from ${timeText(row.at - begun)}, ${
    row.durationMs === null ? statusOf(row).word : `took ${timeText(row.durationMs)}`
  }`;
const wordsOf = (row: LogRow, begun: number): string =>
  `${methodWord(row)} ${row.target}, ${timesOf(row, begun)}`;
