import { useEffect, useMemo, useRef, useState, type ComponentType } from 'react';
import { revealInvisible } from '../../../shared/invisible.ts';
import type { SkillRow } from '../../../shared/model/skill.ts';
import type { QueueFilter, ReviewFilter } from '../../../shared/place.ts';
import { quoteName } from '../../../shared/quote-text.ts';
import { Button } from '../../components/Button/Button.tsx';
import { cx } from '../../components/cx.ts';
import { Progress } from '../../components/Progress/Progress.tsx';
import { Select } from '../../components/Select/Select.tsx';
import { useActions, useApp, useCommands } from '../../store/context.ts';
import { groupTotals } from '../../store/groups.ts';
import { decidedOf, filterOf, type QueueFront, frontOf, reviewItems } from '../../store/queue.ts';
import { skillKey } from '../../store/state.ts';
import { AskedList } from './AskedList.tsx';
import { DecidedList } from './DecidedList.tsx';
import { Finished } from './Finished.tsx';
import { GoneSkill } from './GoneSkill.tsx';
import { QueueList } from './QueueList.tsx';
import styles from './ReviewPage.module.css';
import { reasonSpoken } from './review-text.ts';

type At = { readonly server: string; readonly uri: string } | null;

export interface ReviewPageProps {
  readonly selection: QueueFilter & { readonly at: At };
  /** Renders the current skill. The app passes it in, because features don't import each other. */
  readonly Skill: ComponentType<{ readonly server: string; readonly uri: string }>;
  /** Renders the decision about the selected skills. */
  readonly Bulk: ComponentType;
}

/**
 * Reviews every waiting skill of all servers, one after another. Only the person's decision or key
 * brings up another skill: a server that removes one must not put another under a key being
 * pressed.
 */
