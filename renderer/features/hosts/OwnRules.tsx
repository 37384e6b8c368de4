import { useEffect, useState } from 'react';
import type { RequestOutput, RequestReply } from '../../../shared/contract.ts';
import type { HostRulesView } from '../../../shared/model/hosts.ts';
import { counted } from '../../../shared/size-text.ts';
import { writtenOut } from '../../../shared/written-out.ts';
import { Banner } from '../../components/Banner/Banner.tsx';
import { Button } from '../../components/Button/Button.tsx';
import { Dialog } from '../../components/Dialog/Dialog.tsx';
import { focusOnMount } from '../../components/focus.ts';
import { Icon } from '../../components/Icon/Icon.tsx';
import { Spinner } from '../../components/Progress/Progress.tsx';
import { Switch } from '../../components/Switch/Switch.tsx';
import { useActions, useApi, useConfirm } from '../../store/context.ts';
import { useOwnRules } from '../../store/own-rules.ts';
import { ChangedLines } from './ChangeFacts.tsx';
import styles from './hosts.module.css';
import layout from '../../components/Page/Page.module.css';

interface NamedHost {
  readonly id: HostRulesView['host'];
  readonly name: string;
}
interface RulesSwitch {
  readonly name: string;
  readonly rules: HostRulesView;
  readonly to: 'on' | 'off';
}

/** A switch for each app that can keep decisions in its own settings. */
export function OwnRules({ hosts }: { readonly hosts: readonly NamedHost[] }) {
  const { rules: views, again } = useOwnRules();
  const [turn, setTurn] = useState<RulesSwitch | null>(null);
  const shown = views.flatMap((rules) => {
    const host = hosts.find(({ id }) => id === rules.host);
    return host === undefined ? [] : [{ name: host.name, rules }];
  });
  if (shown.length === 0) return null;
  return (
    <section className={layout.section} aria-label="Decisions in an app’s own settings">
      <h2 className={styles.sectionTitle}>Decisions in an app’s own settings</h2>
      <p className={layout.muted}>
        Some apps have a setting that turns skills off. Skillgate can write your decisions there.
        For local skills that works, by the skill’s name alone. For skills of servers no app has
        been seen to follow it, so protect the server instead.
      </p>
      <ul className={styles.list}>
        {shown.map(({ name, rules }) => (
          <Rules
            key={`${rules.host} ${String(rules.byName)}`}
            name={name}
            rules={rules}
            onTurn={setTurn}
          />
        ))}
      </ul>
      {turn !== null && (
        <RulesDialog turn={turn} onClose={() => setTurn(null)} onDone={() => void again()} />
      )}
    </section>
  );
}

function Rules({
  name,
  rules,
  onTurn,
}: {
  readonly name: string;
  readonly rules: HostRulesView;
  readonly onTurn: (turn: RulesSwitch) => void;
}) {
  const { byName, path, isOn, differs, left, problem } = rules;
  return (
    <li className={styles.item}>
      <div className={styles.about}>
        <strong className={styles.label}>
          {name}: {byName ? 'local skills, by name' : 'skills of servers'}
        </strong>
        <code className={styles.target}>{path}</code>
        {isOn && <p className={layout.muted}>{countsOf(rules)}</p>}
        {problem !== null && (
          <p className={styles.wrong}>
            <Icon name="warning" size={14} /> {problem}
          </p>
        )}
        {differs && (
          <>
            <p className={styles.wrong}>
              <Icon name="warning" size={14} /> Its {byName ? 'settings' : 'rules'} and your
              decisions differ.
            </p>
            <p className={styles.repair}>
              <Button size="sm" onClick={() => onTurn({ name, rules, to: 'on' })}>
                Update…
              </Button>
            </p>
          </>
        )}
        {isOn && <LeftOut left={left} />}
      </div>
      <Switch
        label={
          `${name}’s own settings follow your decisions ` +
          `${byName ? 'about local skills' : '(unconfirmed)'}`
        }
        on={isOn}
        onChange={(on) => onTurn({ name, rules, to: on ? 'on' : 'off' })}
      >
        {isOn ? 'follow your decisions' : 'don’t follow'}
      </Switch>
    </li>
  );
}

const countsOf = ({ byName, allow, deny }: HostRulesView): string => {
  if (!byName) return `${counted(allow, 'skill')} allowed in one version, ${deny} denied by name`;
  return `${allow === 0 ? '' : `${allow} on, `}${deny} off`;
};

