import { useEffect, useRef, useState } from 'react';
import type { RequestOutput } from '../../../shared/contract.ts';
import type { ServerView } from '../../../shared/model/server.ts';
import { Button } from '../../components/Button/Button.tsx';
import { useCopied } from '../../components/copy-text.ts';
import { LongText } from '../../components/LongText/LongText.tsx';
import { ScrollText } from '../../components/ScrollText/ScrollText.tsx';
import { useApi, useApp } from '../../store/context.ts';
import styles from './page.module.css';
import layout from '../../components/Page/Page.module.css';

/** Load a process's lines at most this often, in ms, however much it writes. */
const everyMs = 500;

/**
 * A running server's standard error, collapsed and loaded only while open. For a failed server, the
 * banner at the top has the last lines.
 */
export function StderrSection({ server }: { server: ServerView }) {
  const [open, setOpen] = useState(false);
  const { target, connection, label } = server;
  const runs = connection.status === 'ready' || connection.status === 'connecting';
  if (target.type !== 'stdio' || !runs) return null;
  return (
    <details
      className={styles.fold}
      open={open}
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <summary>
        <h2 className={styles.foldTitle}>Standard error</h2>{' '}
        <span className={styles.aside}>what its process prints</span>
      </summary>
      {open && <StderrLines label={label} />}
    </details>
  );
}

function StderrLines({ label }: { label: string }) {
  const { said, problem } = useStderr(label);
  const text = (said?.lines ?? []).join('\n');
  const [copied, copy] = useCopied(text);
  if (problem !== null) return <p role="alert">The output couldn’t be loaded. {problem}</p>;
  if (said === null) return null;
  if (text === '') return <p className={layout.muted}>No output yet.</p>;
  const { lines, lost } = said;
  return (
    <div className={layout.stack}>
      <div className={layout.row}>
        <span className={layout.muted}>
          {lost === 0
            ? lineCount(lines.length)
            : `The last ${lineCount(lines.length)}; ${lost.toLocaleString('en')} ` +
              `earlier ${lost === 1 ? 'line isn’t' : 'lines aren’t'} shown`}
        </span>
        <Button size="sm" icon={copied ? 'check' : 'copy'} onClick={copy}>
          {copied ? 'Copied' : 'Copy'}
        </Button>
      </div>
      <ScrollText label={`Standard error, from ${label}`}>
        <LongText text={text} />
      </ScrollText>
    </div>
  );
}

const lineCount = (count: number): string =>
  count === 1 ? 'one line' : `${count.toLocaleString('en')} lines`;

interface StderrState {
  readonly said: RequestOutput<'getStderr'> | null;
  /** Why the latest request failed, or null. */
  readonly problem: string | null;
}

/** The last lines, requested again when the log gets a new one. */
function useStderr(label: string): StderrState {
  const api = useApi();
  const [state, setState] = useState<StderrState>({ said: null, problem: null });
  const newest = useApp(
    (app) =>
      app.log.rows.findLast(({ server, kind }) => server === label && kind === 'stderr')?.id ?? 0,
  );
  const latest = useRef(newest);
  useEffect(() => {
    latest.current = newest;
  }, [newest]);
  useEffect(() => {
    let current = true;
    let asked: number | null = null;
    const look = (): void => {
      if (asked === latest.current) return;
      asked = latest.current;
      void api.getStderr({ server: label }).then((reply) => {
        if (!current) return;
        setState((before) =>
          reply.ok
            ? { said: reply.value, problem: null }
            : { said: before.said, problem: reply.error.message },
        );
      });
    };
    look();
    const timer = setInterval(look, everyMs);
    return () => {
      current = false;
      clearInterval(timer);
    };
  }, [api, label]);
  return state;
}
