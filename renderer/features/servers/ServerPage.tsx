import { useEffect } from 'react';
import type { ServerTarget, ServerView } from '../../../shared/model/server.ts';
import { Button } from '../../components/Button/Button.tsx';
import { EmptyState } from '../../components/EmptyState/EmptyState.tsx';
import { KeyValue } from '../../components/KeyValue/KeyValue.tsx';
import { CodeText } from '../../components/CodeText/CodeText.tsx';
import { useActions, useApp } from '../../store/context.ts';
import { ConformanceSection } from './conformance/ConformanceSection.tsx';
import { ConnectionCard } from './ConnectionCard.tsx';
import { ListingSection } from './ListingSection.tsx';
import { DialectSection } from './DialectSection.tsx';
import { NotListedSection } from './NotListedSection.tsx';
import { RefusedSection } from './RefusedSection.tsx';
import { SaidByServer } from './SaidByServer.tsx';
import { AccountSection } from './sign-in/AccountSection.tsx';
import { ServerActions } from './ServerActions.tsx';
import { StderrSection } from './StderrSection.tsx';
import { TemplatesSection } from './TemplatesSection.tsx';
import { connectionText, targetText, transportText } from './server-text.ts';
import styles from './page.module.css';
import layout from '../../components/Page/Page.module.css';

/** One server: its connection, identity, messages and listing. */
export function ServerPage({ server: label }: { server: string }) {
  const server = useApp((app) => app.servers.get(label));
  const { askConsent, selectHome } = useActions();
  const asks = server?.connection.status === 'needs-consent' ? server.connection.fingerprint : null;
  useEffect(() => {
    if (asks !== null) askConsent(label, asks);
  }, [askConsent, asks, label]);
  if (!server)
    return (
      <EmptyState
        icon="server"
        title={`There’s no server “${label}”`}
        actions={<Button onClick={selectHome}>Overview</Button>}
      >
        It was removed or renamed.
      </EmptyState>
    );
  const { target, facts } = server;
  return (
    <article className={layout.page} aria-labelledby="server-title">
      <header className={layout.header}>
        <div className={layout.heading}>
          <h1 className={layout.title} id="server-title">
            {server.label}
          </h1>
          <p className={styles.subtitle}>
            {transportText(target, server.connection)} ·{' '}
            {wantsSignIn(server) ? 'needs you to sign in' : connectionText(server.connection)}
            {facts && ` · protocol ${facts.protocolVersion}`}
          </p>
        </div>
        <ServerActions server={server} />
      </header>
      <ConnectionCard server={server} />
      <AccountSection server={server} />
      <ListingSection server={server} />
      <TemplatesSection server={server} />
      <NotListedSection server={server} />
      <DialectSection server={server} />
      <ConformanceSection key={`check ${server.label}`} server={server} />
      <RefusedSection server={server.label} />
      <section className={layout.section}>
        <h2 className={styles.sectionTitle}>Configured as</h2>
        <div className={layout.card}>
          <KeyValue
            items={[
              {
                name: target.type === 'stdio' ? 'Command' : 'Address',
                value: <CodeText text={targetText(target)} copy />,
              },
              { name: 'Folder', value: target.type === 'stdio' ? target.cwd : undefined },
              {
                name: 'Start in',
                // Servers from a session list start in that list's folder.
                value:
                  target.type === 'stdio' && server.source === 'stored'
                    ? target.startIn
                    : undefined,
              },
              {
                name: target.type === 'stdio' ? 'Environment' : 'Headers',
                value: secretNames(target.type === 'stdio' ? target.envNames : target.headerNames),
              },
              { name: 'Start timeout', value: startTimeText(target) },
              { name: 'Identity', value: <CodeText text={server.identity} copy /> },
              {
                name: 'Kept in',
                value: server.source === 'session' ? 'this session only' : 'your server list',
              },
            ]}
          />
        </div>
      </section>
      <StderrSection key={server.label} server={server} />
      <SaidByServer server={server} />
    </article>
  );
}

const wantsSignIn = ({ connection, signIn }: ServerView): boolean =>
  connection.status === 'failed' && signIn.offer !== null;

const startTimeText = ({ startTimeout }: ServerTarget): string | undefined =>
  startTimeout === undefined ? undefined : `up to ${startTimeout} s`;

const secretNames = (names: readonly string[]) =>
  names.length > 0 ? names.map((name) => `${name} = ••••••`).join(', ') : undefined;
