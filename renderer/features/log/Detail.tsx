import { useState, type ReactNode, type Ref, useEffect } from 'react';
import type { LogDetail, LogRow, HttpFacts } from '../../../shared/model/log.ts';
import { Button } from '../../components/Button/Button.tsx';
import { CodeText } from '../../components/CodeText/CodeText.tsx';
import { IconButton } from '../../components/IconButton/IconButton.tsx';
import { Spinner } from '../../components/Progress/Progress.tsx';
import { Tabs, type TabItem } from '../../components/Tabs/Tabs.tsx';
import { BodyText } from './BodyText.tsx';
import { JsonTree } from './json/JsonTree.tsx';
import { MeaningView } from './MeaningView.tsx';
import { wrongIn, bytesText, methodWord } from './log-text.ts';
import { TimingFacts, Waterfall } from './Waterfall.tsx';
import styles from './Messages.module.css';
import { revealInvisible } from '../../../shared/invisible.ts';
import { KeyValue } from '../../components/KeyValue/KeyValue.tsx';
import { useApi } from '../../store/context.ts';

interface Props {
  /** The opened file; null for the live log. */
  readonly log: string | null;
  readonly id: number;
  /** All rows of that log, by id. */
  readonly rows: readonly LogRow[];
  readonly revision: number | null;
  /** The text to highlight in the bodies. */
  readonly marked: string;
  readonly onChoose: (id: number) => void;
  readonly onClose: () => void;
  /** Actions for the row, above its bodies. */
  readonly actions?: ((detail: LogDetail) => ReactNode) | undefined;
  readonly ref?: Ref<HTMLElement>;
}

/** One row: request, response, HTTP details and timing. */
export function Detail(props: Props) {
  const { log, id, rows, revision, marked, onChoose, onClose, actions, ref } = props;
  const load = useDetail(log, id, revision);
  const [form, setForm] = useState<Form>('raw');
  const [part, setPart] = useState('response');
  return (
    // Escape leaves it from anywhere inside.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <section
      ref={ref}
      className={styles.message}
      // The drawer may be open below the page.
      aria-label={actions === undefined ? 'Message in the drawer' : 'Message'}
      tabIndex={-1}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.defaultPrevented) return;
        event.stopPropagation();
        onClose();
      }}
    >
      <div className={styles.messageBar}>
        <span className={styles.what}>
          {load.status === 'there' ? methodWord(load.detail.row) : 'Message'}
        </span>
        <span className={styles.end}>
          <IconButton icon="cross" small label="Close the message" onPress={onClose} />
        </span>
      </div>
      {load.status === 'error' && <p className={styles.empty}>{load.message}</p>}
      {load.status === 'loading' && (
        <p className={styles.empty}>
          <Spinner label="Loading the message" />
        </p>
      )}
      {load.status === 'gone' && (
        <p className={styles.empty}>
          This message is no longer in the log, which keeps only the latest ones. Errors and pinned
          rows stay longest.
        </p>
      )}
      {load.status === 'there' && (
        <>
          {actions?.(load.detail)}
          <Parts
            key={id}
            detail={load.detail}
            shown={{ marked, form, onForm: setForm, part, onPart: setPart }}
            waterfall={<Waterfall rows={rows} of={load.detail.row} onChoose={onChoose} />}
          />
        </>
      )}
    </section>
  );
}

/** How bodies are shown, raw or as a tree; it stays the same from row to row. */
type Form = 'raw' | 'tree';
interface Shown {
  readonly marked: string;
  readonly form: Form;
  readonly onForm: (form: Form) => void;
  /** The part last chosen. */
  readonly part: string;
  readonly onPart: (part: string) => void;
}

interface PartsProps {
  readonly detail: LogDetail;
  readonly shown: Shown;
  readonly waterfall: ReactNode;
}

