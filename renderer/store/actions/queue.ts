import type { StoreApi } from 'zustand/vanilla';
import { afterIn, frontOf, nextUndecided, reviewItems, standsAsDecided } from '../queue.ts';
import { skillKey, type AppState } from '../state.ts';
import type { PlaceActions } from './places.ts';
import type { SurfaceActions } from './surfaces.ts';

type At = { readonly server: string; readonly uri: string } | null;

/** Navigation through the review queue. */
export function queueActions(
  { setState: set, getState: get }: StoreApi<AppState>,
  { select, replacePlace }: Pick<PlaceActions, 'select' | 'replacePlace'>,
  { toast }: Pick<SurfaceActions, 'toast'>,
) {
  /**
   * Opens the review queue at a skill or at the first waiting one. A new session: skipped skills
   * wait again.
   */
  const openReview = (at: At = null) => {
    // This window's earlier decisions belong to the session: its list and count must agree.
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
  /** Shows a skill of the queue in place of the previous one: Back leaves the queue. */
  const reviewAt = (at: At) => replacePlace({ kind: 'review', at });
  /** The next (1) or previous (−1) waiting skill in queue order; false if there's no other. */
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
    /** Skips the current skill; it stays in the queue after unseen ones. */
    reviewSkip: (key: string) => {
      set(({ sitting }) => ({
        sitting: { ...sitting, skipped: new Set(sitting.skipped).add(key) },
      }));
      reviewMove(1);
    },
    /**
     * Opens the review queue at the next waiting skill after the current one; within the queue,
     * moves on, to its end if nothing is left.
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
