import type { ServerView } from '../../../../shared/model/server.ts';
import { Button } from '../../../components/Button/Button.tsx';
import { useActions, useApi, useApp } from '../../../store/context.ts';
import { runningOn } from '../../../store/work.ts';
import { ReportView } from './ReportView.tsx';
import { useReport } from './use-report.ts';
import styles from './conformance.module.css';
import layout from '../../../components/Page/Page.module.css';
import { counted } from '../../../../shared/size-text.ts';
import type { Operation } from '../../../../shared/model/operation.ts';
import { useNow } from '../use-now.ts';
import { Menu } from '../../../components/Menu/Menu.tsx';

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
  if (target.type === 'well-known') return null;
  const check = (isFresh: boolean): void =>
    void attempt(api.checkServer({ server: label, isFresh }), notStarted);
  return (
    <section className={layout.section} aria-labelledby="conformance-title">
      <h2 className={styles.title} id="conformance-title">
        <span className={styles.unbroken}>Server check</span>{' '}
        <span className={styles.aside}>tests the rules of the specification</span>
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

/** A running check: how many answers, how long, and what it's waiting for. */
function Running({ operation }: { operation: Operation }) {
  const { done, message, startedAt } = operation;
  const now = useNow();
  const seconds = Math.max(0, Math.floor((now - startedAt) / 1_000));
  const requests = `${counted(done, 'request')} answered`;
  return (
    <p className={layout.muted} aria-label="Check in progress">
      Checking for {seconds} s · {requests}
      {message === '' ? '' : ` · ${message}`}
    </p>
  );
}

const formats = [
  { format: 'markdown', name: 'Markdown', ending: 'md' },
  { format: 'json', name: 'JSON', ending: 'json' },
] as const;

/** The report to paste into an issue or process: what the command prints. */
function ExportReport({ server }: { server: string }) {
  const api = useApi();
  const { attempt, toast } = useActions();
  const text = async (format: (typeof formats)[number]['format']): Promise<string | undefined> =>
    (await attempt(api.exportReport({ server, format }), 'Couldn’t export the report'))?.text;
  const copy = async ({ format, name }: (typeof formats)[number]): Promise<void> => {
    const made = await text(format);
    if (made === undefined) return;
    await navigator.clipboard.writeText(made).then(
      () => toast('ok', `Copied the report as ${name}.`),
      () => toast('bad', 'Couldn’t copy to the clipboard.'),
    );
  };
  const save = async ({ format, name, ending }: (typeof formats)[number]): Promise<void> => {
    const made = await text(format);
    if (made === undefined) return;
    const file = `${server.replaceAll(/[^\w.-]+/g, '-').slice(0, 80)}-report.${ending}`;
    const saved = await attempt(
      api.saveFile({ name: file, text: made }),
      'Couldn’t save the report',
    );
    if (saved?.saved) toast('ok', `Saved the report as ${name}.`);
  };
  return (
    <Menu
      size="sm"
      label="Export the report"
      text="Export"
      icon="external"
      items={[
        ...formats.map((one) => ({
          id: `copy-${one.format}`,
          label: `Copy as ${one.name}`,
          icon: 'copy' as const,
          run: () => void copy(one),
        })),
        ...formats.map((one) => ({
          id: `save-${one.format}`,
          label: `Save as ${one.name}…`,
          icon: 'arrowDown' as const,
          run: () => void save(one),
        })),
      ]}
    />
  );
}
