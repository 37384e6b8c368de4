import { useEffect, useRef, useState, type ReactNode, type RefObject } from 'react';
import { startSeconds } from '../../../shared/model/plain.ts';
import { Button } from '../../components/Button/Button.tsx';
import { IconButton } from '../../components/IconButton/IconButton.tsx';
import { Select } from '../../components/Select/Select.tsx';
import { TextField } from '../../components/TextField/TextField.tsx';
import type { FormErrors, SecretRow, ServerForm } from './server-form.ts';
import styles from './page.module.css';
import layout from '../../components/Page/Page.module.css';
import type { RequestReply } from '../../../shared/contract.ts';
import { Dialog } from '../../components/Dialog/Dialog.tsx';
import { focusOnMount } from '../../components/focus.ts';
import { useActions } from '../../store/context.ts';

const types = [
  { id: 'stdio', label: 'Command on this machine (stdio)' },
  { id: 'http', label: 'Address (streamable HTTP)' },
  { id: 'sse', label: 'Address (server-sent events)' },
  { id: 'well-known', label: 'Site (Agent Skills Discovery, no MCP)' },
] as const;

/**
 * A server's fields, for adding and editing. Errors are passed only after the person tried to save.
 */
export function ServerFields({
  form,
  errors,
  onChange,
}: {
  form: ServerForm;
  errors: FormErrors;
  onChange: (form: ServerForm) => void;
}) {
  const set = (change: Partial<ServerForm>) => onChange({ ...form, ...change });
  return (
    <>
      <TextField
        label="Label"
        value={form.label}
        onChange={(label) => set({ label })}
        error={errors.label}
        placeholder="acme"
        hint="A name for you. Renaming doesn’t affect decisions."
      />
      <Select
        label="Connection"
        value={form.type}
        options={types}
        onChange={(type) => set({ type })}
      />
      {form.type === 'stdio' ? (
        <CommandFields form={form} errors={errors} onSet={set} />
      ) : (
        <TextField
          label="Address"
          mono
          value={form.url}
          onChange={(url) => set({ url })}
          error={errors.url}
          placeholder="https://mcp.acme.example/mcp"
        />
      )}
      <Secrets
        kind={form.type === 'stdio' ? 'Environment' : 'Headers'}
        rows={form.secrets}
        error={errors.secrets}
        onChange={(secrets) => set({ secrets })}
      />
      {form.type !== 'well-known' && (
        <TextField
          label="Start timeout, in seconds"
          inputMode="numeric"
          value={form.startTimeout}
          onChange={(startTimeout) => set({ startTimeout })}
          error={errors.startTimeout}
          placeholder={String(startSeconds.usual)}
          hint={
            'How long to wait for the first response: ' +
            `1 to ${startSeconds.most}. Allow for downloads by package runners.`
          }
        />
      )}
    </>
  );
}

function CommandFields({
  form,
  errors,
  onSet,
}: {
  form: ServerForm;
  errors: FormErrors;
  onSet: (change: Partial<ServerForm>) => void;
}) {
  return (
    <>
      <TextField
        label="Command"
        mono
        value={form.command}
        onChange={(command) => onSet({ command })}
        error={errors.command}
        placeholder="npx"
      />
      <TextField
        label="Arguments"
        mono
        rows={3}
        value={form.args}
        onChange={(args) => onSet({ args })}
        hint="One per line, without quotes."
      />
      <TextField
        label="Working folder (cwd)"
        mono
        value={form.cwd}
        onChange={(cwd) => onSet({ cwd })}
        placeholder="none"
        hint={
          'The command starts here. It identifies the server: if you change it, your decisions no ' +
          'longer apply.'
        }
      />
      <TextField
        label="Start in"
        mono
        value={form.startIn}
        onChange={(startIn) => onSet({ startIn })}
        placeholder="an empty folder that Skillgate provides"
        hint={
          'Where the command starts without a working folder, and what a relative one counts from. ' +
          'Full path. If you change it, your decisions still apply.'
        }
      />
    </>
  );
}

