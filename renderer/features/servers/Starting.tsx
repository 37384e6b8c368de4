import type { ConnectionState } from '../../../shared/model/server.ts';
import { LongText } from '../../components/LongText/LongText.tsx';
import { Spinner } from '../../components/Progress/Progress.tsx';
import { ServerText } from '../../components/ServerText/ServerText.tsx';
import { startingAdvice } from '../../../shared/connection-advice.ts';
import { Advice } from './FailureFacts.tsx';
import { isSlowStart, startingText } from './server-text.ts';
import { useNow } from './use-now.ts';
import layout from '../../components/Page/Page.module.css';

/** A starting server: elapsed time and the last line that its process wrote. */
export function Starting({
  connection,
  label,
}: {
  connection: Extract<ConnectionState, { status: 'connecting' }>;
  label: string;
}) {
  const now = useNow();
  const { said } = connection;
  return (
    <div className={layout.stack}>
      <div className={layout.row}>
        <Spinner label="Connecting" />
        <span className={layout.muted}>{startingText(connection, now)}</span>
      </div>
      {isSlowStart(connection, now) && <Advice advice={startingAdvice} />}
      {said !== undefined && (
        <ServerText by={`Last line of standard error, from ${label}`}>
          <LongText text={said} />
        </ServerText>
      )}
    </div>
  );
}
