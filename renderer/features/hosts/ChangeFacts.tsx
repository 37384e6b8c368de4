import { type ComponentType, useState } from 'react';
import type {
  ChangedLine,
  HostView,
  AppliedHost,
  TriedServer,
} from '../../../shared/model/hosts.ts';
import type { StartView } from '../../../shared/model/start.ts';
import { quoted } from '../../../shared/quote-text.ts';
import { writtenOut } from '../../../shared/written-out.ts';
import { Banner } from '../../components/Banner/Banner.tsx';
import { Checkbox } from '../../components/Checkbox/Checkbox.tsx';
import { Select } from '../../components/Select/Select.tsx';
import { Spinner, Progress } from '../../components/Progress/Progress.tsx';
import {
  linesPart,
  startPart,
  type ChosenWay,
  type HostChangeState,
  type HostSwitch,
} from './use-host-change.ts';
import styles from './hosts.module.css';
import layout from '../../components/Page/Page.module.css';
import { Button } from '../../components/Button/Button.tsx';
import { focusOnMount } from '../../components/focus.ts';
import { useActions, useApi, useApp } from '../../store/context.ts';

const ways = [
  { id: 'skills', label: 'Skills extension only' },
  { id: 'tools', label: 'Tools that list and load skills' },
  { id: 'index', label: 'Resource skill://index.json' },
  { id: 'resources', label: 'Top of the resource list' },
] as const;

/** The app's default comes first and says what it stands for. */
function waysFor({ name, usual }: HostView): readonly { id: ChosenWay; label: string }[] {
  const labels = ways.filter(({ id }) =>
    usual.length === 0 ? id === 'skills' : usual.includes(id),
  );
  const label = labels.map((way) => way.label).join(' + ');
  const others = ways.filter((way) => labels.length > 1 || !labels.includes(way));
  return [{ id: 'usual', label: `${label} (default for ${name})` }, ...others];
}

/** Everything that a person sees before an app's file is written. */
export function ChangeFacts({
  state,
  StartFacts,
}: {
  readonly state: HostChangeState;
  readonly StartFacts: ComponentType<{ readonly start: StartView }>;
}) {
  const { answer, change, shownAs, choose, isUntested, setUntested, isLost, turn } = state;
  const way = (
    <Select
      label="How the app finds approved skills"
      value={shownAs}
      options={waysFor(turn.host)}
      onChange={choose}
    />
  );
  return (
    <>
      {turn.shownAs !== undefined && way}
      {answer === null && <Spinner label="Comparing" />}
      {answer?.ok === false && (
        <Banner tone="bad" live="polite" title="This can’t be changed">
          {answer.error.message}
        </Banner>
      )}
      {isLost && (
        <Banner tone="warn" live="polite" title="This can’t be saved in this session">
          Skillgate was started with a list of servers for this session only, and the app needs one
          that stays. Start Skillgate without --config to protect it.
        </Banner>
      )}
      {change !== null && <Change state={state} change={change} StartFacts={StartFacts} />}
      {change !== null && change.added.length > 0 && (
        <Checkbox
          label="Save without trying the servers first"
          hint={
            'Otherwise, Skillgate starts each one directly and through Skillgate ' +
            'before it saves, and leaves an entry unchanged that works only directly.'
          }
          checked={isUntested}
          onChange={setUntested}
        />
      )}
      {turn.to === 'through' && turn.shownAs === undefined && (
        <details>
          <summary>How the app finds approved skills</summary>
          {way}
        </details>
      )}
    </>
  );
}

const intros: Readonly<Record<HostSwitch['to'], string>> = {
  repair: 'Only these lines change. Turning protection off still restores the original.',
  through:
    'Only these lines change. Skillgate keeps a copy of the original (unencrypted, readable ' +
    'only by you) and restores it when you turn this off. ' +
    'Without a keychain, imported secrets are unencrypted, too.',
  direct: 'This restores the original. Skills that you haven’t approved will reach the app again.',
};

function Change({
  state: { turn },
  change: { changeId, path, entries, added, left },
  StartFacts,
}: {
  readonly state: HostChangeState;
  readonly change: NonNullable<HostChangeState['change']>;
  readonly StartFacts: ComponentType<{ readonly start: StartView }>;
}) {
  return (
    <>
      {entries.length > 0 && <p>{intros[turn.to]}</p>}
      {entries.map(({ label, project, line, lines }, at) => (
        <ChangedLines
          key={`${project}\n${label}`}
          part={linesPart(changeId, at)}
          title={`${label}${project === '' ? '' : ` in ${project}`}, line ${line} of ${path}`}
          lines={lines}
        />
      ))}
      {left.map(({ label, project, reason }) => (
        <Banner
          key={`${project}\n${label}`}
          tone="warn"
          live="polite"
          title={`${label} won’t change`}
        >
          {reason}
        </Banner>
      ))}
      {added.map(({ label, isNew, isAllowed, start }) => (
        <section key={label} className={layout.section}>
          <h3 className={styles.startTitle}>
            {isNew ? 'Skillgate gets the server' : 'Skillgate has the server'} {quoted(label)}
            {isAllowed ? ', which' : ', and'} may{' '}
            {start === null ? 'contact its address' : 'start this command'}
          </h3>
          {start !== null && (
            <div className={layout.card} data-part={startPart(changeId, label)} data-at="0-1">
              <StartFacts start={start} />
            </div>
          )}
        </section>
      ))}
    </>
  );
}

const signs = {
  same: { sign: ' ', spoken: '' },
  removed: { sign: '−', spoken: 'removed: ' },
  added: { sign: '+', spoken: 'added: ' },
} as const;

/** Changed lines of an app's file, with signs; hidden characters are written out. */
export function ChangedLines({
  part,
  title,
  lines,
}: {
  readonly part: string;
  readonly title: string;
  readonly lines: readonly ChangedLine[];
}) {
  return (
    <figure className={styles.figure} data-part={part} data-at="0-1">
      <figcaption className={styles.caption}>{title}</figcaption>
      <ol className={styles.lines} aria-label={title} dir="ltr">
        {lines.map(({ kind, text }, at) => (
          // Lines have no id and never move.
          <li key={at} className={styles[kind]}>
            <span aria-hidden="true" className={styles.sign}>
              {signs[kind].sign}
            </span>
            <span className="visually-hidden">{signs[kind].spoken}</span>
            <code className={styles.code}>{writtenOut(text)}</code>
          </li>
        ))}
      </ol>
    </figure>
  );
}

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
