import { useEffect, useState } from 'react';
import type { ServerTarget, ServerView } from '../../../shared/model/server.ts';
import type { ServerTab } from '../../../shared/place.ts';
import { Button } from '../../components/Button/Button.tsx';
import { EmptyState } from '../../components/EmptyState/EmptyState.tsx';
import { KeyValue } from '../../components/KeyValue/KeyValue.tsx';
import { CodeText } from '../../components/CodeText/CodeText.tsx';
import { Tabs } from '../../components/Tabs/Tabs.tsx';
import { useActions, useApp, useApi } from '../../store/context.ts';
import { ConformanceSection } from './conformance/ConformanceSection.tsx';
import { ConnectionCard } from './ConnectionCard.tsx';
import { FolderPage } from './FolderPage.tsx';
import { ListingSection, NotListedSection, RefusedSection } from './ListingSection.tsx';
import { DialectSection } from './DialectSection.tsx';
import { AccountSection } from './sign-in/AccountSection.tsx';
import { ServerActions } from './ServerActions.tsx';
import { StderrSection } from './StderrSection.tsx';
import { connectionText, targetText, transportText } from './server-text.ts';
import styles from './page.module.css';
import layout from '../../components/Page/Page.module.css';
import type { RequestReply } from '../../../shared/contract.ts';
import type { TemplateView } from '../../../shared/model/template.ts';
import { Banner } from '../../components/Banner/Banner.tsx';
import { TemplateForm } from './TemplateForm.tsx';
import { revealInvisible } from '../../../shared/invisible.ts';
import { LongText } from '../../components/LongText/LongText.tsx';
import { ScrollText } from '../../components/ScrollText/ScrollText.tsx';
import { ServerText } from '../../components/ServerText/ServerText.tsx';

/** One server: its connection, identity, messages and listing. */
export function ServerPage({ server: label, tab }: { server: string; tab: ServerTab | undefined }) {
  const server = useApp((app) => app.servers.get(label));
  const { askConsent, selectHome, setServerTab } = useActions();
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
  if (server.folder !== undefined) return <FolderPage server={server} path={server.folder} />;
  // Whoever wrote the entry chose where it leads, so its address is on screen beside *Connect*.
  const isUncontacted = server.connection.status === 'uncontacted';
  return (
    <article className={layout.page} aria-labelledby="server-title">
      <Header server={server} />
      <ConnectionCard server={server} />
      {isUncontacted && <Configuration server={server} />}
      <div className={styles.tabs}>
        <Tabs
          label="About this server"
          selected={tab ?? 'skills'}
          onSelect={(id) =>
            setServerTab(label, id === 'details' || id === 'authors' ? id : undefined)
          }
          items={[
            {
              id: 'skills',
              label: 'Skills',
              content: (
                <div className={styles.panel}>
                  <ListingSection server={server} />
                  <NotListedSection server={server} />
                  <RefusedSection server={label} />
                </div>
              ),
            },
            {
              id: 'details',
              label: 'Details',
              content: (
                <div className={styles.panel}>
                  <AccountSection server={server} />
                  {!isUncontacted && <Configuration server={server} />}
                  <StderrSection server={server} />
                  <SaidByServer server={server} />
                </div>
              ),
            },
            {
              id: 'authors',
              label: 'For authors',
              content: (
                <div className={styles.panel}>
                  <DialectSection server={server} />
                  <ConformanceSection server={server} />
                  <TemplatesSection server={server} />
                  <Capabilities server={server} />
                </div>
              ),
            },
          ]}
        />
      </div>
    </article>
  );
}

function Header({ server }: { server: ServerView }) {
  const { target, facts } = server;
  return (
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
  );
}

/** How its entry in the server list is written; never a secret's value. */
function Configuration({ server }: { server: ServerView }) {
  const { target } = server;
  return (
    <section className={layout.section}>
      <h2 className={styles.sectionTitle}>Configured as</h2>
      <div className={layout.card}>
        <KeyValue
          items={[
            {
              name: target.type === 'stdio' ? 'Command' : 'Address',
              value: <CodeText text={targetText(target)} copy />,
            },
            {
              name: 'Working folder (cwd)',
              value: target.type === 'stdio' ? target.cwd : undefined,
            },
            {
              name: 'Start in',
              // Servers from a session list start in that list's folder.
              value:
                target.type === 'stdio' && server.source === 'stored' ? target.startIn : undefined,
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
  );
}

const wantsSignIn = ({ connection, signIn }: ServerView): boolean =>
  connection.status === 'failed' && signIn.offer !== null;

const startTimeText = ({ startTimeout }: ServerTarget): string | undefined =>
  startTimeout === undefined ? undefined : `up to ${startTimeout} s`;

const secretNames = (names: readonly string[]) =>
  names.length > 0 ? names.map((name) => `${name} = ••••••`).join(', ') : undefined;

/** Skills that the server creates by name: one form per template, nothing without templates. */
function TemplatesSection({ server }: { server: ServerView }) {
  const api = useApi();
  const { label, listing } = server;
  const ready = server.connection.status === 'ready';
  const [answer, setAnswer] = useState<RequestReply<TemplateView[]> | null>(null);
  useEffect(() => {
    if (!ready || listing.status === 'loading') return undefined;
    let current = true;
    void api.listTemplates({ server: label }).then((reply) => {
      if (current) setAnswer(reply);
    });
    return () => {
      current = false;
    };
  }, [api, label, ready, listing.status, listing.at]);
  if (!ready || answer === null || (answer.ok && answer.value.length === 0)) return null;
  return (
    <section className={layout.section} aria-labelledby="templates-title">
      <h2 className={styles.sectionTitle} id="templates-title">
        Templates <span className={styles.aside}>open a skill by name, listed or not</span>
      </h2>
      {answer.ok ? (
        <div className={styles.forms}>
          {answer.value.map((template) => (
            <TemplateForm key={template.template} server={label} template={template} />
          ))}
        </div>
      ) : (
        <Banner tone="warn" title="Couldn’t list its templates">
          {answer.error.message}
        </Banner>
      )}
    </section>
  );
}

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
    </section>
  );
}

function Capabilities({ server: { facts } }: { server: ServerView }) {
  if (!facts) return null;
  return (
    <section className={layout.section}>
      <h2 className={styles.sectionTitle}>
        Capabilities <span className={styles.aside}>self-reported</span>
      </h2>
      <ScrollText label="Capabilities">
        <LongText text={revealInvisible(facts.capabilities)} />
      </ScrollText>
    </section>
  );
}
