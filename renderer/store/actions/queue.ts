import type { StoreApi } from 'zustand/vanilla';
import type { QueueFilter } from '../../../shared/place.ts';
import {
  afterIn,
  filterOf,
  frontOf,
  nextUndecided,
  reviewItems,
  standsAsDecided,
  type ReviewItem,
} from '../queue.ts';
import { skillKey, type AppState } from '../state.ts';
import type { PlaceActions } from './places.ts';
import type { SurfaceActions } from './surfaces.ts';

/** How long a server may take to list its skills before nothing opens on its own (ms). */
const firstSkillMs = 20_000;

type At = { readonly server: string; readonly uri: string } | null;

/** Navigation through the review queue. */
export function queueActions(
  store: StoreApi<AppState>,
  {
    select,
    selectServer,
    selectSkill,
    replacePlace,
  }: Pick<PlaceActions, 'select' | 'selectServer' | 'selectSkill' | 'replacePlace'>,
  { toast }: Pick<SurfaceActions, 'toast'>,
) {
  const { setState: set, getState: get } = store;
  const shownIn = (only: QueueFilter): readonly ReviewItem[] =>
    reviewItems(get()).filter(filterOf(only, get()));
  const firstOf = (items: readonly ReviewItem[]): At => {
    const first = items.find((item) => item.reason !== null)?.row;
    return first ? { server: first.server, uri: first.uri } : null;
  };
  /** The filter in force. */
  const current = (): QueueFilter => {
    const { selection } = get();
    return selection.kind === 'review'
      ? { filter: selection.filter, server: selection.server }
      : {};
  };
  /**
   * Opens the review queue at a skill or at the first waiting one. A new session: skipped skills
   * wait again.
   */
  const openReview = (at: At = null, only: QueueFilter = {}) => {
    // This window's earlier decisions belong to the session: its list and count must agree.
    const { decidedHere, skills } = get();
    const decided = decidedHere
      .filter((one) => standsAsDecided(one, skills.get(one.server)?.get(one.uri)))
      .map((one) => skillKey(one.server, one.uri));
    set({ sitting: { order: decided, skipped: new Set() } });
    const order = reviewItems(get()).map((item) => item.key);
    set({ sitting: { order, skipped: new Set() } });
    select({ kind: 'review', at: at ?? firstOf(shownIn(only)), ...only });
  };
  /** Shows a skill of the queue in place of the previous one: Back leaves the queue. */
  const reviewAt = (at: At) => replacePlace({ kind: 'review', at, ...current() });
  /** The next (1) or previous (−1) waiting skill in queue order; false if there's no other. */
  const reviewMove = (step: 1 | -1): boolean => {
    const { selection, sitting } = get();
    if (selection.kind !== 'review') return false;
    const next = afterIn(
      shownIn(selection),
      selection.at === null ? null : skillKey(selection.at.server, selection.at.uri),
      step,
      sitting.order,
    );
    if (next) reviewAt({ server: next.row.server, uri: next.row.uri });
    return next !== null;
  };
  /**
   * Shows a server and, once it has listed its skills, opens the first waiting one, as the person
   * asked. Whatever else they do meanwhile ends it.
   */
  const openFirst = (server: string): void => {
    selectServer(server);
    const { selection } = get();
    const open = (state: AppState): void => {
      const hasMoved =
        state.selection !== selection || state.overlay !== null || state.filterText !== '';
      const status = state.servers.get(server)?.listing.status;
      if (!hasMoved && (status === undefined || status === 'none' || status === 'loading')) return;
      stop();
      const first = hasMoved ? null : nextUndecided(state);
      if (first?.server === server) selectSkill(server, first.uri);
    };
    const leave = store.subscribe(open);
    const timer = setTimeout(leave, firstSkillMs);
    const stop = (): void => {
      leave();
      clearTimeout(timer);
    };
    open(get());
  };
  return {
    openReview,
    openFirst,
    reviewAt,
    /** Opens a skill of the selection; Back returns to the selection. */
    viewSelected: (at: At) => {
      set(({ many }) => (many === null ? {} : { many: { ...many, cameBack: false } }));
      select({ kind: 'review', at, filter: 'selected' });
    },
    /** A skill of the selection was decided: the selection comes back. */
    returnToSelection: () => {
      set(({ many }) => (many === null ? {} : { many: { ...many, cameBack: true } }));
      reviewAt(null);
    },
    /** Narrows the queue; the current skill stays if it's among those shown. */
    narrowReview: (only: QueueFilter) => {
      const { selection } = get();
      const items = shownIn(only);
      const at = selection.kind === 'review' ? selection.at : null;
      const stays = items.some(({ row }) => row.server === at?.server && row.uri === at.uri);
      const next = only.filter === 'selected' ? null : stays ? at : firstOf(items);
      replacePlace({ kind: 'review', at: next, ...only });
    },
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
      else if (get().store?.status === 'unreadable')
        toast('bad', 'Can’t tell what waits: Skillgate can’t read your decisions.');
      else toast('info', 'No skills waiting for a decision.');
    },
  };
}

export type QueueActions = ReturnType<typeof queueActions>;
