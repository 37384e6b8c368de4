import type { ComponentType } from 'react';
import type { ChangedLine, HostView } from '../../../shared/model/hosts.ts';
import type { StartView } from '../../../shared/model/start.ts';
import { quoted } from '../../../shared/quote-text.ts';
import { writtenOut } from '../../../shared/written-out.ts';
import { Banner } from '../../components/Banner/Banner.tsx';
import { Checkbox } from '../../components/Checkbox/Checkbox.tsx';
import { Select } from '../../components/Select/Select.tsx';
import { Spinner } from '../../components/Progress/Progress.tsx';
import {
  linesPart,
  startPart,
  type ChosenWay,
  type HostChangeState,
  type HostSwitch,
} from './use-host-change.ts';
import styles from './hosts.module.css';
import layout from '../../components/Page/Page.module.css';

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
