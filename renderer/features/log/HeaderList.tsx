import type { HttpFacts } from '../../../shared/model/log.ts';
import { revealInvisible } from '../../../shared/invisible.ts';
import { KeyValue } from '../../components/KeyValue/KeyValue.tsx';
import styles from './Messages.module.css';

const items = (headers: HttpFacts['requestHeaders']) =>
  headers.map(([name, value]) => ({
    name: revealInvisible(name),
    value: <code className={styles.value}>{revealInvisible(value)}</code>,
  }));

/** The HTTP headers of an exchange; the main process masks secrets. */
export function HeaderList({ http }: { readonly http: HttpFacts }) {
  const status =
    http.status === null ? 'no response' : `${http.status} ${revealInvisible(http.statusText)}`;
  return (
    <div className={styles.facts} tabIndex={0} role="group" aria-label="Headers">
      <KeyValue
        items={[
          {
            name: http.method,
            value: <code className={styles.value}>{revealInvisible(http.url)}</code>,
          },
          { name: 'Status', value: status.trim() },
        ]}
      />
      <h3>Sent</h3>
      <KeyValue items={items(http.requestHeaders)} />
      <h3>Received</h3>
      {http.responseHeaders.length === 0 ? (
        <p className={styles.faint}>None.</p>
      ) : (
        <KeyValue items={items(http.responseHeaders)} />
      )}
    </div>
  );
}
