import { useState } from 'react';
import { Banner } from '../../components/Banner/Banner.tsx';
import { Button } from '../../components/Button/Button.tsx';
import { Dialog } from '../../components/Dialog/Dialog.tsx';
import { focusOnMount } from '../../components/focus.ts';
import { TextField } from '../../components/TextField/TextField.tsx';
import { useActions, useApi, useApp } from '../../store/context.ts';
import type { AppState } from '../../store/state.ts';
import styles from './SettingsDialog.module.css';

const words = 'forget every decision';

/** Opened from the settings; the person must type words to confirm. */
export function ForgetAll() {
  const api = useApi();
  const { closeOverlay, toast } = useActions();
  const store = useApp((app) => app.store);
  const [typed, setTyped] = useState('');
  const [error, setError] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const sure = typed.trim().toLowerCase() === words;
  const forget = async (): Promise<void> => {
    if (!sure || busy) return;
    setBusy(true);
    setError(null);
    const reply = await api.clearAll({ confirm: words });
    setBusy(false);
    if (!reply.ok) {
      setError(reply.error.message);
      return;
    }
    closeOverlay();
    const { removed, left } = reply.value;
    const done =
      removed === 1 ? 'Forgot one decision.' : `Forgot ${removed.toLocaleString('en')} decisions.`;
    toast('info', left === undefined ? done : `${done} Couldn’t delete the kept text: ${left}`);
  };
  return (
    <Dialog
      title="Forget every decision?"
      role="alertdialog"
      size="sm"
      isOpen
      onClose={closeOverlay}
      footer={
        <>
          <Button ref={focusOnMount} onClick={closeOverlay}>
            Cancel
          </Button>
          <Button
            type="submit"
            form="forget-all"
            variant="danger"
            icon="trash"
            reason={busy ? 'Forgetting decisions' : sure ? null : `Type “${words}” to continue`}
          >
            Forget everything
          </Button>
        </>
      }
    >
      <form
        id="forget-all"
        className={styles.stack}
        onSubmit={(event) => {
          event.preventDefault();
          void forget();
        }}
      >
        {error !== null && (
          <Banner tone="bad" live="assertive" title="Nothing was forgotten">
            {error}
          </Banner>
        )}
        <Removal store={store} />
        <TextField label={`Type “${words}” to continue`} value={typed} onChange={setTyped} />
      </form>
    </Dialog>
  );
}

/** What would be gone. */
function Removal({ store }: { store: AppState['store'] }) {
  const count = store?.status === 'ready' ? store.records : 0;
  const isMissing = store?.status === 'unreadable' && store.reason === 'missing';
  return (
    <Banner
      tone="warn"
      title={
        isMissing
          ? 'Skillgate will start with no decisions'
          : count === 1
            ? 'This removes 1 decision'
            : `This removes ${count.toLocaleString('en')} decisions`
      }
    >
      Every skill becomes New again in all apps that Skillgate protects. Skillgate also deletes the
      approved text it kept for comparisons. You can’t undo this.
    </Banner>
  );
}
