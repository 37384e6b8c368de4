import { useMemo, type ReactNode } from 'react';
import type { LogRow, LogDetail } from '../../../shared/model/log.ts';
import { isTrouble } from '../../../shared/model/log-trouble.ts';
import { cx } from '../../components/cx.ts';
import { VirtualList } from '../../components/VirtualList/VirtualList.tsx';
import { methodWord, statusOf, timeText, bytesText, clock, duration } from './log-text.ts';
import styles from './Waterfall.module.css';
import { KeyValue } from '../../components/KeyValue/KeyValue.tsx';
import timingFactsStyles from './Messages.module.css';

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

/** Longer without a request under way (ms), and a server has finished something. */
const pauseMs = 250;

/** Requests to one server that followed each other without a pause: a listing, a check of files. */
interface RequestRun {
  readonly rows: readonly LogRow[];
  /** When the first began, milliseconds since the epoch. */
  readonly at: number;
  /** From the first request to the last response; at least 1. */
  readonly ms: number;
  /** How many were under way at once, at most. */
  readonly most: number;
}

const isRequest = ({ kind, direction }: LogRow): boolean =>
  kind === 'exchange' && direction === 'sent';
const endOf = ({ at, durationMs }: LogRow): number => at + (durationMs ?? 0);

/** The run that a row belongs to, of rows by id; null if the row is no request to a server. */
export function runOf(rows: readonly LogRow[], of: LogRow): RequestRun | null {
  let run: LogRow[] = [];
  let end = -Infinity;
  let isFound = false;
  for (const row of rows) {
    if (row.server !== of.server || !isRequest(row)) continue;
    if (row.at > end + pauseMs) {
      if (isFound) break;
      run = [];
      end = -Infinity;
    }
    run.push(row);
    end = Math.max(end, endOf(row));
    isFound ||= row.id === of.id;
  }
  const [first] = run;
  if (first === undefined || !isFound) return null;
  return { rows: run, at: first.at, ms: Math.max(1, end - first.at), most: mostAtOnce(run) };
}

/**
 * Counts along the starts and ends in order; what ends when another begins isn't at once with it.
 */
function mostAtOnce(run: readonly LogRow[]): number {
  const starts = run.map(({ at }) => at).sort((a, b) => a - b);
  const ends = run.map(endOf).sort((a, b) => a - b);
  let most = 0;
  let ended = 0;
  for (const [begun, at] of starts.entries()) {
    while ((ends[ended] ?? Infinity) <= at && ended < begun) ended += 1;
    most = Math.max(most, begun + 1 - ended);
  }
  return most;
}

interface TimingFactsProps {
  readonly detail: LogDetail;
  readonly children: ReactNode;
}

/** When a request was sent, when its response arrived, and their sizes. */
export function TimingFacts({ detail: { row, http }, children }: TimingFactsProps) {
  const first = http?.firstByteMs ?? null;
  return (
    <div className={timingFactsStyles.timing}>
      <div className={timingFactsStyles.facts}>
        <KeyValue
          items={[
            { name: 'Sent', value: clock(row.at) },
            { name: 'First byte', value: first === null ? null : `after ${first} ms` },
            {
              name: row.answerBytes === null ? 'Timed out' : 'Answered',
              value: row.durationMs === null ? null : `after ${duration(row)}`,
            },
            { name: 'Status', value: statusOf(row).word },
            { name: 'Message', value: row.message },
            { name: 'Request', value: bytesText(row.bytes) },
            { name: 'Answer', value: row.answerBytes === null ? null : bytesText(row.answerBytes) },
            { name: 'Id', value: row.rpcId },
          ]}
        />
      </div>
      {children}
    </div>
  );
}
