import { useState } from 'react';
import type { AppliedHost, HostView, TriedServer } from '../../../shared/model/hosts.ts';
import { Banner } from '../../components/Banner/Banner.tsx';
import { Button } from '../../components/Button/Button.tsx';
import { focusOnMount } from '../../components/focus.ts';
import { Progress } from '../../components/Progress/Progress.tsx';
import { useActions, useApi, useApp } from '../../store/context.ts';
import layout from '../../components/Page/Page.module.css';

/** The trial that runs before an app's file is written, if it has begun. */
const useRunningTrial = () =>
  useApp((app) =>
    [...app.operations.values()].find(
      ({ kind, status }) => kind === 'protect' && status === 'running',
    ),
  );

/** How far a trial is. */
export function TrialProgress() {
  const running = useRunningTrial();
  const words = running === undefined || running.message === '' ? 'Saving' : running.message;
  return (
    <div className={layout.stack}>
      <p role="status">{words}</p>
      <Progress label={words} done={running?.done ?? 0} total={running?.total ?? null} />
      {running !== undefined && (
        <p className={layout.muted}>Nothing is saved until each server was tried.</p>
      )}
    </div>
  );
}

/** Ends the trial: nothing more is started, and nothing is written. */
export function StopTrial() {
  const api = useApi();
  const { attempt } = useActions();
  const running = useRunningTrial();
  const [isStopping, setStopping] = useState(false);
  return (
    <Button
      ref={focusOnMount}
      reason={isStopping ? 'Stopping' : running?.stoppable === true ? null : 'Nothing to stop yet'}
      onClick={() => {
        if (running === undefined) return;
        setStopping(true);
        void attempt(api.cancel({ operationId: running.operationId }), 'Couldn’t stop');
      }}
    >
      {isStopping ? 'Stopping' : 'Stop'}
    </Button>
  );
}

/** What each server's trial showed, and what to do next. */
export function TrialResults({
  host,
  done: { path, outcome, tried },
}: {
  readonly host: HostView;
  readonly done: AppliedHost;
}) {
  return (
    <div className={layout.stack}>
      {outcome === 'written' ? (
        <Banner tone="ok" live="polite" title={`Saved ${path}`}>
          Next, in {host.name}: {host.restart}
        </Banner>
      ) : (
        <Banner tone="warn" live="polite" title="Nothing was saved">
          No server works as well through Skillgate as directly.
        </Banner>
      )}
      {tried.map((one) => (
        <Banner
          key={`${one.project}\n${one.label}`}
          tone={one.isSame ? 'neutral' : 'warn'}
          title={`${one.label}${one.project === '' ? '' : ` in ${one.project}`}`}
        >
          <p>{resultText(one)}</p>
          {nextStep(one, host) !== null && <p>{nextStep(one, host)}</p>}
        </Banner>
      ))}
    </div>
  );
}

/** The trial's words begin a sentence, except those of a server without a difference. */
const resultText = ({ isSame, text }: TriedServer): string =>
  isSame ? `${text.charAt(0).toUpperCase()}${text.slice(1)}.` : text;

function nextStep({ isSame, isLeft }: TriedServer, { name }: HostView): string | null {
  if (isSame) return null;
  return isLeft
    ? `${name} still reaches it directly, so skills that you haven’t approved reach the app. ` +
        'Fix what’s missing and try again, or save without trying.'
    : `Saved anyway, because ${name} may have what’s missing here, such as a variable. ` +
        `Check in ${name} that it works.`;
}
