import { revealInvisible } from '../../../shared/invisible.ts';
import type { AskedSkill } from '../../../shared/model/waiting.ts';
import { quoteName, quoted } from '../../../shared/quote-text.ts';
import { Banner } from '../../components/Banner/Banner.tsx';
import { Button } from '../../components/Button/Button.tsx';
import { IconButton } from '../../components/IconButton/IconButton.tsx';
import { VirtualList } from '../../components/VirtualList/VirtualList.tsx';
import { moment } from '../../store/audit-text.ts';
import { useActions, useApi, useApp } from '../../store/context.ts';
import { skillKey } from '../../store/state.ts';
import styles from './AskedList.module.css';

/** Skills that apps requested and didn't get, newest first, also those that nobody listed yet. */
export function AskedList({
  current,
  onChoose,
}: {
  readonly current: string | null;
  readonly onChoose: (at: { readonly server: string; readonly uri: string }) => void;
}) {
  const api = useApi();
  const { attempt } = useActions();
  const { skills, dropped, problem } = useApp((app) => app.waiting);
  const dismiss = (keys: readonly string[]): void =>
    void attempt(api.dismissWaiting({ keys: [...keys] }), 'Couldn’t dismiss it');
  return (
    <>
      {problem !== null && (
        <Banner tone="warn" live="polite" title="Couldn’t load app requests">
          {problem}
        </Banner>
      )}
      {dropped > 0 && (
        <p className={styles.note}>
          {dropped.toLocaleString('en')} older {dropped === 1 ? 'request isn’t' : 'requests aren’t'}{' '}
          shown because there are too many.
        </p>
      )}
      {skills.length > 0 && (
        <VirtualList
          className={styles.list ?? ''}
          items={skills}
          keyOf={({ key }) => key}
          label="Requested by apps, newest first"
          rowRem={6.4}
          render={(skill) => (
            <Asked
              skill={skill}
              isCurrent={skillKey(skill.server, skill.uri) === current}
              onChoose={onChoose}
              onDismiss={() => dismiss([skill.key])}
            />
          )}
        />
      )}
      {skills.length > 1 && (
        <div className={styles.note}>
          <Button size="sm" onClick={() => dismiss(skills.map(({ key }) => key))}>
            Dismiss these {skills.length.toLocaleString('en')}
          </Button>
        </div>
      )}
    </>
  );
}

function Asked({
  skill,
  isCurrent,
  onChoose,
  onDismiss,
}: {
  readonly skill: AskedSkill;
  readonly isCurrent: boolean;
  readonly onChoose: (at: { readonly server: string; readonly uri: string }) => void;
  readonly onDismiss: () => void;
}) {
  const api = useApi();
  const { attempt, selectServer, toast } = useActions();
  const { server, uri, hosts, moreHosts, count, lastAt, isOtherServer, standing, how } = skill;
  const isHeld = useApp((app) => app.skills.get(server)?.has(uri) === true);
  const isKnown = useApp((app) => app.servers.has(server));
  const name = skill.name === '' ? quoted(revealInvisible(uri)) : quoteName(skill.name);
  const open = async (): Promise<void> => {
    // The attacker is whoever got the label since: the app didn't request their skill.
    if (isOtherServer)
      return toast(
        'warn',
        `${server} is a different server now, and no app requested this skill from it.`,
      );
    if (isHeld) return onChoose({ server, uri });
    if (!isKnown) return toast('warn', `${server} is no longer in Skillgate.`);
    const found = await attempt(api.openByUri({ server, uri }), `Couldn’t open ${name}`);
    return found ? onChoose({ server, uri }) : selectServer(server);
  };
  return (
    <div className={styles.row}>
      <button
        type="button"
        className={styles.open}
        title={uri}
        aria-current={isCurrent}
        onClick={() => void open()}
      >
        <span className={styles.name}>
          <strong>{name}</strong> of {server}
        </span>
        <span className={styles.standing}>
          {isOtherServer ? 'now a different server' : standings[standing]}
        </span>
        <span className={styles.line}>
          {hosts.map(quoted).join(', ')}
          {moreHosts > 0 && ` and ${moreHosts.toLocaleString('en')} more`} {hows[how]}
        </span>
        <span className={styles.line}>
          {count === 1 ? 'once' : `${count.toLocaleString('en')} times`}, last {moment(lastAt)}
        </span>
      </button>
      <IconButton icon="cross" small label={`Dismiss ${name}`} onPress={onDismiss} />
    </div>
  );
}

/** Why the app didn't get it. */
const standings: Readonly<Record<AskedSkill['standing'], string>> = {
  undecided: 'new',
  changed: 'changed since you approved it',
  expired: 'approval expired',
  unknown: 'not seen here yet',
};

/** What the last request was. */
const hows: Readonly<Record<AskedSkill['how'], string>> = {
  list: 'listed skills; this one was withheld',
  get: 'requested it',
  read: 'requested one of its files',
};
