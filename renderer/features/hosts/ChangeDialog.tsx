import { useEffect, useState, type ComponentType } from 'react';
import type { RequestReply, RequestOutput } from '../../../shared/contract.ts';
import type { HostChange, HostView } from '../../../shared/model/hosts.ts';
import type { StartView } from '../../../shared/model/start.ts';
import { quoted } from '../../../shared/quote-text.ts';
import { Banner } from '../../components/Banner/Banner.tsx';
import { Button } from '../../components/Button/Button.tsx';
import { Dialog } from '../../components/Dialog/Dialog.tsx';
import { focusOnMount } from '../../components/focus.ts';
import { Spinner } from '../../components/Progress/Progress.tsx';
import { useActions, useApi, useConfirm } from '../../store/context.ts';
import { ChangedLines } from './ChangedLines.tsx';
import styles from './hosts.module.css';
import layout from '../../components/Page/Page.module.css';

/** The switch or switches that a person changed. */
export interface HostSwitch {
  readonly host: HostView;
  readonly keys: readonly string[];
  readonly to: 'through' | 'direct';
  /** The entry's label; `all` for several. */
  readonly what: string;
}

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
  const { host, keys, to, what } = turn;
  useEffect(() => {
    let current = true;
    void api.previewHost({ host: host.id, keys: [...keys], to }).then((reply) => {
      if (current) setAnswer(reply);
    });
    return () => {
      current = false;
    };
  }, [api, host.id, keys, to]);
  const change = answer?.ok === true ? answer.value : null;
  const write = async (): Promise<void> => {
    if (change === null) return;
    const { changeId } = change;
    const proof = await confirm(change.challenge, { request: 'applyHost', changeId });
    onClose();
    const done = await attempt(
      api.applyHost({ changeId, proof }),
      `Couldn’t change ${host.name}’s file`,
    );
    if (done) toast('ok', `Saved ${done.path}. Restart ${host.name} to apply.`);
    onDone();
  };
  const name = what === 'all' ? `${keys.length} servers` : quoted(what);
  return (
    <Dialog
      title={
        to === 'through'
          ? `Let ${host.name} reach ${name} through Skillgate?`
          : `Let ${host.name} reach ${name} directly again?`
      }
      role="alertdialog"
      isOpen
      onClose={onClose}
      size="lg"
      footer={
        <>
          <Button ref={focusOnMount} onClick={onClose}>
            Cancel
          </Button>
          <Button variant="primary" reason={reasonNow(answer)} onClick={() => void write()}>
            {change?.added.some(({ start }) => start !== null) === true
              ? 'Save file and allow start'
              : 'Save file'}
          </Button>
        </>
      }
    >
      <div className={layout.stack}>
        {answer === null && <Spinner label="Comparing" />}
        {answer?.ok === false && (
          <Banner tone="bad" live="polite" title="This can’t be changed">
            {answer.error.message}
          </Banner>
        )}
        {change !== null && <Change change={change} to={to} StartFacts={StartFacts} />}
      </div>
    </Dialog>
  );
}

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
          {to === 'through'
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
            <div className={layout.card}>
              <StartFacts start={start} />
            </div>
          )}
        </section>
      ))}
    </>
  );
}
