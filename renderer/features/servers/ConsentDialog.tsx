import { useEffect, useRef } from 'react';
import { Banner } from '../../components/Banner/Banner.tsx';
import { Button } from '../../components/Button/Button.tsx';
import { Dialog } from '../../components/Dialog/Dialog.tsx';
import { focusOnMount } from '../../components/focus.ts';
import { useSeenParts } from '../../components/seen-blocks.ts';
import { useSteady } from '../../components/use-rested.ts';
import { useActions, useApi, useApp, useConfirm } from '../../store/context.ts';
import layout from '../../components/Page/Page.module.css';
import { scrollFirst, startPart } from './start-request.ts';
import { StartView } from './StartView.tsx';
import { useStart } from './use-start.ts';

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
