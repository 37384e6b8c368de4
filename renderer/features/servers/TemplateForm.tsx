import { useEffect, useId, useMemo, useState, useRef } from 'react';
import { revealInvisible } from '../../../shared/invisible.ts';
import { ServerText } from '../../components/ServerText/ServerText.tsx';
import type { TemplateView } from '../../../shared/model/template.ts';
import { Button } from '../../components/Button/Button.tsx';
import { ComboBox } from '../../components/ComboBox/ComboBox.tsx';
import { useActions, useApi } from '../../store/context.ts';
import styles from './page.module.css';
import layout from '../../components/Page/Page.module.css';

const settleMs = 120;

/** What the person filled in, the URI that it makes, and what opening it takes. */
function useTemplate(server: string, template: TemplateView) {
  const api = useApi();
  const { selectSkill } = useActions();
  const [values, setValues] = useState<Readonly<Record<string, string>>>({});
  const [uri, setUri] = useState('');
  const [error, setError] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const given = useMemo(
    () => Object.fromEntries(Object.entries(values).filter(([, value]) => value !== '')),
    [values],
  );
  const complete = template.variables.every((name) => (given[name] ?? '') !== '');
  useEffect(() => {
    setError(null);
    setUri('');
    if (!complete) return undefined;
    let current = true;
    const timer = setTimeout(
      () =>
        void api
          .expandTemplate({ server, template: template.template, values: given })
          .then((reply) => {
            if (!current) return;
            setUri(reply.ok ? reply.value.uri : '');
            if (!reply.ok) setError(reply.error.message);
          }),
      settleMs,
    );
    return () => {
      current = false;
      clearTimeout(timer);
    };
  }, [api, server, template, given, complete]);
  const missing = template.variables.filter((name) => (given[name] ?? '') === '');
  const reason = busy
    ? 'Waiting for the server'
    : missing.length > 0
      ? `Fill in: ${missing.map((name) => revealInvisible(name)).join(', ')}`
      : error !== null
        ? 'These values don’t make a URI'
        : uri === ''
          ? 'Building the URI'
          : null;
  const open = async (): Promise<void> => {
    if (reason !== null) return;
    setBusy(true);
    setError(null);
    const reply = await api.openByUri({ server, uri });
    setBusy(false);
    if (reply.ok) selectSkill(server, reply.value.row.uri);
    else setError(reply.error.message);
  };
  const fill = (name: string, value: string): void =>
    setValues((before) => ({ ...before, [name]: value }));
  return { given, fill, uri, error, busy, reason, open };
}

/** One field per variable; the resulting URI is shown before it's requested. */
export function TemplateForm({ server, template }: { server: string; template: TemplateView }) {
  const title = useId();
  const { given, fill, uri, error, busy, reason, open } = useTemplate(server, template);
  return (
    <form
      className={styles.item}
      aria-labelledby={title}
      onSubmit={(event) => {
        event.preventDefault();
        void open();
      }}
    >
      <div className={styles.itemHead}>
        <span className={styles.grow}>
          <strong id={title}>{revealInvisible(template.name || template.template)}</strong>{' '}
          {template.name !== '' && (
            <code className={layout.muted}>{revealInvisible(template.template)}</code>
          )}
        </span>
      </div>
      {template.description !== '' && (
        <ServerText by="Description, from the server">
          {revealInvisible(template.description)}
        </ServerText>
      )}
      <div className={styles.variables}>
        {template.variables.map((name) => (
          <Variable
            key={name}
            server={server}
            template={template.template}
            name={name}
            values={given}
            onChange={(value) => fill(name, value)}
          />
        ))}
      </div>
      <div className={layout.row}>
        <span className={styles.grow} role="status">
          <span className="visually-hidden">URI: </span>
          <code>
            {uri === '' ? (
              <span className={layout.muted}>{revealInvisible(template.template)}</span>
            ) : (
              revealInvisible(uri)
            )}
          </code>
        </span>
        <Button type="submit" size="sm" reason={reason}>
          {busy ? 'Asking…' : 'Open'}
        </Button>
      </div>
      {error !== null && (
        <p role="alert" className={styles.error}>
          {error}
        </p>
      )}
    </form>
  );
}

function Variable({
  server,
  template,
  name,
  values,
  onChange,
}: {
  server: string;
  template: string;
  name: string;
  values: Readonly<Record<string, string>>;
  onChange: (value: string) => void;
}) {
  const [active, setActive] = useState(false);
  const value = values[name] ?? '';
  const others = useMemo(
    () => Object.fromEntries(Object.entries(values).filter(([other]) => other !== name)),
    [values, name],
  );
  const {
    values: suggestions,
    more,
    busy,
  } = useCompletion({ server, template, variable: name, value, others }, active);
  return (
    <ComboBox
      label={name}
      mono
      value={value}
      onChange={onChange}
      suggestions={suggestions}
      onFocus={() => setActive(true)}
      hint={
        !active
          ? '\u00a0'
          : busy
            ? 'Asking the server…'
            : more
              ? 'The server has more suggestions. Keep typing.'
              : suggestions.length === 0
                ? 'No suggestions.'
                : `${suggestions.length} suggested`
      }
    />
  );
}

const completionSettleMs = 200;

interface CompletionState {
  readonly values: readonly string[];
  readonly more: boolean;
  readonly busy: boolean;
}

/**
 * The server's suggestions for a template variable after the person pauses typing. Drops answers to
 * older text, and asks nothing before `active`: completing sends the server a request.
 */
function useCompletion(
  input: {
    readonly server: string;
    readonly template: string;
    readonly variable: string;
    readonly value: string;
    readonly others: Readonly<Record<string, string>>;
  },
  active: boolean,
): CompletionState {
  const api = useApi();
  const { server, template, variable, value } = input;
  const others = JSON.stringify(input.others);
  const [state, setState] = useState<CompletionState>({ values: [], more: false, busy: false });
  const turn = useRef(0);
  useEffect(() => {
    const mine = ++turn.current;
    if (!active) return undefined;
    const timer = setTimeout(() => {
      setState((before) => ({ ...before, busy: true }));
      void api
        .completeTemplate({
          server,
          template,
          variable,
          value,
          others: JSON.parse(others) as Record<string, string>,
        })
        .then((reply) => {
          if (mine === turn.current)
            setState(
              reply.ok ? { ...reply.value, busy: false } : { values: [], more: false, busy: false },
            );
        });
    }, completionSettleMs);
    return () => clearTimeout(timer);
  }, [active, api, server, template, variable, value, others]);
  return state;
}
