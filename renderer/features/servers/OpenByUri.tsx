import { useState } from 'react';
import { Button } from '../../components/Button/Button.tsx';
import { Dialog } from '../../components/Dialog/Dialog.tsx';
import { EmptyState } from '../../components/EmptyState/EmptyState.tsx';
import { Select } from '../../components/Select/Select.tsx';
import { TextField } from '../../components/TextField/TextField.tsx';
import { focusOnMount } from '../../components/focus.ts';
import { useActions, useApi, useApp } from '../../store/context.ts';
import layout from '../../components/Page/Page.module.css';

/** Requests a skill that the server needn't list, and shows a refusal verbatim. */
export function OpenByUri({ server: preset }: { server: string | null }) {
  const api = useApi();
  const { closeOverlay, selectSkill } = useActions();
  const servers = useApp((app) => app.servers);
  const ready = [...servers.values()]
    .filter(({ connection, folder }) => connection.status === 'ready' && folder === undefined)
    .map((server) => server.label);
  const [server, setServer] = useState(preset ?? ready[0] ?? '');
  const [uri, setUri] = useState('');
  const [error, setError] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const open = async () => {
    if (busy || uri.trim() === '') return;
    setBusy(true);
    setError(null);
    const reply = await api.openByUri({ server, uri: uri.trim() });
    setBusy(false);
    if (!reply.ok) return setError(reply.error.message);
    closeOverlay();
    selectSkill(server, reply.value.row.uri);
  };
  if (ready.length === 0) return <NotConnected />;
  return (
    <Dialog
      title="Open by URI"
      isOpen
      onClose={closeOverlay}
      footer={
        <>
          <Button onClick={closeOverlay}>Cancel</Button>
          <Button
            type="submit"
            form="open-by-uri"
            variant="primary"
            reason={
              busy ? 'Waiting for the server' : uri.trim() === '' ? 'Enter a URI first' : null
            }
          >
            {busy ? 'Asking…' : 'Open'}
          </Button>
        </>
      }
    >
      <form
        id="open-by-uri"
        className={layout.stack}
        onSubmit={(event) => {
          event.preventDefault();
          void open();
        }}
      >
        <Select
          label="Server"
          value={server}
          options={ready.map((label) => ({ id: label, label }))}
          onChange={setServer}
        />
        <TextField
          label="URI of the skill’s SKILL.md"
          placeholder="skill://acme/billing/refunds/SKILL.md"
          mono
          ref={focusOnMount}
          value={uri}
          onChange={setUri}
          error={error}
          hint="Loads only the skill’s entry. Files load when you open them."
        />
      </form>
    </Dialog>
  );
}

function NotConnected() {
  const { closeOverlay, selectHome } = useActions();
  const overview = (): void => {
    closeOverlay();
    selectHome();
  };
  return (
    <Dialog title="Open by URI" isOpen onClose={closeOverlay} size="sm">
      <EmptyState
        icon="server"
        title="No server is connected"
        actions={<Button onClick={overview}>Overview</Button>}
      >
        Connect to a server first.
      </EmptyState>
    </Dialog>
  );
}