function Secrets({
  kind,
  rows,
  error,
  onChange,
}: {
  kind: 'Environment' | 'Headers';
  rows: readonly SecretRow[];
  error: string | undefined;
  onChange: (rows: readonly SecretRow[]) => void;
}) {
  const change = (id: number, to: Partial<SecretRow>) =>
    onChange(rows.map((row) => (row.id === id ? { ...row, ...to } : row)));
  const next = rows.reduce((highest, row) => Math.max(highest, row.id), -1) + 1;
  return (
    <fieldset className={layout.section} data-invalid={error ? '' : undefined}>
      <legend style={{ fontWeight: 500, marginBottom: 4 }}>{kind}</legend>
      {rows.map((row, index) => (
        <div key={row.id} className={styles.pair}>
          <TextField
            label={`Name ${index + 1}`}
            hideLabel
            mono
            placeholder={kind === 'Headers' ? 'Authorization' : 'API_KEY'}
            value={row.name}
            onChange={(name) => change(row.id, { name })}
          />
          <TextField
            label={`Value ${index + 1}`}
            hideLabel
            mono
            type="password"
            placeholder={row.kept ? '•••••• stored, type to replace' : 'value'}
            value={row.value}
            onChange={(value) => change(row.id, { value, kept: false })}
          />
          <IconButton
            icon="cross"
            label={`Remove ${row.name || `row ${index + 1}`}`}
            onPress={() => onChange(rows.filter((each) => each.id !== row.id))}
          />
        </div>
      ))}
      {error && (
        <p role="alert" style={{ color: 'var(--bad)' }}>
          {error}
        </p>
      )}
      <div className={layout.row}>
        <Button
          size="sm"
          icon="plus"
          onClick={() => onChange([...rows, { id: next, name: '', value: '', kept: false }])}
        >
          {kind === 'Headers' ? 'Header' : 'Variable'}
        </Button>
        <span className={layout.muted}>
          Saved values are never shown here again. Before a command starts, you see all but
          credentials.
        </span>
      </div>
    </fieldset>
  );
}

/**
 * A form whose errors show once the person tried to save. Each attempt moves the focus to the first
 * invalid field, which may be out of view by then.
 */
export function useAttempts(): {
  readonly form: RefObject<HTMLFormElement | null>;
  readonly tried: boolean;
  readonly attempt: () => void;
} {
  const form = useRef<HTMLFormElement>(null);
  const [attempts, setAttempts] = useState(0);
  useEffect(() => {
    if (attempts > 0) form.current?.querySelector<HTMLElement>(invalidFields)?.focus();
  }, [attempts]);
  return { form, tried: attempts > 0, attempt: () => setAttempts((count) => count + 1) };
}

/** A section's error concerns its rows together, so its first field stands for them. */
const invalidFields = '[aria-invalid="true"], [data-invalid] input';

interface Asked {
  readonly message: string;
  readonly answer: (isYes: boolean) => void;
}

/**
 * Saves servers, and asks before storing a secret unencrypted. Canceling writes nothing and keeps
 * the input. Render `dialog` on the page.
 */
export function useInTheClear(): {
  readonly dialog: ReactNode;
  send<T>(
    request: (inTheClear: boolean) => Promise<RequestReply<T>>,
    what: string,
  ): Promise<T | undefined>;
} {
  const { attempt } = useActions();
  const [asked, setAsked] = useState<Asked | null>(null);
  const answered = (isYes: boolean) => {
    asked?.answer(isYes);
    setAsked(null);
  };
  const dialog = asked && (
    <Dialog
      title="Store secrets unencrypted?"
      role="alertdialog"
      isOpen
      onClose={() => answered(false)}
      footer={
        <>
          <Button ref={focusOnMount} onClick={() => answered(false)}>
            Cancel
          </Button>
          <Button variant="caution" onClick={() => answered(true)}>
            Store unencrypted
          </Button>
        </>
      }
    >
      <p>{asked.message}</p>
    </Dialog>
  );
  return {
    dialog,
    async send(request, what) {
      const first = request(false);
      const reply = await first.catch(() => null);
      if (reply === null || reply.ok || reply.error.code !== 'clear') return attempt(first, what);
      const { message } = reply.error;
      const isYes = await new Promise<boolean>((answer) => setAsked({ message, answer }));
      return isYes ? attempt(request(true), what) : undefined;
    },
  };
}