function Parts({ detail, shown, waterfall }: PartsProps) {
  const { row, request, response, http, meaning } = detail;
  const isExchange = row.kind === 'exchange';
  // A person goes from bar to bar, and stays in the timing.
  const [tab, setTab] = useState(
    shown.part === 'timing'
      ? shown.part
      : isExchange && row.status !== 'waiting' && response !== null
        ? 'response'
        : 'request',
  );
  const items: TabItem[] = [
    {
      id: 'request',
      label: isExchange ? 'Request' : 'Text',
      note: bytesText(row.bytes),
      content: <Body text={request} label={isExchange ? 'Request' : 'Text'} shown={shown} />,
    },
  ];
  if (isExchange)
    items.push({
      id: 'response',
      label: 'Response',
      ...(row.answerBytes === null ? {} : { note: bytesText(row.answerBytes) }),
      content:
        row.answerBytes === null ? (
          <p className={styles.empty}>
            {row.status === 'waiting' ? 'No response yet.' : row.message}
          </p>
        ) : (
          <Body text={response} label="Response" shown={shown} />
        ),
    });
  if (http !== null)
    items.push({ id: 'headers', label: 'Headers', content: <HeaderList http={http} /> });
  if (isExchange && row.direction === 'sent')
    items.push({
      id: 'meaning',
      label: 'What it means',
      note: wrongIn(meaning),
      content: <MeaningView server={row.server} meaning={meaning} />,
    });
  if (isExchange)
    items.push({
      id: 'timing',
      label: 'Timing',
      content: <TimingFacts detail={detail}>{waterfall}</TimingFacts>,
    });
  return (
    <Tabs
      label="Parts of the message"
      fill
      items={items}
      selected={items.some(({ id }) => id === tab) ? tab : 'request'}
      onSelect={(id) => {
        setTab(id);
        shown.onPart(id);
      }}
    />
  );
}

function Body({
  text,
  label,
  shown: { marked, form, onForm },
}: {
  readonly text: string | null;
  readonly label: string;
  readonly shown: Shown;
}) {
  if (text === null)
    return (
      <p className={styles.empty}>
        This body is no longer kept: newer messages replaced it. Pin a row to keep it longer.
      </p>
    );
  const isTree = /^\s*[[{]/.test(text);
  return (
    <div className={styles.bodyOf}>
      <div className={styles.copy}>
        {isTree && (
          <Button
            size="sm"
            variant="quiet"
            aria-pressed={form === 'tree'}
            onClick={() => onForm(form === 'tree' ? 'raw' : 'tree')}
          >
            Tree
          </Button>
        )}
        <CodeText text="JSON" copy={text} label={`Copy the ${label.toLowerCase()}`} />
      </div>
      {form === 'tree' && isTree ? (
        <JsonTree label={label} text={text} marked={marked} />
      ) : (
        <BodyText label={label} text={text} marked={marked} />
      )}
    </div>
  );
}

const items = (headers: HttpFacts['requestHeaders']) =>
  headers.map(([name, value]) => ({
    name: revealInvisible(name),
    value: <code className={styles.value}>{revealInvisible(value)}</code>,
  }));

/** The HTTP headers of an exchange; the main process masks secrets. */
function HeaderList({ http }: { readonly http: HttpFacts }) {
  const status =
    http.status === null ? 'no response' : `${http.status} ${revealInvisible(http.statusText)}`;
  return (
    <div className={styles.facts} tabIndex={0} role="group" aria-label="Headers">
      <KeyValue
        items={[
          {
            name: http.method,
            value: <code className={styles.value}>{revealInvisible(http.url)}</code>,
          },
          { name: 'Status', value: status.trim() },
        ]}
      />
      <h3>Sent</h3>
      <KeyValue items={items(http.requestHeaders)} />
      <h3>Received</h3>
      {http.responseHeaders.length === 0 ? (
        <p className={styles.faint}>None.</p>
      ) : (
        <KeyValue items={items(http.responseHeaders)} />
      )}
    </div>
  );
}

export type DetailLoad =
  | { readonly status: 'loading' }
  | { readonly status: 'gone' }
  | { readonly status: 'error'; readonly message: string }
  | { readonly status: 'there'; readonly detail: LogDetail };

/**
 * One row with its bodies, loaded when opened and again when it changes; the old content stays
 * meanwhile. `log`: an opened file, null for the live log.
 */
export function useDetail(log: string | null, id: number, revision: number | null): DetailLoad {
  const api = useApi();
  const [load, setLoad] = useState<{ readonly of: string; readonly load: DetailLoad } | null>(null);
  const of = `${log ?? ''}\n${id}`;
  useEffect(() => {
    let over = false;
    void api.getLogDetail({ log, id }).then((reply) => {
      if (over) return;
      const { detail } = reply.ok ? reply.value : { detail: null };
      const next: DetailLoad = !reply.ok
        ? { status: 'error', message: reply.error.message }
        : detail === null
          ? { status: 'gone' }
          : { status: 'there', detail };
      setLoad({ of, load: next });
    });
    return () => {
      over = true;
    };
  }, [api, log, id, revision, of]);
  return load?.of === of ? load.load : { status: 'loading' };
}
