import { revealInvisible } from '../../../shared/invisible.ts';
import type { ServerView } from '../../../shared/model/server.ts';
import { Button } from '../../components/Button/Button.tsx';
import { KeyValue } from '../../components/KeyValue/KeyValue.tsx';
import { LongText } from '../../components/LongText/LongText.tsx';
import { ScrollText } from '../../components/ScrollText/ScrollText.tsx';
import { ServerText } from '../../components/ServerText/ServerText.tsx';
import { useActions, useApi } from '../../store/context.ts';
import styles from './page.module.css';
import layout from '../../components/Page/Page.module.css';

/** What the server says of itself. Text only; an attacker controls every character. */
export function SaidByServer({ server }: { server: ServerView }) {
  const { facts } = server;
  const api = useApi();
  const actions = useActions();
  if (!facts) return null;
  const open = async (uri: string) => {
    const detail = await actions.attempt(
      api.openByUri({ server: server.label, uri }),
      'The skill was not opened',
    );
    if (detail) actions.selectSkill(server.label, detail.row.uri);
  };
  const saidBy = (what: string, text: string) =>
    text === '' ? (
      ''
    ) : (
      <ServerText by={`${what}, from ${server.label}`}>{revealInvisible(text)}</ServerText>
    );
  return (
    <section className={layout.section} style={{ gap: 'var(--s4)' }}>
      <h2 className={styles.sectionTitle}>
        What it says of itself <span className={styles.aside}>shown as sent; proves nothing</span>
      </h2>
      <div className={layout.card}>
        <KeyValue
          items={[
            { name: 'Name', value: saidBy('Name', facts.serverName) },
            { name: 'Version', value: saidBy('Version', facts.serverVersion) },
            { name: 'Protocol', value: facts.protocolVersion },
            { name: 'Lists folders', value: facts.directoryRead ? 'yes' : 'no' },
          ]}
        />
      </div>
      {facts.mentioned.length > 0 && (
        <div className={layout.stack}>
          <h3>Skills that its instructions mention and its list does not have</h3>
          <ul className={styles.list}>
            {facts.mentioned.map((uri) => (
              <li key={uri} className={styles.item}>
                <div className={styles.itemHead}>
                  <code className={styles.grow}>{revealInvisible(uri)}</code>
                  <Button size="sm" onClick={() => void open(uri)}>
                    Open
                  </Button>
                </div>
              </li>
            ))}
          </ul>
        </div>
      )}
      {facts.instructions !== '' && (
        <div className={layout.section}>
          <h3>Instructions</h3>
          <ServerText by={`Instructions, from ${server.label}`}>
            <ScrollText label="Instructions">
              <LongText text={revealInvisible(facts.instructions)} />
            </ScrollText>
          </ServerText>
        </div>
      )}
      <div className={layout.section}>
        <h3>Capabilities</h3>
        <ScrollText label="Capabilities">
          <LongText text={revealInvisible(facts.capabilities)} />
        </ScrollText>
      </div>
    </section>
  );
}
