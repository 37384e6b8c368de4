import { revealInvisible } from '../../../shared/invisible.ts';
import type { ServerView } from '../../../shared/model/server.ts';
import { KeyValue } from '../../components/KeyValue/KeyValue.tsx';
import { LongText } from '../../components/LongText/LongText.tsx';
import { ScrollText } from '../../components/ScrollText/ScrollText.tsx';
import { ServerText } from '../../components/ServerText/ServerText.tsx';
import styles from './page.module.css';
import layout from '../../components/Page/Page.module.css';

/** The server's self-description. Text only: an attacker controls every character. */
export function SaidByServer({ server }: { server: ServerView }) {
  const { facts } = server;
  if (!facts) return null;
  const saidBy = (what: string, text: string) =>
    text === '' ? (
      ''
    ) : (
      <ServerText by={`${what}, from ${server.label}`}>{revealInvisible(text)}</ServerText>
    );
  return (
    <section className={layout.section} style={{ gap: 'var(--s4)' }}>
      <h2 className={styles.sectionTitle}>
        About this server <span className={styles.aside}>self-reported, unverified</span>
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
