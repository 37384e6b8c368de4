import { useRef, type ComponentType } from 'react';
import type { StartView } from '../../../shared/model/start.ts';
import { quoted } from '../../../shared/quote-text.ts';
import { Button } from '../../components/Button/Button.tsx';
import { Dialog } from '../../components/Dialog/Dialog.tsx';
import { focusOnMount } from '../../components/focus.ts';
import { ChangeFacts, StopTrial, TrialProgress, TrialResults } from './ChangeFacts.tsx';
import { scrollFirst, useHostChange, type HostSwitch } from './use-host-change.ts';
import layout from '../../components/Page/Page.module.css';

/**
 * Confirms before writing an app's file: shows the changed lines and what Skillgate would start.
 * Then shows how trying that goes, and what came of it.
 */
export function ChangeDialog({
  turn,
  StartFacts,
  onClose,
  onDone,
}: {
  readonly turn: HostSwitch;
  readonly StartFacts: ComponentType<{ readonly start: StartView }>;
  readonly onClose: () => void;
  readonly onDone: () => void;
}) {
  const body = useRef<HTMLDivElement>(null);
  const state = useHostChange(turn, body, 'commands', { onClose, onDone });
  const { change, held, step, save, again } = state;
  const footer =
    step === 'asking' ? (
      <>
        {held === scrollFirst && <span className={layout.muted}>{held}</span>}
        <Button ref={focusOnMount} onClick={onClose}>
          Cancel
        </Button>
        <Button variant="primary" reason={held} onClick={() => void save()}>
          {change?.added.some(({ start }) => start !== null) === true
            ? 'Save file and allow start'
            : 'Save file'}
        </Button>
      </>
    ) : step === 'saving' ? (
      <StopTrial />
    ) : (
      <>
        {step.tried.some(({ isLeft }) => isLeft) && <Button onClick={again}>Review again</Button>}
        <Button ref={focusOnMount} variant="primary" onClick={onClose}>
          Close
        </Button>
      </>
    );
  return (
    <Dialog
      title={titleOf(turn)}
      role="alertdialog"
      isOpen
      // A trial ends by its own button, so that nothing is written behind a closed dialog.
      onClose={() => {
        if (step !== 'saving') onClose();
      }}
      size="lg"
      body={body}
      footer={footer}
    >
      <div className={layout.stack}>
        {step === 'asking' ? (
          <ChangeFacts state={state} StartFacts={StartFacts} />
        ) : step === 'saving' ? (
          <TrialProgress />
        ) : (
          <TrialResults host={turn.host} done={step} />
        )}
      </div>
    </Dialog>
  );
}

function titleOf({ host, keys, to, what, shownAs }: HostSwitch): string {
  const name = what === 'all' ? `${keys.length} servers` : quoted(what);
  if (shownAs !== undefined) return `Change how ${host.name} finds skills of ${name}?`;
  switch (to) {
    case 'through':
      return `Let ${host.name} reach ${name} through Skillgate?`;
    case 'repair':
      return `Let ${host.name} start this Skillgate for ${name}?`;
    case 'direct':
      return `Let ${host.name} reach ${name} directly again?`;
  }
}
