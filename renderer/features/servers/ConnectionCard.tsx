import { adviceOn, lastFailure, startingAdviceOn } from '../../../shared/connection-advice.ts';
import type {
  ServerView,
  ConnectionFailure,
  ConnectionState,
} from '../../../shared/model/server.ts';
import { Banner } from '../../components/Banner/Banner.tsx';
import { Button } from '../../components/Button/Button.tsx';
import { LongText } from '../../components/LongText/LongText.tsx';
import { ScrollText } from '../../components/ScrollText/ScrollText.tsx';
import { useActions, useApi } from '../../store/context.ts';
import { OfferBanner } from './sign-in/AccountSection.tsx';
import { Advice, FailureFacts, StartingFacts } from './ProblemList.tsx';
import styles from './page.module.css';
import layout from '../../components/Page/Page.module.css';
import { ServerText } from '../../components/ServerText/ServerText.tsx';
import { isSlowStart } from './server-text.ts';
import { useNow } from './use-now.ts';

/** Says why a server isn't connected and what to do; shows nothing if it is. */
export function ConnectionCard({ server }: { server: ServerView }) {
  const { connection, label, signIn } = server;
  const failure = lastFailure(connection);
  if (failure !== null) return <Failed server={server} failure={failure} />;
  switch (connection.status) {
    case 'ready':
      if (signIn.offer !== null) return <OfferBanner server={server} offer={signIn.offer} />;
      return server.strayRecords > 0 ? (
        <Banner tone="warn" title="This label used to point to a different server">
          {server.strayRecords} {server.strayRecords === 1 ? 'decision was' : 'decisions were'} made
          for that server. They don’t apply here.
        </Banner>
      ) : null;
    case 'connecting':
      return <Starting connection={connection} server={server} />;
    case 'disabled':
      return <SwitchedOff label={label} />;
    case 'needs-consent':
      return <NotAllowed label={label} isChanged={connection.changed} />;
    case 'uncontacted':
      return <NotContacted label={label} isChanged={connection.changed} />;
    case 'failed':
      return null;
    default:
      return connection satisfies never;
  }
}

function SwitchedOff({ label }: { label: string }) {
  const api = useApi();
  const { attempt } = useActions();
  const enable = (): void =>
    void attempt(api.setServerEnabled({ server: label, enabled: true }), 'Couldn’t switch it on');
  return (
    <Banner
      tone="neutral"
      title="Switched off"
      actions={
        <Button size="sm" icon="power" onClick={enable}>
          Switch on
        </Button>
      }
    >
      Skillgate doesn’t start or contact it.
    </Banner>
  );
}

function NotAllowed({ label, isChanged }: { label: string; isChanged: boolean }) {
  const { openOverlay } = useActions();
  return (
    <Banner
      tone="warn"
      title={isChanged ? 'Its command changed since you allowed it' : 'Not started yet'}
      actions={
        <Button
          size="sm"
          variant="primary"
          onClick={() => openOverlay({ kind: 'consent', server: label })}
        >
          Review command…
        </Button>
      }
    >
      Starting it runs a command on this machine. Review the command first.
    </Banner>
  );
}

function NotContacted({ label, isChanged }: { label: string; isChanged: boolean }) {
  const api = useApi();
  const { attempt } = useActions();
  return (
    <Banner
      tone={isChanged ? 'warn' : 'neutral'}
      title={isChanged ? 'Its address changed since you last connected' : 'Not contacted yet'}
      actions={
        <Button
          size="sm"
          variant="primary"
          onClick={() => void attempt(api.reconnectServer({ server: label }), 'Couldn’t connect')}
        >
          Connect
        </Button>
      }
    >
      Skillgate sends nothing to its address (below) until you connect.
    </Banner>
  );
}

/** Also while the attempt is repeated: until that succeeds, the person may know better. */
function Failed({ server, failure }: { server: ServerView; failure: ConnectionFailure }) {
  const api = useApi();
  const { attempt, editServer, openProtocol } = useActions();
  const { connection, label, signIn } = server;
  const lines = failure.stderr.length > 0 ? failure.stderr : server.stderr;
  const retry = (
    <Button
      size="sm"
      icon="refresh"
      onClick={() => void attempt(api.reconnectServer({ server: label }), 'Couldn’t reconnect')}
    >
      Try again
    </Button>
  );
  if (signIn.offer !== null)
    return (
      <OfferBanner server={server} offer={signIn.offer} said={failure.message} actions={retry} />
    );
  return (
    <div className={layout.stack}>
      <Banner
        tone="bad"
        title={failure.message}
        actions={
          <>
            {retry}
            <Button size="sm" icon="edit" onClick={() => editServer(label)}>
              Edit…
            </Button>
            <Button size="sm" icon="eye" onClick={() => openProtocol()}>
              Show log
            </Button>
          </>
        }
      >
        <Advice advice={adviceOn(failure)} />
        {connection.status === 'failed' && <FailureFacts connection={connection} />}
        {connection.status === 'connecting' && <StartingFacts connection={connection} />}
      </Banner>
      {lines.length > 0 && (
        <section className={layout.section}>
          <h2 className={styles.sectionTitle}>Last lines of its standard error</h2>
          <ScrollText label="Last lines of standard error">
            <LongText text={lines.join('\n')} />
          </ScrollText>
        </section>
      )}
    </div>
  );
}

/** A starting server: elapsed time and the last line that its process wrote. */
function Starting({
  connection,
  server: { label, target },
}: {
  connection: Extract<ConnectionState, { status: 'connecting' }>;
  server: ServerView;
}) {
  const now = useNow();
  const { said } = connection;
  return (
    <div className={layout.stack}>
      <StartingFacts connection={connection} />
      {isSlowStart(connection, now) && <Advice advice={startingAdviceOn(target)} />}
      {said !== undefined && (
        <ServerText by={`Last line of standard error, from ${label}`}>
          <LongText text={said} />
        </ServerText>
      )}
    </div>
  );
}
