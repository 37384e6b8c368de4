import { useEffect, useRef, useState } from 'react';
import {
  paramsTemplate,
  paramsProblems,
  paramsSchema,
} from '../../../shared/model/reading-params.ts';
import { Button } from '../../components/Button/Button.tsx';
import { IconButton } from '../../components/IconButton/IconButton.tsx';
import { Select } from '../../components/Select/Select.tsx';
import { TextField } from '../../components/TextField/TextField.tsx';
import { useApi, useApp } from '../../store/context.ts';
import styles from './ProtocolPage.module.css';
import { revealInvisible } from '../../../shared/invisible.ts';
import { Icon } from '../../components/Icon/Icon.tsx';
import paramsHelpStyles from './ParamsHelp.module.css';

/** What opened the composer. */
export interface ComposerInput {
  readonly server: string;
  /** The row whose request is being edited; null for a new request. */
  readonly row: number | null;
}

interface Props {
  readonly of: ComposerInput;
  readonly onSent: (row: number) => void;
  readonly onClose: () => void;
}

interface Draft {
  readonly methods: readonly string[];
  readonly method: string;
  readonly params: string;
}

/** Keeps what the person wrote; untouched fields get the new method's parameters. */
const paramsFor = ({ method, params }: Draft, next: string): string =>
  ['', '{}', paramsTemplate(method)].includes(params.trim()) ? paramsTemplate(next) : params;

/** Keeps what was written before the server changed, as far as the new server accepts it. */
const merged = (before: Draft | null, fresh: Draft): Draft =>
  before === null || !fresh.methods.includes(before.method)
    ? fresh
    : { ...before, methods: fresh.methods };

/** A request that a person writes and sends. It may only read, which the main process checks. */
export function Composer({ of, onSent, onClose }: Props) {
  const api = useApi();
  const [busy, setBusy] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const [server, setServer] = useState(of.server);
  // A row's request from another server stays as written; the methods are this server's own.
  const row = server === of.server ? of.row : null;
  const { draft, setDraft, problem, setProblem } = useDraft(server, row);
  const servers = useApp((app) => app.servers);
  const targets = [...servers.values()]
    .filter(
      ({ label, connection, folder }) =>
        folder === undefined && (label === server || connection.status === 'ready'),
    )
    .map(({ label }) => label);
  const isChoice = targets.length > 1;
  const isReady = draft !== null;
  useEffect(() => {
    if (isReady) form.current?.querySelector('textarea')?.focus();
  }, [isReady]);
  const send = async (): Promise<void> => {
    if (draft === null || busy) return;
    setBusy(true);
    const { method, params } = draft;
    const reply = await api.sendByHand({ server, method, params });
    setBusy(false);
    setProblem(reply.ok ? null : reply.error.message);
    if (reply.ok) onSent(reply.value.row);
  };
  return (
    // The form's keys are those of its fields.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <form
      ref={form}
      className={styles.composer}
      aria-label="Send a request"
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
      onKeyDown={(event) => {
        if (event.key === 'Escape') {
          event.stopPropagation();
          onClose();
        }
        if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
          event.preventDefault();
          void send();
        }
      }}
    >
      <div className={styles.composerHead}>
        <h2 className={styles.composerTitle}>
          {isChoice ? 'Send a request' : `Send to ${server}`}
        </h2>
        <IconButton icon="cross" small label="Close without sending" onPress={onClose} />
      </div>
      {isChoice && (
        <Select
          label="Server"
          value={server}
          options={targets.map((id) => ({ id, label: id }))}
          onChange={setServer}
        />
      )}
      {draft !== null && <Fields draft={draft} onDraft={setDraft} problem={problem} busy={busy} />}
      {draft === null && <p role="status">{problem ?? 'Loading methods…'}</p>}
    </form>
  );
}

function useDraft(server: string, row: number | null) {
  const api = useApi();
  const [draft, setDraft] = useState<Draft | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  useEffect(() => {
    let over = false;
    void api.composeLog({ server, row }).then((reply) => {
      if (over) return;
      if (reply.ok) setDraft((before) => merged(before, reply.value));
      setProblem(reply.ok ? null : reply.error.message);
    });
    return () => {
      over = true;
    };
  }, [api, server, row]);
  return { draft, setDraft, problem, setProblem };
}

function Fields({
  draft,
  onDraft,
  problem,
  busy,
}: {
  draft: Draft;
  onDraft: (draft: Draft) => void;
  problem: string | null;
  busy: boolean;
}) {
  return (
    <>
      <Select
        label="Method"
        value={draft.method}
        options={draft.methods.map((id) => ({ id, label: id }))}
        onChange={(method) => onDraft({ ...draft, method, params: paramsFor(draft, method) })}
      />
      <TextField
        label="Parameters"
        mono
        rows={8}
        value={draft.params}
        error={problem}
        hint={<ParamsHelp method={draft.method} params={draft.params} />}
        onChange={(params) => onDraft({ ...draft, params })}
      />
      <div>
        <Button type="submit" variant="primary" hint="mod+enter" reason={busy ? 'Sending…' : null}>
          Send
        </Button>
      </div>
    </>
  );
}

/** Beside the field: the method's parameters and which are already filled in. */
function ParamsHelp({ method, params }: { method: string; params: string }) {
  const schema = paramsSchema(method);
  const problems = paramsProblems(method, params);
  const members = Object.entries(schema?.properties ?? {}).filter(([name]) => name !== '_meta');
  return (
    <span className={paramsHelpStyles.help}>
      {members.length === 0 && <span>{method} takes no parameters of its own.</span>}
      {members.map(([name, { type, description }]) => (
        <span key={name}>
          <code>{name}</code> {type}
          {schema?.required?.includes(name) === true ? ', required' : ''}
          {description === undefined ? '' : `: ${description}`}
        </span>
      ))}
      <span aria-live="polite" className={paramsHelpStyles.help}>
        {problems.map(({ path, said }) => (
          <span key={`${path}\n${said}`} className={paramsHelpStyles.problem}>
            <Icon name="warning" size={14} className={paramsHelpStyles.sign} />
            <span>
              <code>{revealInvisible(path)}</code> {said}
            </span>
          </span>
        ))}
        {problems.length > 0 && <span>You can send it anyway to see how the server responds.</span>}
      </span>
      <span>Sends read-only requests. Responses don’t affect listings, checks or decisions.</span>
    </span>
  );
}
