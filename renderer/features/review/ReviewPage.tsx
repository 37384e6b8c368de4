import { useEffect, useMemo, useRef, useState, type ComponentType } from 'react';
import { named } from '../../../shared/quoted.ts';
import { Button } from '../../components/Button/Button.tsx';
import { cx } from '../../components/cx.ts';
import { Progress } from '../../components/Progress/Progress.tsx';
import { useActions, useApp, useCommands } from '../../store/context.ts';
import { reviewItems } from '../../store/queue.ts';
import { skillKey } from '../../store/state.ts';
import { DecidedList } from './DecidedList.tsx';
import { Finished } from './Finished.tsx';
import { QueueList } from './QueueList.tsx';
import styles from './ReviewPage.module.css';
import { reasonSpoken } from './words.ts';

export interface ReviewPageProps {
  readonly at: { readonly server: string; readonly uri: string } | null;
  /** What shows the skill in front. The app hands it in: features do not know each other. */
  readonly Skill: ComponentType<{ readonly server: string; readonly uri: string }>;
}

/**
 * Every skill that waits, over all servers, one after the other: look, decide, and the next one
 * comes.
 */
export function ReviewPage({ at, Skill }: ReviewPageProps) {
  const actions = useActions();
  const servers = useApp((app) => app.servers);
  const skills = useApp((app) => app.skills);
  const sitting = useApp((app) => app.sitting);
  const letters = useApp((app) => app.settings.letterKeys);
  const items = useMemo(
    () => reviewItems({ servers, skills, sitting }),
    [servers, skills, sitting],
  );
  const key = at === null ? null : skillKey(at.server, at.uri);
  const current = items.find((item) => item.key === key);
  const decided = items.reduce((count, item) => count + (item.reason === null ? 1 : 0), 0);
  const waiting = useMemo(
    () => items.filter((item) => item.reason !== null || item.key === key),
    [items, key],
  );
  useGoOn(key, current?.reason ?? null);
  useFocusKept(key);
  useCommands(
    useMemo(
      () => [
        {
          id: 'review-next',
          title: 'Next skill in the queue',
          group: 'Review',
          key: 'n',
          letter: true,
          run: actions.selectNextUndecided,
        },
        {
          id: 'review-previous',
          title: 'Previous skill in the queue',
          group: 'Review',
          key: 'p',
          letter: true,
          run: () => void actions.reviewMove(-1),
        },
        ...(key === null
          ? []
          : [
              {
                id: 'review-skip',
                title: 'Skip the skill for now',
                group: 'Review',
                key: 's',
                letter: true,
                run: () => actions.reviewSkip(key),
              },
            ]),
      ],
      [actions, key],
    ),
  );
  const [listed, setListed] = useState<boolean | null>(null);
  const hint = (letter: string): string | undefined => (letters ? letter : undefined);
  const others = waiting.length > (current?.reason == null ? 0 : 1);
  return (
    <section className={styles.page} aria-label="Review queue">
      <div className={styles.bar} role="toolbar" aria-label="Review">
        <Button
          size="sm"
          variant="quiet"
          icon="filter"
          className={styles.toggle}
          aria-expanded={listed ?? false}
          onClick={() => setListed(listed !== true)}
        >
          Queue
        </Button>
        <strong className={styles.title}>Review</strong>
        <div className={styles.progress}>
          <Progress label="Decided" done={decided} total={items.length} />
          <span className={styles.muted}>decided</span>
        </div>
        {sitting.skipped.size > 0 && (
          <span className={styles.muted}>{sitting.skipped.size.toLocaleString('en')} skipped</span>
        )}
        <span className="visually-hidden" role="status">
          {current === undefined
            ? ''
            : `In front: ${named(current.row.name)} of ${current.row.server}, ${reasonSpoken(current)}`}
        </span>
        <span className={styles.moves}>
          <Button
            size="sm"
            variant="quiet"
            icon="arrowUp"
            hint={hint('P')}
            disabled={!others}
            onClick={() => actions.reviewMove(-1)}
          >
            Previous
          </Button>
          <Button
            size="sm"
            variant="quiet"
            icon="arrowDown"
            hint={hint('N')}
            disabled={!others}
            onClick={() => actions.reviewMove(1)}
          >
            Next
          </Button>
          <Button
            size="sm"
            icon="arrowRight"
            hint={hint('S')}
            disabled={key === null}
            onClick={() => key !== null && actions.reviewSkip(key)}
          >
            Skip
          </Button>
        </span>
      </div>
      <div className={styles.body}>
        <div className={cx(styles.side, listed === true && styles.open)}>
          <QueueList
            items={waiting}
            current={key}
            onChoose={(item) => {
              actions.reviewAt({ server: item.row.server, uri: item.row.uri });
              setListed(null);
            }}
          />
          <DecidedList />
        </div>
        <div className={styles.skill}>
          {at === null ? (
            <Finished waiting={waiting.length} decided={decided} />
          ) : (
            <Skill key={key} server={at.server} uri={at.uri} />
          )}
        </div>
      </div>
    </section>
  );
}

const settleMs = 100;

/**
 * When the next skill takes the place of the one that had the focus, the queue has it: the Tab key
 * starts where the person is.
 */
function useFocusKept(key: string | null) {
  useEffect(() => {
    const timer = setTimeout(() => {
      if (document.activeElement === document.body)
        document.querySelector<HTMLElement>('[data-pane=main] [role=listbox]')?.focus();
    }, settleMs);
    return () => clearTimeout(timer);
  }, [key]);
}

/**
 * Once the skill in front is decided, by whatever means, the next one comes; after the last one the
 * end is shown.
 */
function useGoOn(key: string | null, reason: string | null) {
  const { reviewMove, reviewAt } = useActions();
  const before = useRef({ key, reason });
  useEffect(() => {
    const was = before.current;
    before.current = { key, reason };
    if (key === null || was.key !== key || was.reason === null || reason !== null) return;
    if (!reviewMove(1)) reviewAt(null);
  }, [key, reason, reviewMove, reviewAt]);
}
