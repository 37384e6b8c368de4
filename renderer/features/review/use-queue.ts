import { useEffect, useMemo, useRef, useState } from 'react';
import { revealInvisible } from '../../../shared/invisible.ts';
import type { SkillRow } from '../../../shared/model/skill.ts';
import type { QueueFilter } from '../../../shared/place.ts';
import { quoteName } from '../../../shared/quote-text.ts';
import { useActions, useApp, useCommands } from '../../store/context.ts';
import {
  decidedOf,
  filterOf,
  frontOf,
  reviewItems,
  type QueueFront,
  type ReviewItem,
} from '../../store/queue.ts';
import { skillKey } from '../../store/state.ts';
import type { SetChanges } from '../../../shared/model/standing.ts';

export type ReviewPlace = { readonly server: string; readonly uri: string } | null;

export type ReviewQueue = ReturnType<typeof useQueue>;

/** The queue as the filter shows it, and the skill in front of the person. */
export function useQueue({ at, filter, server }: QueueFilter & { readonly at: ReviewPlace }) {
  const servers = useApp((app) => app.servers);
  const skills = useApp((app) => app.skills);
  const sitting = useApp((app) => app.sitting);
  const asked = useApp((app) => app.waiting);
  const many = useApp((app) => app.many);
  const items = useMemo(
    () => reviewItems({ servers, skills, sitting }),
    [servers, skills, sitting],
  );
  const key = at === null ? null : skillKey(at.server, at.uri);
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
  const front = useApp((app) => (at === null ? null : frontOf(app, at)));
  return {
    ...{ at, key, filter, server, decided, shown, waitingRows, front },
    total: items.filter(({ reason }) => reason !== null).length,
    waits: waiting.length,
    // A server that isn’t shown would make the bar say nothing.
    done: decided.filter(({ row }) => server === undefined || row.server === server).length,
    others: waitingRows.some((row) => skillKey(row.server, row.uri) !== key),
    isBulk: filter === 'selected' && many !== null && at === null,
    spoken: useSpoken(
      at,
      items.find((item) => item.key === key),
      front,
    ),
  };
}

/** Names the current skill for screen readers, or says that its server removed it. */
function useSpoken(
  at: ReviewPlace,
  current: ReviewItem | undefined,
  front: QueueFront | null,
): string {
  const name = useLastName(at);
  if (current !== undefined)
    return (
      'Current: ' +
      `${quoteName(current.row.name)} of ${current.row.server}, ${reasonSpoken(current)}`
    );
  return front === 'gone' && at !== null
    ? `${quoteName(name)} of ${at.server} isn’t there any more`
    : '';
}

export function useQueueCommands({ key, front }: Pick<ReviewQueue, 'key' | 'front'>): void {
  const actions = useActions();
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
}

/** The current skill's name, even after its server removed it. */
function useLastName(at: ReviewPlace): string {
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
export function useFocusKept(key: string | null) {
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
export function useGoOn(key: string | null, front: QueueFront | null, isSelected: boolean) {
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

/** `+1 −0 ~2`: files added, removed, modified; zeros are left out. */
function changeFigures({ added, removed, modified }: SetChanges): string {
  return [
    [added.length, '+'],
    [removed.length, '−'],
    [modified.length, '~'],
  ]
    .filter(([count]) => count !== 0)
    .map(([count, sign]) => `${sign}${count}`)
    .join(' ');
}

/** Why an item is in the queue, in a few words. */
export function reasonInWords({ reason, row }: ReviewItem): string {
  const { standing } = row;
  if (reason === 'changed' && standing.kind === 'changed')
    return ['changed', changeFigures(standing.changes), otherwise(standing.metadata)]
      .filter((word) => word !== '')
      .join(' ');
  if (reason === 'expired') return 'approval expired';
  if (reason === 'new') return row.needsReadAll ? 'new, load it first' : 'new';
  return 'decided';
}

/** The reason for screen readers, with signs as words. */
export function reasonSpoken(item: ReviewItem): string {
  const { standing } = item.row;
  if (item.reason !== 'changed' || standing.kind !== 'changed') return reasonInWords(item);
  const { added, removed, modified } = standing.changes;
  const files = `${added.length} added, ${removed.length} removed, ${modified.length} modified`;
  return `changed: ${files}${standing.metadata ? `, ${otherwise(true)}` : ''}`;
}

const otherwise = (metadata: boolean): string => (metadata ? 'description changed' : '');
