import { useState } from 'react';
import type { AppSettings } from '../../../shared/model/settings.ts';
import { Button } from '../../components/Button/Button.tsx';
import { Checkbox } from '../../components/Checkbox/Checkbox.tsx';
import { Dialog } from '../../components/Dialog/Dialog.tsx';
import { KeyValue } from '../../components/KeyValue/KeyValue.tsx';
import { Select } from '../../components/Select/Select.tsx';
import { useActions, useApp, useApi } from '../../store/context.ts';
import styles from './SettingsDialog.module.css';
import { Banner } from '../../components/Banner/Banner.tsx';
import { focusOnMount } from '../../components/focus.ts';
import { TextField } from '../../components/TextField/TextField.tsx';
import type { AppState } from '../../store/state.ts';

const themes: readonly { readonly id: AppSettings['theme']; readonly label: string }[] = [
  { id: 'system', label: 'System' },
  { id: 'light', label: 'Light' },
  { id: 'dark', label: 'Dark' },
  { id: 'contrast', label: 'High contrast' },
];

/** Every change applies at once, so there's nothing to save. */
export function SettingsDialog() {
  const { closeOverlay, openOverlay, saveSettings } = useActions();
  const settings = useApp((app) => app.settings);
  const info = useApp((app) => app.info);
  return (
    <Dialog
      title="Settings"
      isOpen
      onClose={closeOverlay}
      size="sm"
      footer={<Button onClick={closeOverlay}>Close</Button>}
    >
      <div className={styles.stack}>
        <Select
          label="Theme"
          value={settings.theme}
          options={themes}
          onChange={(theme) => void saveSettings({ theme })}
        />
        <Checkbox
          label="Single-letter shortcuts"
          hint={
            'Letters are commands, such as A to approve. Press ? for those of the current page. ' +
            'When off, they do nothing outside text fields.'
          }
          checked={settings.letterKeys}
          onChange={(letterKeys) => void saveSettings({ letterKeys })}
        />
        <Checkbox
          label="Open SKILL.md when you select a skill"
          hint={
            'When off, nothing is read until you open a file. ' +
            'A skill that a link or an earlier session selected always waits.'
          }
          checked={settings.openOnSelect}
          onChange={(openOnSelect) => void saveSettings({ openOnSelect })}
        />
        {info?.shell === 'electron' && (
          <Checkbox
            label="Desktop notifications"
            hint={
              'Notifies you when an app asks for a skill that’s waiting for your decision, ' +
              'at most once a minute.'
            }
            checked={settings.notices}
            onChange={(notices) => void saveSettings({ notices })}
          />
        )}
        <section className={styles.about}>
          <h3>Decisions</h3>
          <p className={styles.muted}>
            Removes every decision and the kept approved text. Servers stay, and the audit records
            it.
          </p>
          <div className={styles.row}>
            <Button
              size="sm"
              variant="danger"
              icon="trash"
              onClick={() => openOverlay({ kind: 'forget-all' })}
            >
              Forget every decision…
            </Button>
          </div>
        </section>
        <section className={styles.about}>
          <h3>About</h3>
          <KeyValue
            items={[
              { name: 'Version', value: info?.version },
              { name: 'Data folder', value: info?.dataFolder },
            ]}
          />
        </section>
      </div>
    </Dialog>
  );
}

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
