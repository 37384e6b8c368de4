import { useMemo } from 'react';
import type { ServerView } from '../../../../shared/model/server.ts';
import { Button } from '../../../components/Button/Button.tsx';
import { useActions, useApi, useApp, useCommands } from '../../../store/context.ts';
import type { PaletteCommand } from '../../../store/state.ts';
import { runningOn } from '../../../store/work.ts';
import { ExportReport } from './ExportReport.tsx';
import { ReportView } from './ReportView.tsx';
import { Running } from './Running.tsx';
import { useReport } from './use-report.ts';
import styles from './conformance.module.css';
import layout from '../../../components/Page/Page.module.css';

/** For a server's author: which rules it breaks, checked on request. */
export function ConformanceSection({ server }: { server: ServerView }) {
  const api = useApi();
  const { attempt } = useActions();
  const { label, connection, target, enabled } = server;
  const held = useReport(label);
  const running = useApp(({ operations }) => runningOn(operations, 'conformance', label, null));
  const isChecking = running !== undefined;
  const isReady = connection.status === 'ready';
  const barred = isChecking
    ? 'Already being checked (see the bottom of the window)'
    : isReady
      ? null
      : 'Not connected';
  const isHere = isReady || (connection.status === 'failed' && enabled);
  const again = target.type === 'stdio' ? 'Restart and check' : 'Reconnect and check';
  useCommands(
    useMemo(
      (): readonly PaletteCommand[] =>
        barred === null
          ? [
              {
                id: 'check-server',
                title: `Check ${label} against the specification`,
                group: 'Server',
                icon: 'play',
                run: () =>
                  void attempt(api.checkServer({ server: label, anew: false }), notStarted),
              },
            ]
          : [],
      [api, attempt, barred, label],
    ),
  );
  if (target.type === 'well-known') return null;
  const check = (anew: boolean): void =>
    void attempt(api.checkServer({ server: label, anew }), notStarted);
  return (
    <section className={layout.section} aria-labelledby="conformance-title">
      <h2 className={styles.title} id="conformance-title">
        <span className={styles.unbroken}>For its author</span>{' '}
        <span className={styles.aside}>spec problems and fixes</span>
      </h2>
      <div className={layout.row}>
        <Button size="sm" icon="tool" reason={barred} onClick={() => check(false)}>
          {held?.report ? 'Check again' : 'Check the server'}
        </Button>
        <Button
          size="sm"
          icon="refresh"
          reason={isChecking ? barred : isHere ? null : 'Not connected'}
          onClick={() => check(true)}
        >
          {again}
        </Button>
        {held?.report && <ExportReport server={label} />}
      </div>
      {running !== undefined && <Running key={running.operationId} operation={running} />}
      {held !== null && held.report === null && !isChecking && (
        <p className={layout.muted}>
          Sends read-only requests and never calls tools. Large servers take up to a minute.
        </p>
      )}
      {held?.report && (
        <ReportView server={label} report={held.report} flips={held.flips} at={held.at ?? 0} />
      )}
    </section>
  );
}

const notStarted = 'Couldn’t start the check';
