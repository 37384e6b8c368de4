import type { StoreApi } from 'zustand/vanilla';
import { afterIn, frontOf, nextUndecided, reviewItems, standsAsDecided } from '../queue.ts';
import { skillKey, type AppState } from '../state.ts';
import type { PlaceActions } from './places.ts';
import type { SurfaceActions } from './surfaces.ts';

type At = { readonly server: string; readonly uri: string } | null;

/** Ways through what waits for a decision. */
export function queueActions(
  { setState: set, getState: get }: StoreApi<AppState>,
  { select, replacePlace }: Pick<PlaceActions, 'select' | 'replacePlace'>,
  { toast }: Pick<SurfaceActions, 'toast'>,
) {
  /**
   * Opens the review queue at a skill, or at the first one that waits. A new walk: what was
   * skipped waits again.
   */
  const openReview = (at: At = null) => {
    // What this window decided before is a part of the sitting: its list and its count are one.
    const { decidedHere, skills } = get();
    const decided = decidedHere
      .filter((one) => standsAsDecided(one, skills.get(one.server)?.get(one.uri)))
      .map((one) => skillKey(one.server, one.uri));
    set({ sitting: { order: decided, skipped: new Set() } });
    const items = reviewItems(get());
    const first = items.find((item) => item.reason !== null)?.row;
    set({ sitting: { order: items.map((item) => item.key), skipped: new Set() } });
    select({
      kind: 'review',
      at: at ?? (first ? { server: first.server, uri: first.uri } : null),
    });
  };
  /**
   * Puts a skill of the queue in front. It takes the place of the one before: Back leaves the
   * queue.
   */
  const reviewAt = (at: At) => replacePlace({ kind: 'review', at });
  /**
   * The next (1) or previous (−1) skill that waits, in the order of the queue; false when there
   * is no other.
   */
  const reviewMove = (step: 1 | -1): boolean => {
    const { selection, sitting } = get();
    if (selection.kind !== 'review') return false;
    const next = afterIn(
      reviewItems(get()),
      selection.at === null ? null : skillKey(selection.at.server, selection.at.uri),
      step,
      sitting.order,
    );
    if (next) reviewAt({ server: next.row.server, uri: next.row.uri });
    return next !== null;
  };
  return {
    openReview,
    reviewAt,
    reviewMove,
    /**
     * Leaves the skill in front undecided and goes on. It stays in the queue, after those not
     * looked at.
     */
    reviewSkip: (key: string) => {
      set(({ sitting }) => ({
        sitting: { ...sitting, skipped: new Set(sitting.skipped).add(key) },
      }));
      reviewMove(1);
    },
    /**
     * Opens the review queue at the next skill that waits, after the one on screen; in the queue
     * goes on, to its end when nothing is left.
     */
    selectNextUndecided: () => {
      const { selection } = get();
      if (selection.kind === 'review') {
        if (reviewMove(1)) return;
        if (selection.at !== null && frontOf(get(), selection.at) !== 'waiting') reviewAt(null);
        else toast('info', 'No other skills waiting for a decision.');
        return;
      }
      const next = nextUndecided(get());
      if (next) openReview({ server: next.server, uri: next.uri });
      else toast('info', 'No skills waiting for a decision.');
    },
  };
}

export type QueueActions = ReturnType<typeof queueActions>;
