import { useMemo, useState } from 'react';
import { quoteName } from '../../../shared/quote-text.ts';
import { Button } from '../../components/Button/Button.tsx';
import { isSecondClick } from '../../components/second-click.ts';
import { Status } from '../../components/Status/Status.tsx';
import { VirtualList } from '../../components/VirtualList/VirtualList.tsx';
import { useActions, useApp } from '../../store/context.ts';
import { standsAsDecided, type ReviewItem } from '../../store/queue.ts';
import { rowLook } from '../../store/standing.ts';
import { skillKey, type DecidedHere } from '../../store/state.ts';
import styles from './DecidedList.module.css';

const rowRem = 2;
const shownRows = 6;

/**
 * Decisions of this session, as counted in the bar above: first single decisions made here, newest
 * first, each with Undo, then group decisions and those made elsewhere.
 */
export function DecidedList({ items }: { items: readonly ReviewItem[] }) {
  const here = useApp((app) => app.decidedHere);
  const lines = useMemo(() => {
    const at = new Map(here.map((one, index) => [skillKey(one.server, one.uri), index]));
    return items
      .map((item) => {
        const index = at.get(item.key);
        const own = index === undefined ? undefined : here[index];
        // Decided again elsewhere, so there's nothing to undo here.
        return own !== undefined && standsAsDecided(own, item.row)
          ? { item, own, index: index ?? -1 }
          : { item, own: null, index: -1 };
      })
      .sort((a, b) => b.index - a.index);
  }, [items, here]);
  if (lines.length === 0) return null;
  return (
    <section className={styles.section} aria-label="Decided this session">
      <h2 className={styles.title}>
        Decided this session{' '}
        <span className={styles.count}>{lines.length.toLocaleString('en')}</span>
      </h2>
      <div
        className={styles.rows}
        style={{ height: `${Math.min(lines.length, shownRows) * rowRem}rem` }}
      >
        <VirtualList
          items={lines}
          keyOf={({ item }) => item.key}
          label="Decided skills"
          rowRem={rowRem}
          render={({ item, own }) => <Decided item={item} own={own} />}
        />
      </div>
    </section>
  );
}

function Decided({ item: { row }, own }: { item: ReviewItem; own: DecidedHere | null }) {
  const { undo } = useActions();
  const [busy, setBusy] = useState(false);
  const takeBack = async (id: string): Promise<void> => {
    setBusy(true);
    await undo([{ server: row.server, uri: row.uri, name: row.name, undo: id }]);
    setBusy(false);
  };
  const id = own?.undo ?? null;
  return (
    <div className={styles.item}>
      <Status {...rowLook(row)} hideWord size={14} />
      <span className={styles.name} title={`${row.server}: ${row.uri}`}>
        {row.name}
      </span>
      {id !== null && (
        <Button
          size="sm"
          variant="quiet"
          reason={busy ? 'Undoing' : null}
          aria-label={`Undo the decision on ${quoteName(row.name)}`}
          onClick={(event) => {
            if (!isSecondClick(event)) void takeBack(id);
          }}
        >
          Undo
        </Button>
      )}
    </div>
  );
}
