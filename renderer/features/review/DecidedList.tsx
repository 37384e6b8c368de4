import { useState } from 'react';
import { named } from '../../../shared/quoted.ts';
import { Button } from '../../components/Button/Button.tsx';
import { Status } from '../../components/Status/Status.tsx';
import { useActions, useApp } from '../../store/context.ts';
import { standsAsDecided } from '../../store/queue.ts';
import { skillKey, type DecidedHere } from '../../store/state.ts';
import styles from './DecidedList.module.css';

const looks = {
  approve: { icon: 'approved', tone: 'ok', word: 'approved' },
  deny: { icon: 'denied', tone: 'bad', word: 'denied' },
  session: { icon: 'session', tone: 'info', word: 'allowed this session' },
} as const;

/** What was decided since the app was opened, newest first, each with its way back. */
export function DecidedList() {
  const here = useApp((app) => app.decidedHere);
  const skills = useApp((app) => app.skills);
  // Decided again elsewhere, changed or forgotten since: there is nothing here to undo any more.
  const decided = here.filter((one) => standsAsDecided(one, skills.get(one.server)?.get(one.uri)));
  if (decided.length === 0) return null;
  return (
    <section className={styles.section} aria-label="Decided in this sitting">
      <h2 className={styles.title}>
        Decided in this sitting{' '}
        <span className={styles.count}>{decided.length.toLocaleString('en')}</span>
      </h2>
      <ul className={styles.list}>
        {decided.toReversed().map((one) => (
          <Decided key={skillKey(one.server, one.uri)} one={one} />
        ))}
      </ul>
    </section>
  );
}

function Decided({ one }: { one: DecidedHere }) {
  const { undo } = useActions();
  const [busy, setBusy] = useState(false);
  const takeBack = async (id: string): Promise<void> => {
    setBusy(true);
    await undo([{ server: one.server, uri: one.uri, name: one.name, undo: id }]);
    setBusy(false);
  };
  return (
    <li className={styles.item}>
      <Status {...looks[one.action]} hideWord size={14} />
      <span className={styles.name} title={`${one.server}: ${one.uri}`}>
        {one.name}
      </span>
      {one.undo !== null && (
        <Button
          size="sm"
          variant="quiet"
          reason={busy ? 'It is being taken back' : null}
          aria-label={`Undo the decision on ${named(one.name)}`}
          onClick={() => one.undo !== null && void takeBack(one.undo)}
        >
          Undo
        </Button>
      )}
    </li>
  );
}
