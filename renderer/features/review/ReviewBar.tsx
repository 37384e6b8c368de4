import { useMemo } from 'react';
import type { QueueFilter, ReviewFilter } from '../../../shared/place.ts';
import { Button } from '../../components/Button/Button.tsx';
import { Progress } from '../../components/Progress/Progress.tsx';
import { Select } from '../../components/Select/Select.tsx';
import { useActions, useApp } from '../../store/context.ts';
import { groupTotals } from '../../store/groups.ts';
import { skillKey } from '../../store/state.ts';
import styles from './ReviewPage.module.css';
import type { ReviewQueue } from './use-queue.ts';

/** The queue's filter, how far the person got, and the buttons that move in it. */
export function ReviewBar({
  queue,
  isOpen,
  onOpen,
}: {
  readonly queue: ReviewQueue;
  /** The list is open where there's no room for it beside the skill. */
  readonly isOpen: boolean;
  readonly onOpen: (isOpen: boolean) => void;
}) {
  const { at, filter, server, done, waits, spoken, isBulk } = queue;
  const skipped = useApp((app) => app.sitting.skipped.size);
  // A skill and the selection have a heading of their own.
  const Title = at === null && filter !== 'selected' ? 'h1' : 'strong';
  return (
    <div className={styles.bar} role="toolbar" aria-label="Review">
      <Button
        size="sm"
        variant="quiet"
        icon="filter"
        className={styles.toggle}
        aria-expanded={isOpen}
        onClick={() => onOpen(!isOpen)}
      >
        Queue
      </Button>
      <Title className={styles.title}>Review</Title>
      <Filters only={{ filter, server }} />
      {done + waits > 0 && (
        <div className={styles.progress}>
          <Progress label="Decided" done={done} total={done + waits} />
          <span className={styles.muted}>decided</span>
        </div>
      )}
      {skipped > 0 && <span className={styles.muted}>{skipped.toLocaleString('en')} skipped</span>}
      <span className="visually-hidden" role="status">
        {spoken}
      </span>
      {!isBulk && <Moves queue={queue} />}
    </div>
  );
}

function Moves({ queue: { key, front, others } }: { readonly queue: ReviewQueue }) {
  const actions = useActions();
  const letters = useApp((app) => app.settings.letterKeys);
  const hint = (letter: string): string | undefined => (letters ? letter : undefined);
  const isAlone = !others && (front === null || front === 'waiting');
  return (
    <span className={styles.moves}>
      <Button
        size="sm"
        variant="quiet"
        icon="arrowUp"
        hint={hint('p')}
        reason={others ? null : 'No other skills waiting'}
        onClick={() => actions.reviewMove(-1)}
      >
        Previous
      </Button>
      <Button
        size="sm"
        variant="quiet"
        icon="arrowDown"
        hint={hint('n')}
        reason={isAlone ? 'No other skills waiting' : null}
        onClick={actions.selectNextUndecided}
      >
        Next
      </Button>
      <Button
        size="sm"
        icon="arrowRight"
        hint={hint('s')}
        reason={key === null || front === 'gone' ? 'No waiting skill selected' : null}
        onClick={() => key !== null && actions.reviewSkip(key)}
      >
        Skip
      </Button>
    </span>
  );
}

/** How the waiting skills are decided together. */
export function SelectionBar({
  queue: { at, filter, waitingRows },
}: {
  readonly queue: ReviewQueue;
}) {
  const { openMany, reviewAt } = useActions();
  const isSelecting = useApp((app) => app.many !== null);
  const totals = useMemo(() => groupTotals(waitingRows), [waitingRows]);
  if (filter === 'selected')
    return isSelecting && at !== null ? (
      <div className={styles.groups}>
        <Button size="sm" icon="arrowLeft" onClick={() => reviewAt(null)}>
          Back to the selection
        </Button>
      </div>
    ) : null;
  if (waitingRows.length <= 1) return null;
  const all = (): readonly string[] => waitingRows.map((row) => skillKey(row.server, row.uri));
  return (
    <div className={styles.groups}>
      <span className={styles.muted}>{totals}</span>
      <Button size="sm" onClick={() => openMany('approve', all())}>
        Select several…
      </Button>
    </div>
  );
}

const filters: readonly { readonly id: ReviewFilter | 'all'; readonly label: string }[] = [
  { id: 'all', label: 'All' },
  { id: 'new', label: 'New' },
  { id: 'changed', label: 'Changed' },
  { id: 'requested', label: 'Withheld from apps' },
  { id: 'high', label: 'High risk' },
];

/** Which waiting skills are shown, and of which server. */
function Filters({ only }: { readonly only: QueueFilter }) {
  const { narrowReview } = useActions();
  const servers = useApp((app) => app.servers);
  const selected = useApp((app) => app.many?.items.length ?? 0);
  const kept = { id: 'selected', label: `${selected.toLocaleString('en')} selected` } as const;
  const labels = [...servers.keys()].map((id) => ({ id: `=${id}`, label: id }));
  return (
    <>
      <Select
        label="Show"
        hideLabel
        value={only.filter ?? 'all'}
        options={selected > 0 ? [...filters, kept] : filters}
        onChange={(id) => narrowReview({ ...only, filter: id === 'all' ? undefined : id })}
      />
      {(labels.length > 1 || only.server !== undefined) && (
        <Select
          label="Server"
          hideLabel
          value={only.server === undefined ? '' : `=${only.server}`}
          options={[{ id: '', label: 'Everywhere' }, ...labels]}
          onChange={(id) => narrowReview({ ...only, server: id === '' ? undefined : id.slice(1) })}
        />
      )}
    </>
  );
}
