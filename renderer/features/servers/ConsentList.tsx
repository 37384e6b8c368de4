import { useEffect, useRef, useState } from 'react';
import { Button } from '../../components/Button/Button.tsx';
import { Checkbox } from '../../components/Checkbox/Checkbox.tsx';
import { Dialog } from '../../components/Dialog/Dialog.tsx';
import { focusOnMount } from '../../components/focus.ts';
import { useActions, useApp } from '../../store/context.ts';
import { askingOf, type StartRequest } from './start-request.ts';
import styles from './page.module.css';
import layout from '../../components/Page/Page.module.css';
import { StartView } from './StartView.tsx';
import { useAllowStart } from './use-allow-start.ts';
import { useStart } from './use-start.ts';

const tickFirst = 'Select commands to allow.';

/**
 * Lists commands that need permission, each in full. Nothing is preselected, and only selected
 * commands start.
 */
export function ConsentList() {
  const servers = useApp((app) => app.servers);
  const { closeOverlay } = useActions();
  const allowStart = useAllowStart();
  const asking = askingOf(servers.values());
  // A selection applies only to the command that was on screen, never to its replacement.
  const [ticked, setTicked] = useState<ReadonlyMap<string, string>>(new Map());
  const chosen = asking.filter(({ label, fingerprint }) => ticked.get(label) === fingerprint);
  const none = asking.length === 0;
  // The list may open before the page knows the servers that were just added.
  const asked = useRef(false);
  useEffect(() => {
    if (none && asked.current) closeOverlay();
    if (!none) asked.current = true;
  }, [none, closeOverlay]);
  const tick = ({ label, fingerprint }: StartRequest, on: boolean) =>
    setTicked((before) => {
      const after = new Map(before);
      if (on) after.set(label, fingerprint);
      else after.delete(label);
      return after;
    });
  const start = async () => {
    closeOverlay();
    // Only one challenge is valid at a time: answer each before requesting the next.
    for (const each of chosen) await allowStart(each);
  };
  if (none) return null;
  return (
    <Dialog
      title={
        asking.length === 1 ? 'Allow 1 command to run?' : `Allow ${asking.length} commands to run?`
      }
      role="alertdialog"
      isOpen
      onClose={closeOverlay}
      size="lg"
      footer={
        <>
          {chosen.length === 0 && <span className={layout.muted}>{tickFirst}</span>}
          <Button ref={focusOnMount} onClick={closeOverlay}>
            Not now
          </Button>
          <Button
            variant="primary"
            icon="play"
            reason={chosen.length === 0 ? tickFirst : null}
            onClick={() => void start()}
          >
            Start {chosen.length} {chosen.length === 1 ? 'command' : 'commands'}
          </Button>
        </>
      }
    >
      <div className={layout.stack}>
        <p>
          Each one runs a program on your machine, with your permissions, whenever Skillgate
          connects to its server. You can review the rest later.
        </p>
        <ul className={styles.list}>
          {asking.map((each) => (
            <Command
              key={`${each.label}\n${each.fingerprint}`}
              asking={each}
              checked={ticked.get(each.label) === each.fingerprint}
              onChange={(on) => tick(each, on)}
            />
          ))}
        </ul>
      </div>
    </Dialog>
  );
}

function Command({
  asking: { label, fingerprint, changed },
  checked,
  onChange,
}: {
  asking: StartRequest;
  checked: boolean;
  onChange: (on: boolean) => void;
}) {
  const shown = useStart(label, fingerprint);
  return (
    <li className={styles.item}>
      <Checkbox
        label={<strong>{label}</strong>}
        hint={
          changed
            ? 'You allowed a different command before. Review this one as if it were new.'
            : undefined
        }
        // Nobody can agree to a command they can't see.
        reason={shown.view === null ? 'Loading the command' : null}
        checked={checked && shown.view !== null}
        onChange={onChange}
      />
      <StartView {...shown} />
    </li>
  );
}
