import { useEffect, useRef, useState } from 'react';
import { Button } from '../../components/Button/Button.tsx';
import { Checkbox } from '../../components/Checkbox/Checkbox.tsx';
import { Dialog } from '../../components/Dialog/Dialog.tsx';
import { focusOnMount } from '../../components/focus.ts';
import { useSeenParts } from '../../components/seen-blocks.ts';
import { useActions, useApp, useApi, useConfirm } from '../../store/context.ts';
import { askingOf, scrollFirst, startPart, type StartRequest, useStart } from './use-start.ts';
import styles from './page.module.css';
import layout from '../../components/Page/Page.module.css';
import { Banner } from '../../components/Banner/Banner.tsx';
import { useSteady } from '../../components/use-rested.ts';
import { StartFacts } from './StartFacts.tsx';

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
  const { isTicked, tick } = useTicks();
  const chosen = asking.filter(isTicked);
  const none = asking.length === 0;
  useCloseAfter(none);
  const body = useRef<HTMLDivElement>(null);
  const seen = useSeenParts(body, none);
  const isSeen = ({ label, fingerprint }: StartRequest) => seen.has(startPart(label, fingerprint));
  // A command that replaced an allowed one is agreed to on its own, and none before it's on screen.
  const usual = asking.filter(({ changed }) => !changed);
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
      body={body}
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
              checked={isTicked(each)}
              isSeen={isSeen(each)}
              onChange={(on) => tick(each, on)}
            />
          ))}
        </ul>
        {usual.length > 1 && (
          <div className={layout.row}>
            <Button
              size="sm"
              reason={usual.every(isSeen) ? null : 'Scroll through the commands first'}
              onClick={() => usual.forEach((each) => tick(each, true))}
            >
              Select all {usual.length}
            </Button>
          </div>
        )}
      </div>
    </Dialog>
  );
}

/** Closes the list once it's empty again: it may open before the servers just added are known. */
function useCloseAfter(none: boolean): void {
  const { closeOverlay } = useActions();
  const asked = useRef(false);
  useEffect(() => {
    if (none && asked.current) closeOverlay();
    if (!none) asked.current = true;
  }, [none, closeOverlay]);
}

/** A selection applies only to the command that was on screen, never to its replacement. */
function useTicks() {
  const [ticked, setTicked] = useState<ReadonlyMap<string, string>>(new Map());
  return {
    isTicked: ({ label, fingerprint }: StartRequest): boolean => ticked.get(label) === fingerprint,
    tick: ({ label, fingerprint }: StartRequest, on: boolean): void =>
      setTicked((before) => {
        const after = new Map(before);
        if (on) after.set(label, fingerprint);
        else after.delete(label);
        return after;
      }),
  };
}

function Command({
  asking: { label, fingerprint, changed },
  checked,
  isSeen,
  onChange,
}: {
  asking: StartRequest;
  checked: boolean;
  /** All of it was on screen. */
  isSeen: boolean;
  onChange: (on: boolean) => void;
}) {
  const shown = useStart(label, fingerprint);
  const isShown = shown.view !== null;
  return (
    <li className={styles.item}>
      <Checkbox
        label={<strong>{label}</strong>}
        hint={
          changed
            ? 'You allowed a different command before. Review this one as if it were new.'
            : undefined
        }
        // Nobody can agree to a command that they can't see, or whose end they didn't see.
        reason={isShown ? (isSeen ? null : scrollFirst) : 'Loading the command'}
        checked={checked && isShown}
        onChange={onChange}
      />
      <StartView {...shown} part={startPart(label, fingerprint)} />
    </li>
  );
}

/**
 * Allows the command that was on screen. If an app or another window replaced it meanwhile,
 * Skillgate doesn't start it and says so.
 */
function useAllowStart(): (shown: {
  readonly label: string;
  readonly fingerprint: string;
}) => Promise<void> {
  const api = useApi();
  const confirm = useConfirm();
  const { attempt, toast } = useActions();
  return async ({ label: server, fingerprint }) => {
    const view = await attempt(api.viewStart({ server }), `“${server}” wasn’t started`);
    if (!view) return;
    if (view.fingerprint !== fingerprint) {
      toast('bad', `“${server}” wasn’t started: its command changed in the meantime.`);
      return;
    }
    const subject = { server, fingerprint };
    const proof = await confirm(view.challenge, { request: 'allowStart', ...subject });
    await attempt(api.allowStart({ ...subject, proof }), `“${server}” wasn’t started`);
  };
}

/**
 * Before a command first starts or after it changed: shows exactly what will run, with Cancel
 * focused.
 */
export function ConsentDialog({ server: label }: { server: string }) {
  const server = useApp((app) => app.servers.get(label));
  const api = useApi();
  const confirm = useConfirm();
  const { closeOverlay, attempt } = useActions();
  const asks = server?.connection.status === 'needs-consent' ? server.connection : null;
  const fingerprint = asks?.fingerprint;
  // Start only what was shown: if the command changed since, show it again first.
  const shown = useStart(label, fingerprint);
  useEffect(() => {
    if (fingerprint === undefined) closeOverlay();
  }, [closeOverlay, fingerprint]);
  const { view } = shown;
  const body = useRef<HTMLDivElement>(null);
  const part = startPart(label, fingerprint ?? '');
  const isSeen = useSeenParts(body, view === null).has(part);
  // The attacker writes the list, and replaces the command at the moment of the click.
  const isSteady = useSteady(view?.fingerprint ?? null);
  if (!asks) return null;
  const held = isSeen ? (isSteady ? null : 'The command changed. Read it again.') : scrollFirst;
  const start = async () => {
    if (!view) return;
    const subject = { server: label, fingerprint: view.fingerprint };
    // Close at once so that it's pressed only once: the challenge holds for one answer.
    closeOverlay();
    const proven = confirm(view.challenge, { request: 'allowStart', ...subject });
    const started = proven.then((proof) => api.allowStart({ ...subject, proof }));
    await attempt(started, `“${label}” wasn’t started`);
  };
  return (
    <Dialog
      title={`Start “${label}”?`}
      role="alertdialog"
      isOpen
      onClose={closeOverlay}
      size="md"
      body={body}
      footer={
        <>
          {view !== null && held !== null && <span className={layout.muted}>{held}</span>}
          <Button ref={focusOnMount} onClick={closeOverlay}>
            Cancel
          </Button>
          <Button
            variant="primary"
            icon="play"
            // Nobody can agree to a command they can't see.
            reason={view === null ? 'Loading the command' : held}
            onClick={() => void start()}
          >
            Start this command
          </Button>
        </>
      }
    >
      <div className={layout.stack}>
        {asks.changed ? (
          <Banner tone="warn" title="The command changed">
            You allowed a different command before. Review this one as if it were new.
          </Banner>
        ) : (
          <p>
            This runs a program on your machine, with your permissions, each time Skillgate connects
            to the server.
          </p>
        )}
        <StartView {...shown} part={part} />
      </div>
    </Dialog>
  );
}

/**
 * The full command that needs permission, or why it can't be shown. The dialog around it notices
 * when all of `part` was on screen: the end of a long command may be what it's really about.
 */
function StartView({
  view,
  problem,
  part,
}: ReturnType<typeof useStart> & { readonly part: string }) {
  return (
    <>
      {problem !== null && (
        <Banner tone="bad" live="polite" title="Couldn’t show the command">
          {problem}
        </Banner>
      )}
      {view && (
        <div key={part} className={layout.card} data-part={part} data-at="0-1">
          <StartFacts start={view.start} />
        </div>
      )}
    </>
  );
}
