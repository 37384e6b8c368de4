import { useState, type ComponentType } from 'react';
import type { SkillRow } from '../../../shared/model/skill.ts';
import type { QueueFilter } from '../../../shared/place.ts';
import { cx } from '../../components/cx.ts';
import { useActions, useApp } from '../../store/context.ts';
import { AskedList, DecidedList, QueueList } from './QueueList.tsx';
import { Finished, GoneSkill } from './Finished.tsx';
import { ReviewBar, SelectionBar } from './ReviewBar.tsx';
import {
  type ReviewPlace,
  useFocusKept,
  useGoOn,
  useQueue,
  useQueueCommands,
} from './use-queue.ts';
import styles from './ReviewPage.module.css';

export interface ReviewPageProps {
  readonly selection: QueueFilter & { readonly at: ReviewPlace };
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
  const { reviewAt } = useActions();
  const queue = useQueue(selection);
  const { at, key, filter, server, front, isBulk } = queue;
  useGoOn(key, front, filter === 'selected');
  useFocusKept(front === 'gone' ? `${key}\n` : key);
  useQueueCommands(queue);
  const letters = useApp((app) => app.settings.letterKeys);
  const [listed, setListed] = useState<boolean | null>(null);
  const isOpen = listed ?? (filter === 'requested' && at === null);
  const choose = ({ server: of, uri }: Pick<SkillRow, 'server' | 'uri'>): void => {
    reviewAt({ server: of, uri });
    setListed(null);
  };
  return (
    <section className={styles.page} aria-label="Review queue">
      <ReviewBar queue={queue} isOpen={isOpen} onOpen={setListed} />
      <SelectionBar queue={queue} />
      <div className={styles.body}>
        {!isBulk && (
          <div className={cx(styles.side, isOpen && styles.open)}>
            {filter === 'requested' ? (
              <AskedList current={key} onChoose={choose} />
            ) : (
              <QueueList items={queue.shown} current={key} onChoose={({ row }) => choose(row)} />
            )}
            <DecidedList items={queue.decided} />
          </div>
        )}
        <div className={styles.skill}>
          {isBulk ? (
            <Bulk />
          ) : at === null ? (
            <Finished
              only={{ filter, server }}
              waiting={queue.shown.length}
              total={queue.total}
              decided={queue.decided.length}
            />
          ) : front === 'gone' ? (
            <GoneSkill words={queue.spoken} server={at.server} hint={letters ? 'n' : undefined} />
          ) : (
            <Skill key={key} server={at.server} uri={at.uri} />
          )}
        </div>
      </div>
    </section>
  );
}
