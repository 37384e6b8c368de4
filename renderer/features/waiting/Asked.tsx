import { revealInvisible } from '../../../shared/invisible.ts';
import type { AskedSkill } from '../../../shared/model/waiting.ts';
import { quoteName, quoted } from '../../../shared/quote-text.ts';
import { IconButton } from '../../components/IconButton/IconButton.tsx';
import { moment } from '../../store/audit-text.ts';
import { useActions, useApi, useApp } from '../../store/context.ts';
import { howText, standingText } from './request-text.ts';
import styles from './waiting.module.css';
import layout from '../../components/Page/Page.module.css';

/** One skill that apps requested; Enter opens it. */
export function Asked({
  skill,
  onDismiss,
}: {
  readonly skill: AskedSkill;
  readonly onDismiss: () => void;
}) {
  const api = useApi();
  const { attempt, selectServer, selectSkill, toast } = useActions();
  const { server, uri, hosts, moreHosts, count, lastAt, isOtherServer } = skill;
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
    if (isHeld) return selectSkill(server, uri);
    if (!isKnown) return toast('warn', `${server} is no longer in Skillgate.`);
    const found = await attempt(api.openByUri({ server, uri }), `Couldn’t open ${name}`);
    if (found) selectSkill(server, uri);
    else selectServer(server);
  };
  return (
    <div className={styles.row}>
      <button type="button" className={styles.open} title={uri} onClick={() => void open()}>
        <span className={styles.name}>
          <strong>{name}</strong>{' '}
          <span className={layout.muted}>
            of {server}
            {isOtherServer && ', now a different server'}
          </span>{' '}
          <span className={styles.standing}>{standingText(skill)}</span>
        </span>
        <span className={styles.line}>
          {hosts.map(quoted).join(', ')}
          {moreHosts > 0 && ` and ${moreHosts.toLocaleString('en')} more`} {howText(skill)}
        </span>
        <span className={styles.line}>
          {count === 1 ? 'once' : `${count.toLocaleString('en')} times`}, last {moment(lastAt)}
        </span>
      </button>
      <IconButton icon="cross" label={`Dismiss ${name}`} onPress={onDismiss} />
    </div>
  );
}
