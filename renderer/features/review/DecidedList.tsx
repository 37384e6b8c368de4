import { useState } from 'react';
import { named, quoted } from '../../../shared/quoted.ts';
import { Button } from '../../components/Button/Button.tsx';
import { Status } from '../../components/Status/Status.tsx';
import { useActions, useApi, useApp, useAppState } from '../../store/context.ts';
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
  const api = useApi();
  const { attempt, noteDecided, toast, reviewAt } = useActions();
  const row = useApp((app) => app.skills.get(one.server)?.get(one.uri));
  const getState = useAppState();
  const [busy, setBusy] = useState(false);
  const undo = async (): Promise<void> => {
    setBusy(true);
    const before = getState().selection;
    const outcomes = await attempt(
      api.revoke({
        items: [
          {
            server: one.server,
            uri: one.uri,
            setDigest: row?.setDigest ?? null,
            metadataDigest: row?.metadataDigest ?? null,
            replaces: one.record,
            grants: [],
          },
        ],
      }),
      'It was not undone',
    );
    setBusy(false);
    const [outcome] = outcomes ?? [];
    if (outcome === undefined) return;
    if (outcome.outcome !== 'done' && outcome.outcome !== 'nothing-to-revoke') {
      toast('bad', `${quoted(one.name)} was not undone: ${outcome.message}`);
      return;
    }
    noteDecided('revoke', [{ ...one, record: null }]);
    // Whoever went on meanwhile stays there: a key must not be about another skill than was in front.
    if (getState().selection === before) reviewAt({ server: one.server, uri: one.uri });
    toast('info', `${quoted(one.name)} is not decided any more.`);
  };
  return (
    <li className={styles.item}>
      <Status {...looks[one.action]} hideWord size={14} />
      <span className={styles.name} title={`${one.server}: ${one.uri}`}>
        {one.name}
      </span>
      <Button
        size="sm"
        variant="quiet"
        disabled={busy}
        aria-label={`Undo the decision on ${named(one.name)}`}
        onClick={() => void undo()}
      >
        Undo
      </Button>
    </li>
  );
}
