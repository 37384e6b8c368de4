import { adviceOn } from '../../../shared/connection-advice.ts';
import type { ServerView } from '../../../shared/model/server.ts';
import { Banner } from '../../components/Banner/Banner.tsx';
import { Button } from '../../components/Button/Button.tsx';
import { LongText } from '../../components/LongText/LongText.tsx';
import { ScrollText } from '../../components/ScrollText/ScrollText.tsx';
import { useActions, useApi } from '../../store/context.ts';
import { OfferBanner } from './sign-in/OfferBanner.tsx';
import { Starting } from './Starting.tsx';
import { Advice, FailureFacts } from './FailureFacts.tsx';
import styles from './page.module.css';
import layout from '../../components/Page/Page.module.css';

/** Says what keeps a server from being there, with the way on. Nothing when it is connected. */
export function ConnectionCard({ server }: { server: ServerView }) {
  const api = useApi();
  const actions = useActions();
  const { connection, label } = server;
  const retry = (
    <Button
      size="sm"
      icon="refresh"
      onClick={() =>
        void actions.attempt(api.reconnectServer({ server: label }), 'It was not reconnected')
      }
    >
      Try again
    </Button>
  );
  switch (connection.status) {
    case 'ready':
      if (server.signIn.offer !== null)
        return <OfferBanner server={server} offer={server.signIn.offer} />;
      return server.strayRecords > 0 ? (
        <Banner tone="warn" title="This label pointed at another server before">
          {server.strayRecords} {server.strayRecords === 1 ? 'decision was' : 'decisions were'} made
          for that one. They do not apply here.
        </Banner>
      ) : null;
    case 'connecting':
      return <Starting connection={connection} label={label} />;
    case 'disabled':
      return (
        <Banner
          tone="neutral"
          title="Switched off"
          actions={
            <Button
              size="sm"
              icon="power"
              onClick={() =>
                void actions.attempt(
                  api.setServerEnabled({ server: label, enabled: true }),
                  'It was not switched on',
                )
              }
            >
              Switch on
            </Button>
          }
        >
          Nothing is started and nothing is asked of it.
        </Banner>
      );
    case 'needs-consent':
      return (
        <Banner
          tone="warn"
          title={
            connection.changed
              ? 'Its command changed since you allowed it to start'
              : 'It has not been started yet'
          }
          actions={
            <Button
              size="sm"
              variant="primary"
              onClick={() => actions.openOverlay({ kind: 'consent', server: label })}
            >
              Review command…
            </Button>
          }
        >
          Starting it runs a command on this machine. See the command before you say yes.
        </Banner>
      );
    case 'uncontacted':
      return (
        <Banner
          tone={connection.changed ? 'warn' : 'neutral'}
          title={
            connection.changed
              ? 'Its address changed since you connected to it'
              : 'It has not been contacted yet'
          }
          actions={
            <Button
              size="sm"
              variant="primary"
              onClick={() =>
                void actions.attempt(api.reconnectServer({ server: label }), 'It was not contacted')
              }
            >
              Connect
            </Button>
          }
        >
          Nothing is sent to its address, shown below, before you connect.
        </Banner>
      );
    case 'failed': {
      const { failure } = connection;
      const lines = failure.stderr.length > 0 ? failure.stderr : server.stderr;
      if (server.signIn.offer !== null)
        return (
          <OfferBanner
            server={server}
            offer={server.signIn.offer}
            said={failure.message}
            actions={retry}
          />
        );
      return (
        <div className={layout.stack}>
          <Banner tone="bad" title={failure.message} actions={retry}>
            <Advice advice={adviceOn(failure)} />
            <FailureFacts connection={connection} />
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
    default:
      return connection satisfies never;
  }
}
