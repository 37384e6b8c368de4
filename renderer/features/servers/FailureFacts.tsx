import { turnText, type ConnectionAdvice } from '../../../shared/connection-advice.ts';
import type { ConnectionState } from '../../../shared/model/server.ts';
import { failureFacts } from './server-text.ts';
import { useNow } from './use-now.ts';
import layout from '../../components/Page/Page.module.css';

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
