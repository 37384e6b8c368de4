import type { AppSettings } from '../../../shared/model/settings.ts';
import { Button } from '../../components/Button/Button.tsx';
import { Checkbox } from '../../components/Checkbox/Checkbox.tsx';
import { Dialog } from '../../components/Dialog/Dialog.tsx';
import { KeyValue } from '../../components/KeyValue/KeyValue.tsx';
import { Select } from '../../components/Select/Select.tsx';
import { useActions, useApp } from '../../store/context.ts';
import styles from './SettingsDialog.module.css';

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
            'A, D, R, V, N, P and S act on the current skill. ' +
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
