import { useMemo, useRef, useState, type KeyboardEvent } from 'react';
import {
  flipWords,
  type CheckFlips,
  type ConformanceReport,
} from '../../../../shared/model/report.ts';
import { countedWords, endingWords, outcomeOf } from '../../../../shared/model/report-text.ts';
import { cx } from '../../../components/cx.ts';
import { Icon } from '../../../components/Icon/Icon.tsx';
import { TextField } from '../../../components/TextField/TextField.tsx';
import { focusedExchange, useShowExchange } from '../../../store/show-exchange.ts';
import { CheckItem } from './CheckItem.tsx';
import { firstExchange, filtered, groups, marksOf, noteLeft, useBackToCheck } from './groups.ts';
import styles from './conformance.module.css';
import layout from '../../../components/Page/Page.module.css';

/** Above this many faulty checks, all start collapsed. */
const mostOpen = 3;

interface Props {
  readonly server: string;
  readonly report: ConformanceReport;
  readonly flips: CheckFlips | null;
  readonly at: number;
}

/** A report: failures first, passed checks folded, and what changed since the last run. */
export function ReportView({ server, report, flips, at }: Props) {
  const [filter, setFilter] = useState('');
  const box = useRef<HTMLDivElement>(null);
  const first = useMemo(() => firstExchange(report), [report]);
  useShowExchange(
    first === null
      ? null
      : () => {
          const request = Number(focusedExchange() ?? first);
          noteLeft(server, box.current, request);
          return { of: 'check', server, request };
        },
  );
  useBackToCheck(server, box);
  const marks = useMemo(() => marksOf(flips), [flips]);
  const shown = useMemo(() => filtered(report, filter), [report, filter]);
  const isFiltered = filter.trim() !== '';
  const bad = shown.filter(({ faults }) => faults.length > 0);
  return (
    <div className={layout.stack}>
      <Outcome report={report} flips={flips} at={at} />
      <Fixed flips={flips} />
      <div className={styles.filter}>
        <TextField
          label="Filter checks"
          hideLabel
          icon="search"
          placeholder="Filter checks"
          value={filter}
          onChange={setFilter}
          onKeyDown={(event) => {
            if (event.key !== 'Escape' || filter === '') return;
            event.stopPropagation();
            setFilter('');
          }}
        />
        <span role="status" className={layout.muted}>
          {isFiltered ? `${shown.length} of ${report.checks.length} checks` : ''}
        </span>
      </div>
      {/* Arrows go from check to check; each is a control of its own. */}
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions */}
      <div ref={box} className={styles.groups} onKeyDown={betweenChecks}>
        {groups.map(({ verdict, title, folded }) => {
          const checks = shown.filter((check) => check.verdict === verdict);
          if (checks.length === 0) return null;
          return (
            <details key={`${verdict} ${isFiltered}`} open={isFiltered || !folded}>
              <summary className={styles.groupTitle}>
                <h3 className={styles.groupName}>{title}</h3>{' '}
                <span className={styles.aside}>{checks.length}</span>
              </summary>
              <ul className={styles.list} aria-label={title}>
                {checks.map((check) => (
                  <CheckItem
                    key={check.id}
                    server={server}
                    check={check}
                    marks={marks}
                    isOpen={check.faults.length > 0 && bad.length <= mostOpen}
                  />
                ))}
              </ul>
            </details>
          );
        })}
      </div>
    </div>
  );
}

function Outcome({ report, flips, at }: Omit<Props, 'server'>) {
  const outcome = outcomeOf(report);
  return (
    <>
      <div>
        <p className={cx(styles.outcome, styles[outcome])}>
          <Icon name={{ pass: 'check', warn: 'warning', fail: 'error' }[outcome] as 'check'} />
          <span>
            <strong>{endingWords(report)}</strong> {countedWords(report.checks)}
          </span>
        </p>
        <p className={layout.muted}>
          Checked {timeOf(at)}
          {report.protocol === null ? '' : ` · protocol ${report.protocol}`}
          {flips !== null && ` · since the last check: ${flipWords(flips)}`}
        </p>
      </div>
      {report.unfinished.length > 0 && (
        <ul className={styles.unfinished} aria-label="Not checked">
          {report.unfinished.map((said) => (
            <li key={said}>Not checked: {said}</li>
          ))}
        </ul>
      )}
    </>
  );
}

/**
 * Faults of the previous run that are gone, at the top: otherwise they'd be among the passed
 * checks.
 */
function Fixed({ flips }: { flips: CheckFlips | null }) {
  if (flips === null || flips.fixed.length === 0) return null;
  const { fixed } = flips;
  return (
    <div className={styles.fixed}>
      <h3 className={styles.groupName}>
        <Icon name="check" /> Fixed since the last check
      </h3>
      <ul aria-label="Fixed">
        {fixed.slice(0, mostFixed).map(({ check, subject }) => (
          <li key={`${check}\n${subject}`}>
            <code>{check}</code> <span className={layout.muted}>{subject}</span>
          </li>
        ))}
      </ul>
      {fixed.length > mostFixed && (
        <p className={layout.muted}>and {(fixed.length - mostFixed).toLocaleString('en')} more</p>
      )}
    </div>
  );
}
const mostFixed = 10;

function betweenChecks(event: KeyboardEvent<HTMLElement>): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  const from = event.target as HTMLElement;
  if (step === undefined || from.tagName !== 'SUMMARY') return;
  const all = [...event.currentTarget.querySelectorAll<HTMLElement>('summary')].filter((one) =>
    one.checkVisibility(),
  );
  const next = all[all.indexOf(from) + step];
  if (next === undefined) return;
  event.preventDefault();
  next.focus();
}

const timeOf = (at: number): string =>
  new Date(at).toLocaleTimeString('en', { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
