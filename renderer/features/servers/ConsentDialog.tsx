import { useEffect } from 'react';
import { Banner } from '../../components/Banner/Banner.tsx';
import { Button } from '../../components/Button/Button.tsx';
import { Dialog } from '../../components/Dialog/Dialog.tsx';
import { KeyValue } from '../../components/KeyValue/KeyValue.tsx';
import { focusOnMount } from '../../components/focus.ts';
import { useActions, useApi, useApp } from '../../store/context.ts';
import styles from './page.module.css';

/**
 * Before a command starts for the first time, or after it changed: exactly what will run, and the
 * way out in focus.
 */
export function ConsentDialog({ server: label }: { server: string }) {
  const server = useApp((app) => app.servers.get(label));
  const api = useApi();
  const { closeOverlay, attempt } = useActions();
  const connection = server?.connection;
  const over = connection?.status !== 'needs-consent';
  useEffect(() => {
    if (over) closeOverlay();
  }, [closeOverlay, over]);
  if (!server || connection?.status !== 'needs-consent' || server.target.type !== 'stdio')
    return null;
  const { target } = server;
  const start = async () => {
    closeOverlay();
    await attempt(
      api.allowStart({ server: label, fingerprint: connection.fingerprint }),
      `“${label}” was not started`,
    );
  };
  return (
    <Dialog
      title={`Start “${label}”?`}
      role="alertdialog"
      isOpen
      onClose={closeOverlay}
      footer={
        <>
          <Button ref={focusOnMount} onClick={closeOverlay}>
            Cancel
          </Button>
          <Button variant="primary" icon="play" onClick={() => void start()}>
            Start this command
          </Button>
        </>
      }
    >
      <div className={styles.stack}>
        {connection.changed ? (
          <Banner tone="warn" title="The command changed">
            You allowed another command for this server before. Read this one as if it were new.
          </Banner>
        ) : (
          <p>
            This runs a program on your machine, with your rights, each time Skillgate connects to
            the server.
          </p>
        )}
        <div className={styles.card}>
          <KeyValue
            items={[
              { name: 'Command', value: <code>{target.command}</code> },
              {
                name: 'Arguments',
                value:
                  target.args.length > 0 ? (
                    <ol className={styles.stack} style={{ gap: 2 }}>
                      {target.args.map((arg, index) => (
                        <li key={`${index}:${arg}`}>
                          <code>{arg === '' ? '(empty)' : arg}</code>
                        </li>
                      ))}
                    </ol>
                  ) : (
                    'none'
                  ),
              },
              { name: 'Folder', value: target.cwd ?? 'where Skillgate was started' },
              {
                name: 'Environment',
                value:
                  target.envNames.length > 0
                    ? target.envNames.map((name) => (
                        <div key={name}>
                          <code>{name}</code> = ••••••
                        </div>
                      ))
                    : 'nothing added',
              },
            ]}
          />
        </div>
      </div>
    </Dialog>
  );
}
