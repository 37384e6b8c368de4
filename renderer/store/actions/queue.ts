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

const keyAt = (at: At): string | null => (at === null ? null : skillKey(at.server, at.uri));

const firstOf = (items: readonly ReviewItem[]): At => {
  const first = items.find((item) => item.reason !== null)?.row;
  return first ? { server: first.server, uri: first.uri } : null;
};

const cameBack =
  (isBack: boolean) =>
  ({ many }: AppState): Partial<AppState> =>
    many === null ? {} : { many: { ...many, cameBack: isBack } };

/** The current skill if it's among these, otherwise the first waiting one. */
function keptIn(items: readonly ReviewItem[], { selection }: AppState): At {
  const at = selection.kind === 'review' ? selection.at : null;
  const stays = items.some(({ row }) => row.server === at?.server && row.uri === at.uri);
  return stays ? at : firstOf(items);
}

const noneWaiting = ({ store }: AppState): ['bad' | 'info', string] =>
  store?.status === 'unreadable'
    ? ['bad', 'Can’t tell what waits: Skillgate can’t read your decisions.']
    : ['info', 'No skills waiting for a decision.'];

const filterInForce = ({ selection }: AppState): QueueFilter =>
  selection.kind === 'review' ? { filter: selection.filter, server: selection.server } : {};

const standingDecisions = ({ decidedHere, skills }: AppState): readonly string[] =>
  decidedHere
    .filter((one) => standsAsDecided(one, skills.get(one.server)?.get(one.uri)))
    .map((one) => skillKey(one.server, one.uri));

/**
 * Shows a server and, once it has listed its skills, opens the first waiting one, as the person
 * asked. Whatever else they do meanwhile ends it.
 */
function openFirst(
  store: StoreApi<AppState>,
  server: string,
  { selectServer, selectSkill }: Pick<PlaceActions, 'selectServer' | 'selectSkill'>,
): void {
  selectServer(server);
  const { selection } = store.getState();
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
  open(store.getState());
}

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
  /**
   * Opens the review queue at a skill or at the first waiting one. A new session: skipped skills
   * wait again.
   */
  const openReview = (at: At = null, only: QueueFilter = {}) => {
    // This window's earlier decisions belong to the session: its list and count must agree.
    set({ sitting: { order: standingDecisions(get()), skipped: new Set() } });
    const order = reviewItems(get()).map((item) => item.key);
    set({ sitting: { order, skipped: new Set() } });
    select({ kind: 'review', at: at ?? firstOf(shownIn(only)), ...only });
  };
  /** Shows a skill of the queue in place of the previous one: Back leaves the queue. */
  const reviewAt = (at: At) => replacePlace({ kind: 'review', at, ...filterInForce(get()) });
  /** The next (1) or previous (−1) waiting skill in queue order; false if there's no other. */
  const reviewMove = (step: 1 | -1): boolean => {
    const { selection, sitting } = get();
    if (selection.kind !== 'review') return false;
    const next = afterIn(shownIn(selection), keyAt(selection.at), step, sitting.order);
    if (next) reviewAt({ server: next.row.server, uri: next.row.uri });
    return next !== null;
  };
  return {
    openReview,
    openFirst: (server: string) => openFirst(store, server, { selectServer, selectSkill }),
    reviewAt,
    /** Opens a skill of the selection; Back returns to the selection. */
    viewSelected: (at: At) => {
      set(cameBack(false));
      select({ kind: 'review', at, filter: 'selected' });
    },
    /** A skill of the selection was decided: the selection comes back. */
    returnToSelection: () => {
      set(cameBack(true));
      reviewAt(null);
    },
    /** Narrows the queue; the current skill stays if it's among those shown. */
    narrowReview: (only: QueueFilter) => {
      const at = only.filter === 'selected' ? null : keptIn(shownIn(only), get());
      replacePlace({ kind: 'review', at, ...only });
    },
    reviewMove,
    /** Skips the current skill; it stays in the queue after unseen ones. */
    reviewSkip: (key: string) => {
      set(({ sitting: { order, skipped } }) => ({
        sitting: { order, skipped: new Set(skipped).add(key) },
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
      else toast(...noneWaiting(get()));
    },
  };
}

export type QueueActions = ReturnType<typeof queueActions>;
