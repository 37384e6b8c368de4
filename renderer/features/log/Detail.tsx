import { useState, type ReactNode, type Ref } from 'react';
import type { LogDetail } from '../../../shared/model/log.ts';
import { Button } from '../../components/Button/Button.tsx';
import { CodeText } from '../../components/CodeText/CodeText.tsx';
import { IconButton } from '../../components/IconButton/IconButton.tsx';
import { Spinner } from '../../components/Progress/Progress.tsx';
import { Tabs, type TabItem } from '../../components/Tabs/Tabs.tsx';
import { BodyText } from './BodyText.tsx';
import { HeaderList } from './HeaderList.tsx';
import { JsonTree } from './json/JsonTree.tsx';
import { MeaningView } from './MeaningView.tsx';
import { wrongIn } from './meaning-text.ts';
import { TimingFacts } from './TimingFacts.tsx';
import { useDetail } from './use-detail.ts';
import { bytesText, methodWord } from './log-text.ts';
import styles from './Messages.module.css';

interface Props {
  /** The opened file; null for the live log. */
  readonly log: string | null;
  readonly id: number;
  readonly revision: number | null;
  /** The text to highlight in the bodies. */
  readonly marked: string;
  readonly onClose: () => void;
  /** Actions for the row, above its bodies. */
  readonly actions?: ((detail: LogDetail) => ReactNode) | undefined;
  readonly ref?: Ref<HTMLElement>;
}

/** One row: request, response, HTTP details and timing. */
export function Detail({ log, id, revision, marked, onClose, actions, ref }: Props) {
  const load = useDetail(log, id, revision);
  const [form, setForm] = useState<Form>('raw');
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
          <Parts key={id} detail={load.detail} shown={{ marked, form, onForm: setForm }} />
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
}

function Parts({ detail, shown }: { readonly detail: LogDetail; readonly shown: Shown }) {
  const { row, request, response, http, meaning } = detail;
  const isExchange = row.kind === 'exchange';
  const [tab, setTab] = useState(
    isExchange && row.status !== 'waiting' && response !== null ? 'response' : 'request',
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
    items.push({ id: 'timing', label: 'Timing', content: <TimingFacts detail={detail} /> });
  return (
    <Tabs
      label="Parts of the message"
      fill
      items={items}
      selected={items.some(({ id }) => id === tab) ? tab : 'request'}
      onSelect={setTab}
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
