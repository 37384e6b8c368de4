import type { Problem } from '../../../shared/model/problem.ts';
import { Badge } from '../../components/Badge/Badge.tsx';
import { KeyValue } from '../../components/KeyValue/KeyValue.tsx';
import { LongText } from '../../components/LongText/LongText.tsx';
import { ScrollText } from '../../components/ScrollText/ScrollText.tsx';
import styles from './page.module.css';
import { turnText, type ConnectionAdvice } from '../../../shared/connection-advice.ts';
import type { ConnectionState } from '../../../shared/model/server.ts';
import { Spinner } from '../../components/Progress/Progress.tsx';
import { failureFacts, startingText } from './server-text.ts';
import { useNow } from './use-now.ts';
import layout from '../../components/Page/Page.module.css';

/** The server check for the same problem, or else the listing's rule. */
export const ruleName = ({ check, rule }: Problem): string => check?.id ?? rule;

/** Each problem with its rule, field, expected and actual value. */
export function ProblemList({ problems }: { problems: readonly Problem[] }) {
  if (problems.length === 0) return null;
  return (
    <ul className={styles.list}>
      {problems.map((problem) => (
        <li
          key={`${problem.rule}\n${problem.field ?? ''}\n${problem.message}`}
          className={styles.item}
        >
          <div className={styles.itemHead}>
            <span className={styles.grow}>{problem.message}</span>
            <Badge tone="warn">{ruleName(problem)}</Badge>
          </div>
          <ProblemStep problem={problem} />
          <ProblemFacts problem={problem} />
        </li>
      ))}
    </ul>
  );
}

/** Who has to act, if known, and the last output of a process that ended. */
function ProblemStep({ problem: { turn, next, stderr = [] } }: { problem: Problem }) {
  return (
    <>
      {turn !== undefined && next !== undefined && <Advice advice={{ turn, next }} />}
      {stderr.length > 0 && (
        <ScrollText label="Last lines of standard error">
          <LongText text={stderr.join('\n')} />
        </ScrollText>
      )}
    </>
  );
}

export function ProblemFacts({ problem }: { problem: Problem }) {
  const { check, message } = problem;
  const items = [
    { name: 'Rule', value: check?.words },
    { name: 'Field', value: problem.field },
    { name: 'Expected', value: problem.expected },
    { name: 'Actual', value: problem.actual },
    { name: 'Specification', value: problem.clause },
    // The advice already contains it.
    { name: 'Fix', value: check && !message.endsWith(check.fix) ? check.fix : undefined },
  ].filter((item) => item.value !== undefined && item.value !== '');
  return items.length > 0 ? <KeyValue items={items} /> : null;
}

/** Who has to act, and the next step. */
export const Advice = ({
  advice: { turn, next },
}: {
  advice: Pick<ConnectionAdvice, 'turn' | 'next'>;
}) => (
  <p>
    <strong>{turnText[turn]}.</strong> {next}
  </p>
);

/** An attempt in progress and how long it takes. */
export function StartingFacts({
  connection,
}: {
  connection: Extract<ConnectionState, { status: 'connecting' }>;
}) {
  const now = useNow();
  return (
    <div className={layout.row}>
      <Spinner label="Connecting" />
      <span className={layout.muted}>{startingText(connection, now)}</span>
    </div>
  );
}

/** Details of a failure, with the seconds until the next attempt. */
export function FailureFacts({
  connection,
}: {
  connection: Extract<ConnectionState, { status: 'failed' }>;
}) {
  const { retryAt } = connection;
  const now = useNow(retryAt !== null);
  const facts = failureFacts(connection, now);
  return facts === '' ? null : <p className={layout.muted}>{facts}</p>;
}