export function ReviewPage({ selection, Skill, Bulk }: ReviewPageProps) {
  const { at, filter, server } = selection;
  const actions = useActions();
  const servers = useApp((app) => app.servers);
  const skills = useApp((app) => app.skills);
  const sitting = useApp((app) => app.sitting);
  const asked = useApp((app) => app.waiting);
  const many = useApp((app) => app.many);
  const letters = useApp((app) => app.settings.letterKeys);
  const items = useMemo(
    () => reviewItems({ servers, skills, sitting }),
    [servers, skills, sitting],
  );
  // A skill and the selection have a heading of their own.
  const Title = at === null && filter !== 'selected' ? 'h1' : 'strong';
  const key = at === null ? null : skillKey(at.server, at.uri);
  const current = items.find((item) => item.key === key);
  const decided = useMemo(() => decidedOf(items), [items]);
  const isIn = useMemo(
    () => filterOf({ filter, server }, { waiting: asked, many }),
    [filter, server, asked, many],
  );
  const waiting = useMemo(
    () => items.filter((item) => item.reason !== null && isIn(item)),
    [items, isIn],
  );
  // The same list from one skill to the next, so that nothing that's made of it is made again.
  const shown = useMemo(() => {
    if (key === null || waiting.some((item) => item.key === key)) return waiting;
    return items.filter((item) => item.key === key || (item.reason !== null && isIn(item)));
  }, [items, waiting, key, isIn]);
  const waitingRows = useMemo(
    () => shown.flatMap(({ row, reason }) => (reason === null ? [] : [row])),
    [shown],
  );
  const totals = useMemo(() => groupTotals(waitingRows), [waitingRows]);
  // A server that isn’t shown would make the bar say nothing.
  const done = decided.filter(({ row }) => server === undefined || row.server === server).length;
  const total = items.filter(({ reason }) => reason !== null).length;
  const isBulk = filter === 'selected' && many !== null && at === null;
  const front = useApp((app) => (at === null ? null : frontOf(app, at)));
  const name = useLastName(at);
  const gone =
    front === 'gone' && at !== null
      ? `${quoteName(name)} of ${at.server} isn’t there any more`
      : '';
  useGoOn(key, front, filter === 'selected');
  useFocusKept(front === 'gone' ? `${key}\n` : key);
  useCommands(
    useMemo(
      () => [
        {
          id: 'review-next',
          icon: 'arrowDown' as const,
          title: 'Next skill in the queue',
          group: 'Review',
          key: 'n',
          letter: true,
          repeats: true,
          run: actions.selectNextUndecided,
        },
        {
          id: 'review-previous',
          icon: 'arrowUp' as const,
          title: 'Previous skill in the queue',
          group: 'Review',
          key: 'p',
          letter: true,
          run: () => void actions.reviewMove(-1),
        },
        ...(key === null || front === 'gone'
          ? []
          : [
              {
                id: 'review-skip',
                icon: 'arrowRight' as const,
                title: 'Skip the skill for now',
                group: 'Review',
                key: 's',
                letter: true,
                run: () => actions.reviewSkip(key),
              },
            ]),
      ],
      [actions, key, front],
    ),
  );
  const [listed, setListed] = useState<boolean | null>(null);
  const choose = ({ server: of, uri }: Pick<SkillRow, 'server' | 'uri'>): void => {
    actions.reviewAt({ server: of, uri });
    setListed(null);
  };
  const hint = (letter: string): string | undefined => (letters ? letter : undefined);
  const others = waitingRows.some((row) => skillKey(row.server, row.uri) !== key);
  const isOpen = listed ?? (filter === 'requested' && at === null);
  return (
    <section className={styles.page} aria-label="Review queue">
      <div className={styles.bar} role="toolbar" aria-label="Review">
        <Button
          size="sm"
          variant="quiet"
          icon="filter"
          className={styles.toggle}
          aria-expanded={isOpen}
          onClick={() => setListed(!isOpen)}
        >
          Queue
        </Button>
        <Title className={styles.title}>Review</Title>
        <Filters only={{ filter, server }} selected={many?.items.length ?? 0} />
        {done + waiting.length > 0 && (
          <div className={styles.progress}>
            <Progress label="Decided" done={done} total={done + waiting.length} />
            <span className={styles.muted}>decided</span>
          </div>
        )}
        {sitting.skipped.size > 0 && (
          <span className={styles.muted}>{sitting.skipped.size.toLocaleString('en')} skipped</span>
        )}
        <span className="visually-hidden" role="status">
          {current === undefined
            ? gone
            : `Current: ${quoteName(current.row.name)} of ${current.row.server}, ${reasonSpoken(current)}`}
        </span>
        {!isBulk && (
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
              reason={
                !others && (front === null || front === 'waiting')
                  ? 'No other skills waiting'
                  : null
              }
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
        )}
      </div>
      {filter === 'selected' && many !== null && at !== null && (
        <div className={styles.groups}>
          <Button size="sm" icon="arrowLeft" onClick={() => actions.reviewAt(null)}>
            Back to the selection
          </Button>
        </div>
      )}
      {filter !== 'selected' && waitingRows.length > 1 && (
        <div className={styles.groups}>
          <span className={styles.muted}>{totals}</span>
          <Button
            size="sm"
            onClick={() =>
              actions.openMany(
                'approve',
                waitingRows.map((row) => skillKey(row.server, row.uri)),
              )
            }
          >
            Select several…
          </Button>
        </div>
      )}
      <div className={styles.body}>
        {!isBulk && (
          <div className={cx(styles.side, isOpen && styles.open)}>
            {filter === 'requested' ? (
              <AskedList current={key} onChoose={choose} />
            ) : (
              <QueueList items={shown} current={key} onChoose={({ row }) => choose(row)} />
            )}
            <DecidedList items={decided} />
          </div>
        )}
        <div className={styles.skill}>
          {isBulk ? (
            <Bulk />
          ) : at === null ? (
            <Finished
              only={{ filter, server }}
              waiting={shown.length}
              total={total}
              decided={decided.length}
            />
          ) : front === 'gone' ? (
            <GoneSkill words={gone} server={at.server} hint={hint('n')} />
          ) : (
            <Skill key={key} server={at.server} uri={at.uri} />
          )}
        </div>
      </div>
    </section>
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
function Filters({ only, selected }: { readonly only: QueueFilter; readonly selected: number }) {
  const { narrowReview } = useActions();
  const servers = useApp((app) => app.servers);
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

/** The current skill's name, even after its server removed it. */
function useLastName(at: At): string {
  const row = useApp((app) => at && app.skills.get(at.server)?.get(at.uri));
  const [last, setLast] = useState<SkillRow | null>(row ?? null);
  if (row && row !== last) setLast(row);
  return last?.server === at?.server && last?.uri === at?.uri
    ? (last?.name ?? '')
    : revealInvisible(at?.uri ?? '');
}

const settleMs = 100;

/**
 * When the next skill replaces the focused one, the queue gets the focus, so Tab starts there. The
 * same if the queue was opened from the tree, where letters search and Enter would leave. Never
 * later: someone already typing elsewhere would trigger decision letters.
 */
function useFocusKept(key: string | null) {
  const wasOpened = useRef(false);
  useEffect(() => {
    const toQueue = () =>
      document.querySelector<HTMLElement>('[data-pane=main] [role=listbox]')?.focus();
    if (!wasOpened.current && document.activeElement?.closest('[role=tree]') != null) toQueue();
    wasOpened.current = true;
    const timer = setTimeout(() => {
      if (document.activeElement === document.body) toQueue();
    }, settleMs);
    return () => clearTimeout(timer);
  }, [key]);
}

/**
 * After the person decides about the current skill, the next one appears; after the last, the end
 * page. One opened from the selection leads back to it. A skill that vanishes or is decided
 * elsewhere stays.
 */
function useGoOn(key: string | null, front: QueueFront | null, isSelected: boolean) {
  const { returnToSelection, selectNextUndecided } = useActions();
  const seen = useRef({ key, waited: false });
  useEffect(() => {
    if (seen.current.key !== key) seen.current = { key, waited: false };
    if (front === 'waiting') seen.current.waited = true;
    else if (front === 'decided' && seen.current.waited) {
      if (isSelected) returnToSelection();
      else selectNextUndecided();
    }
  }, [key, front, isSelected, returnToSelection, selectNextUndecided]);
}
