import { useEffect, useRef, useState } from 'react';
import type { Reply, RequestOutput } from '../../../shared/contract.ts';
import { Banner } from '../../components/Banner/Banner.tsx';
import { Button } from '../../components/Button/Button.tsx';
import { Checkbox } from '../../components/Checkbox/Checkbox.tsx';
import { Dialog } from '../../components/Dialog/Dialog.tsx';
import { focusOnMount } from '../../components/focus.ts';
import { useActions, useApi, useApp } from '../../store/context.ts';
import { askingOf, type Asking } from './asking.ts';
import styles from './page.module.css';
import { StartFacts } from './StartFacts.tsx';
import { useAllowStart } from './use-allow-start.ts';

/**
 * Many commands that ask to start, each as whole as where one asks alone. None is ticked by itself,
 * and only the ticked start.
 */
export function ConsentList() {
  const servers = useApp((app) => app.servers);
  const { closeOverlay } = useActions();
  const allowStart = useAllowStart();
  const asking = askingOf(servers.values());
  // A tick holds for the command that was on screen, and for no other that takes its place.
  const [ticked, setTicked] = useState<ReadonlyMap<string, string>>(new Map());
  const chosen = asking.filter(({ label, fingerprint }) => ticked.get(label) === fingerprint);
  const none = asking.length === 0;
  // The list may be opened before the page has heard of the servers that were just added.
  const asked = useRef(false);
  useEffect(() => {
    if (none && asked.current) closeOverlay();
    if (!none) asked.current = true;
  }, [none, closeOverlay]);
  const tick = ({ label, fingerprint }: Asking, on: boolean) =>
    setTicked((before) => {
      const after = new Map(before);
      if (on) after.set(label, fingerprint);
      else after.delete(label);
      return after;
    });
  const start = async () => {
    closeOverlay();
    // One challenge stands at a time: each is answered before the next is asked for.
    for (const each of chosen) await allowStart(each);
  };
  if (none) return null;
  return (
    <Dialog
      title={
        asking.length === 1 ? '1 command asks to start' : `${asking.length} commands ask to start`
      }
      role="alertdialog"
      isOpen
      onClose={closeOverlay}
      size="lg"
      footer={
        <>
          {chosen.length === 0 && (
            <span className={styles.muted} id="consent-none">
              Tick the commands that may start.
            </span>
          )}
          <Button ref={focusOnMount} onClick={closeOverlay}>
            Start none
          </Button>
          <Button
            variant="primary"
            icon="play"
            disabled={chosen.length === 0}
            aria-describedby={chosen.length === 0 ? 'consent-none' : undefined}
            onClick={() => void start()}
          >
            Start {chosen.length} {chosen.length === 1 ? 'command' : 'commands'}
          </Button>
        </>
      }
    >
      <div className={styles.stack}>
        <p>
          Each runs a program on your machine, with your rights, whenever Skillgate connects to its
          server. What is not ticked waits and can be looked at later.
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
  asking: Asking;
  checked: boolean;
  onChange: (on: boolean) => void;
}) {
  const api = useApi();
  const [answer, setAnswer] = useState<Reply<RequestOutput<'viewStart'>> | null>(null);
  useEffect(() => {
    let current = true;
    void api.viewStart({ server: label }).then((reply) => {
      if (current) setAnswer(reply);
    });
    return () => {
      current = false;
    };
  }, [api, label]);
  const view = answer?.ok && answer.value.fingerprint === fingerprint ? answer.value : null;
  return (
    <li className={styles.item}>
      <Checkbox
        label={<strong>{label}</strong>}
        hint={changed ? 'You allowed another command before: read this one as new.' : undefined}
        // Nobody agrees to what is not on screen.
        disabled={view === null}
        checked={checked && view !== null}
        onChange={onChange}
      />
      {answer?.ok === false && (
        <Banner tone="bad" live="polite" title="The command cannot be shown">
          {answer.error.message}
        </Banner>
      )}
      {view && (
        <div className={styles.card}>
          <StartFacts start={view.start} />
        </div>
      )}
    </li>
  );
}