const mostLeft = 20;

function LeftOut({ left }: { readonly left: HostRulesView['left'] }) {
  if (left.length === 0) return null;
  return (
    <ul className={layout.muted} aria-label="Decisions without a rule">
      {left.slice(0, mostLeft).map(({ server, uri, reason }) => (
        <li key={`${server}\n${uri}\n${reason}`}>
          No rule for {writtenOut(uri)} of {writtenOut(server)}: {reason}
        </li>
      ))}
      {left.length > mostLeft && <li>No rule for {left.length - mostLeft} more</li>}
    </ul>
  );
}

const fromNowOn =
  'Skillgate adds and removes its own rules as you decide. ' +
  'An approved skill is allowed in exactly its version, and its rule goes once ' +
  'Skillgate sees that the skill changed. A denied skill is denied by name.';
const fromNowOnByName =
  'Skillgate turns off skills that you deny, ' +
  'and those that it sees change after you approved them. Other skills stay as the app has them.';

type Answer = RequestReply<RequestOutput<'previewHostRules'>>;

interface DialogProps {
  readonly turn: RulesSwitch;
  readonly onClose: () => void;
  readonly onDone: () => void;
}

/** The change of the app's settings: null while it's compared. */
function useRulesChange({ turn: { name, rules, to }, onClose, onDone }: DialogProps) {
  const api = useApi();
  const confirm = useConfirm();
  const { attempt, toast } = useActions();
  const [answer, setAnswer] = useState<Answer | null>(null);
  const { host, byName } = rules;
  useEffect(() => {
    let current = true;
    void api.previewHostRules({ host, byName, to }).then((reply) => {
      if (current) setAnswer(reply);
    });
    return () => {
      current = false;
    };
  }, [api, byName, host, to]);
  const write = async (): Promise<void> => {
    if (answer?.ok !== true) return;
    const { changeId, challenge } = answer.value;
    const proof = await confirm(challenge, { request: 'applyHost', changeId });
    onClose();
    const done = await attempt(
      api.applyHost({ changeId, proof, isUntested: false }),
      `Couldn’t change ${name}’s settings`,
    );
    if (done) toast('ok', `Saved ${done.path}. Next: restart ${name}.`);
    onDone();
  };
  return { answer, write };
}

/** Confirms before an app's own settings are written: shows the lines that change. */
function RulesDialog(props: DialogProps) {
  const { turn, onClose } = props;
  const { answer, write } = useRulesChange(props);
  return (
    <Dialog
      title={
        turn.to === 'on'
          ? `Keep your decisions in ${turn.name}’s own settings?`
          : `Remove your decisions from ${turn.name}’s own settings?`
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
          <Button
            variant="primary"
            reason={
              answer === null ? 'Comparing the files' : answer.ok ? null : 'This can’t be changed'
            }
            onClick={() => void write()}
          >
            Save file
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
        {answer?.ok === true && <RulesFacts turn={turn} change={answer.value} />}
      </div>
    </Dialog>
  );
}

/** What would change, and what it wouldn't do. */
function RulesFacts({
  turn: { name, rules, to },
  change,
}: {
  readonly turn: RulesSwitch;
  readonly change: RequestOutput<'previewHostRules'>;
}) {
  const { byName } = rules;
  const whole = to === 'on' ? 'New file' : 'Deleted file';
  return (
    <>
      {to === 'on' && (
        <Banner tone="warn" title={byName ? 'By name alone' : 'Unconfirmed'}>
          {byName
            ? 'This applies to every local skill of that name, in any folder. ' +
              'A skill that changes stays on until Skillgate sees the change.'
            : `No version of ${name} has been seen to honor or print such a rule. ` +
              'Don’t rely on it in place of protecting its servers.'}
        </Banner>
      )}
      <p>
        {to === 'off'
          ? 'Only rules that Skillgate wrote are removed. Yours stay, even if they’re identical.' +
            (byName ? ` ${name} loads the skills again that they turned off.` : '')
          : `Only these lines change now. From then on, ${byName ? fromNowOnByName : fromNowOn}`}
      </p>
      {change.lines.length > 0 && (
        <ChangedLines
          part={change.changeId}
          title={`${change.isWhole ? whole : `Line ${change.line} of`} ${change.path}`}
          lines={change.lines}
        />
      )}
      <LeftOut left={change.left} />
    </>
  );
}
