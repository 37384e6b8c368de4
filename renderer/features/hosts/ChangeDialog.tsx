import { useEffect, useRef, useState, type ComponentType } from 'react';
import type { RequestReply, RequestOutput } from '../../../shared/contract.ts';
import type { HostChange, HostView, ChangedLine } from '../../../shared/model/hosts.ts';
import type { StartView } from '../../../shared/model/start.ts';
import { quoted } from '../../../shared/quote-text.ts';
import { Banner } from '../../components/Banner/Banner.tsx';
import { Button } from '../../components/Button/Button.tsx';
import { Dialog } from '../../components/Dialog/Dialog.tsx';
import { focusOnMount } from '../../components/focus.ts';
import { Select } from '../../components/Select/Select.tsx';
import { useSeenParts } from '../../components/seen-blocks.ts';
import { Spinner } from '../../components/Progress/Progress.tsx';
import { useActions, useApi, useApp, useConfirm } from '../../store/context.ts';
import styles from './hosts.module.css';
import layout from '../../components/Page/Page.module.css';
import { writtenOut } from '../../../shared/written-out.ts';

/** The switch or switches that a person changed. */
export interface HostSwitch {
  readonly host: HostView;
  readonly keys: readonly string[];
  readonly to: 'through' | 'direct' | 'repair';
  /** The entry's label; `all` for several. */
  readonly what: string;
}

/** How the app is shown skills: in one way beside the extension, or in its usual ones. */
type ShownAs = 'usual' | 'skills' | 'tools' | 'resources' | 'index';
const ways: readonly { readonly id: ShownAs; readonly label: string }[] = [
  { id: 'usual', label: 'As usual for this app' },
  { id: 'skills', label: 'Skills extension only' },
  { id: 'tools', label: 'Tools that list and load skills' },
  { id: 'resources', label: 'At the top of the resources' },
  { id: 'index', label: 'The resource skill://index.json' },
];

type Answer = RequestReply<RequestOutput<'previewHost'>>;

/**
 * Confirms before writing an app's file: shows the changed lines and what Skillgate would start.
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
  const api = useApi();
  const confirm = useConfirm();
  const { attempt, toast } = useActions();
  const [answer, setAnswer] = useState<Answer | null>(null);
  const [shownAs, setShownAs] = useState<ShownAs>('usual');
  const isSession = useApp((app) => app.info?.sessionConfig != null);
  const { host, keys, to, what } = turn;
  useEffect(() => {
    let current = true;
    const asked = { host: host.id, path: host.path, keys: [...keys], to };
    const exposes = shownAs === 'usual' ? {} : { exposes: shownAs === 'skills' ? [] : [shownAs] };
    setAnswer(null);
    void api.previewHost({ ...asked, ...exposes }).then((reply) => {
      if (current) setAnswer(reply);
    });
    return () => {
      current = false;
    };
  }, [api, host.id, host.path, keys, to, shownAs]);
  const change = answer?.ok === true ? answer.value : null;
  // What the main process would refuse after the person has confirmed it.
  const isLost = isSession && change?.added.some(({ isNew }) => isNew) === true;
  const body = useRef<HTMLDivElement>(null);
  const seen = useSeenParts(body, answer === null);
  const isUnseen = change?.added.some(({ label, start }) => start !== null && !seen.has(label));
  const held = isLost
    ? 'The servers of this session aren’t saved'
    : (reasonNow(answer) ?? (isUnseen === true ? scrollFirst : null));
  const write = async (): Promise<void> => {
    if (change === null) return;
    const { changeId } = change;
    const proof = await confirm(change.challenge, { request: 'applyHost', changeId });
    onClose();
    const done = await attempt(
      api.applyHost({ changeId, proof }),
      `Couldn’t change ${host.name}’s file`,
    );
    if (done) toast('ok', `Saved ${done.path}. Next, in ${host.name}: ${host.restart}`);
    onDone();
  };
  const name = what === 'all' ? `${keys.length} servers` : quoted(what);
  return (
    <Dialog
      title={
        to === 'through'
          ? `Let ${host.name} reach ${name} through Skillgate?`
          : to === 'repair'
            ? `Let ${host.name} start this Skillgate for ${name}?`
            : `Let ${host.name} reach ${name} directly again?`
      }
      role="alertdialog"
      isOpen
      onClose={onClose}
      size="lg"
      body={body}
      footer={
        <>
          {held === scrollFirst && <span className={layout.muted}>{held}</span>}
          <Button ref={focusOnMount} onClick={onClose}>
            Cancel
          </Button>
          <Button variant="primary" reason={held} onClick={() => void write()}>
            {change?.added.some(({ start }) => start !== null) === true
              ? 'Save file and allow start'
              : 'Save file'}
          </Button>
        </>
      }
    >
      <div className={layout.stack}>
        {to === 'through' && (
          <Select
            label="How the app finds approved skills"
            value={shownAs}
            options={ways}
            onChange={setShownAs}
          />
        )}
        {answer === null && <Spinner label="Comparing" />}
        {answer?.ok === false && (
          <Banner tone="bad" live="polite" title="This can’t be changed">
            {answer.error.message}
          </Banner>
        )}
        {isLost && (
          <Banner tone="warn" live="polite" title="This can’t be saved in this session">
            Skillgate was started with a list of servers for this session only, and the app needs
            one that stays. Start Skillgate without --config to protect it.
          </Banner>
        )}
        {change !== null && <Change change={change} to={to} StartFacts={StartFacts} />}
      </div>
    </Dialog>
  );
}

/** Saving allows these commands, so all of each must have been on screen. */
const scrollFirst = 'Scroll through the commands first.';

/** Why saving isn't possible now. */
function reasonNow(answer: Answer | null): string | null {
  if (answer === null) return 'Comparing the files';
  if (!answer.ok) return 'This can’t be changed';
  return answer.value.entries.length === 0 ? 'The file wouldn’t change' : null;
}

function Change({
  change: { path, entries, added, left },
  to,
  StartFacts,
}: {
  readonly change: HostChange;
  readonly to: HostSwitch['to'];
  readonly StartFacts: ComponentType<{ readonly start: StartView }>;
}) {
  return (
    <>
      {entries.length > 0 && (
        <p>
          {to === 'repair'
            ? 'Only these lines change. Turning protection off still restores the original.'
            : to === 'through'
              ? 'Only these lines change. Skillgate keeps a copy of the original (unencrypted, readable only by you) and restores it when you turn this off. Without a keychain, imported secrets are unencrypted, too.'
              : 'This restores the original. Skills that you haven’t approved will reach the app again.'}
        </p>
      )}
      {entries.map(({ label, project, line, lines }) => (
        <ChangedLines
          key={`${project}\n${label}`}
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
      {added.map(({ label, isNew, start }) => (
        <section key={label} className={layout.section}>
          <h3 className={styles.startTitle}>
            {isNew ? 'Skillgate gets the server' : 'Skillgate has the server'} {quoted(label)}
            {start === null ? ', and may contact its address' : ', and may start this command'}
          </h3>
          {start !== null && (
            <div className={layout.card} data-part={label} data-at="0-1">
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
  title,
  lines,
}: {
  readonly title: string;
  readonly lines: readonly ChangedLine[];
}) {
  return (
    <figure className={styles.figure}>
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
