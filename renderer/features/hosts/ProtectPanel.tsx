import { useEffect, useLayoutEffect, useRef, type ComponentType } from 'react';
import type { HostView } from '../../../shared/model/hosts.ts';
import type { StartView } from '../../../shared/model/start.ts';
import { Button } from '../../components/Button/Button.tsx';
import { focusOnMount } from '../../components/focus.ts';
import { ChangeFacts, StopTrial, TrialProgress, TrialResults } from './ChangeFacts.tsx';
import { useHostChange, type HostChangeState } from './use-host-change.ts';
import styles from './hosts.module.css';
import layout from '../../components/Page/Page.module.css';
import { counted, grouped } from '../../../shared/size-text.ts';
import { countRows } from '../../store/groups.ts';
import { useActions, useApp } from '../../store/context.ts';

/**
 * The change of an app that isn't protected yet, on the page itself, so that protecting it takes
 * one click here. The button works once all that's written and started was on screen.
 */
export function ProtectPanel({
  host,
  keys,
  StartFacts,
  onBusy,
  onDone,
}: {
  readonly host: HostView;
  readonly keys: readonly string[];
  readonly StartFacts: ComponentType<{ readonly start: StartView }>;
  /** What's shown here must stay, although the app may be protected by now. */
  readonly onBusy: (isBusy: boolean) => void;
  readonly onDone: () => void;
}) {
  const panel = useRef<HTMLDivElement>(null);
  const page = useRef<HTMLElement>(null);
  // What scrolls is the page around the panel.
  useLayoutEffect(() => {
    page.current = panel.current?.closest('main') ?? panel.current;
  }, []);
  const turn = { host, keys, to: 'through', what: 'all' } as const;
  const state = useHostChange(turn, page, 'everything', { onClose: () => {}, onDone });
  const { held, step, save, again } = state;
  useEffect(() => onBusy(step !== 'asking'), [onBusy, step]);
  return (
    <div ref={panel} className={styles.panel} role="group" aria-label={`Protect ${host.name}`}>
      {step === 'asking' ? (
        <>
          <ChangeFacts state={state} StartFacts={StartFacts} />
          <div className={layout.row}>
            <Button variant="primary" reason={held} onClick={() => void save()}>
              Protect {host.name}
            </Button>
            <span className={layout.muted}>{held ?? effectOf(state)}</span>
          </div>
        </>
      ) : step === 'saving' ? (
        <>
          <TrialProgress />
          <div className={layout.row}>
            <StopTrial />
          </div>
        </>
      ) : (
        <>
          <TrialResults host={host} done={step} />
          <div className={layout.row}>
            <Button ref={focusOnMount} onClick={again}>
              {keys.length > 0 ? 'Review again' : 'Close'}
            </Button>
          </div>
        </>
      )}
    </div>
  );
}

/** What the button does, in the order in which it happens. */
function effectOf({ change, isUntested }: HostChangeState): string {
  if (change === null || change.added.length === 0) return 'Saves these lines.';
  return isUntested
    ? 'Saves these lines and allows these servers to start.'
    : 'Starts or contacts these servers, then saves these lines.';
}

/** How many of a server's skills an app gets through Skillgate, and the way to those that wait. */
export function SkillsGiven({
  server,
  app: name,
}: {
  readonly server: string;
  readonly app: string;
}) {
  const { openReview } = useActions();
  const counts = useApp((app) => countRows(app.skills.get(server)));
  const isUnreadable = useApp((app) => app.store?.status === 'unreadable');
  const { skills, approved } = counts;
  const waiting = counts.fresh + counts.changed;
  if (skills === 0 || isUnreadable) return null;
  return (
    <>
      <p className={layout.muted}>
        {approved === 0
          ? skills === 1
            ? `${name} doesn’t get its one skill until you approve it.`
            : `${name} gets none of its ${counted(skills, 'skill')} until you approve them.`
          : `${name} gets ${grouped(approved)} of its ${counted(skills, 'skill')}: ` +
            'what you approved.'}
      </p>
      {waiting > 0 && (
        <p className={styles.repair}>
          <Button size="sm" onClick={() => openReview(null, { server })}>
            Review {counted(waiting, 'skill')}
          </Button>
        </p>
      )}
    </>
  );
}
