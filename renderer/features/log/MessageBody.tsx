import { useEffect, useMemo, useState } from 'react';
import { revealInvisible } from '../../../shared/invisible.ts';
import { CodeText } from '../../components/CodeText/CodeText.tsx';
import { IconButton } from '../../components/IconButton/IconButton.tsx';
import { LongText } from '../../components/LongText/LongText.tsx';
import { Spinner } from '../../components/Progress/Progress.tsx';
import { useApi } from '../../store/context.ts';
import styles from './Messages.module.css';

/** Laid out at once; a message may be 24 MiB, and all of it can be copied. */
const shownAtOnce = 200_000;

/** One message's JSON, secrets masked by the main side. */
export function MessageBody({ id, onClose }: { id: number; onClose: () => void }) {
  const api = useApi();
  const [json, setJson] = useState<string | null | undefined>();
  const [error, setError] = useState<string | null>(null);
  useEffect(() => {
    let over = false;
    setJson(undefined);
    setError(null);
    void api.getLogMessage({ id }).then((reply) => {
      if (over) return;
      if (reply.ok) setJson(reply.value.json);
      else setError(reply.error.message);
    });
    return () => {
      over = true;
    };
  }, [api, id]);
  const shown = useMemo(() => revealInvisible((json ?? '').slice(0, shownAtOnce)), [json]);
  return (
    <section className={styles.message} aria-label="Message">
      <div className={styles.messageBar}>
        <span>Message</span>
        <span className={styles.end}>
          {typeof json === 'string' && <CodeText text="JSON" copy={json} label="Copy as JSON" />}
          <IconButton icon="cross" small label="Close the message" onPress={onClose} />
        </span>
      </div>
      {error !== null && <p className={styles.empty}>{error}</p>}
      {error === null && json === undefined && (
        <p className={styles.empty}>
          <Spinner label="Loading the message" />
        </p>
      )}
      {json === null && (
        <p className={styles.empty}>
          This message has left the log: only the latest ones are kept.
        </p>
      )}
      {typeof json === 'string' && (
        <pre className={styles.json} tabIndex={0} aria-label="JSON">
          <LongText text={shown} />
          {json.length > shownAtOnce ? '\n… (copy it to see the rest)' : ''}
        </pre>
      )}
    </section>
  );
}
