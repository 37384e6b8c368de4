import type { StoreApi } from 'zustand/vanilla';
import type { RendererApi } from '../../../shared/contract.ts';
import type { AppState, StandingFilter } from '../state.ts';
import type { NavigationTrail } from '../trail.ts';
import { decidingActions, panelActions } from './deciding.ts';
import { loadingActions } from './loading.ts';
import { placeActions, type PlaceActions } from './places.ts';
import { queueActions } from './queue.ts';
import { surfaceActions, type SurfaceActions } from './surfaces.ts';
import { undoingActions } from './undoing.ts';
import type { SoughtExchange } from '../../../shared/model/log.ts';
import { doubtWords } from '../exchange-doubt.ts';

/**
 * All actions that change the view. Data changes only through events from the main process;
 * `catchUp` applies those that have arrived.
 */
export function makeActions(
  store: StoreApi<AppState>,
  api: RendererApi,
  trail: NavigationTrail,
  catchUp: () => void,
) {
  const surfaces = surfaceActions(store);
  const places = placeActions(store, trail, surfaces);
  const queue = queueActions(store, places, surfaces);
  const panel = panelActions(store, places, surfaces);
  const deciding = decidingActions(store, { ...surfaces, ...panel, ...places, catchUp });
  return {
    ...surfaces,
    ...places,
    ...queue,
    ...treeActions(store),
    ...deciding,
    ...panel,
    ...logActions(
      api,
      surfaces,
      places,
      (server) => store.getState().servers.get(server)?.folder !== undefined,
    ),
    ...undoingActions(store, api, { ...surfaces, ...queue, ...deciding }),
    ...loadingActions(store, api, surfaces),
  };
}

export type StoreActions = ReturnType<typeof makeActions>;

/** Links from facts about a server to the exchange that shows them. */
function logActions(
  api: RendererApi,
  { toast }: Pick<SurfaceActions, 'toast'>,
  { openProtocol }: Pick<PlaceActions, 'openProtocol'>,
  isFolder: (server: string) => boolean,
) {
  return {
    /** Shows the exchange that something is based on, or says why it's missing. */
    showExchange: async (sought: SoughtExchange): Promise<void> => {
      if (isFolder(sought.server))
        return toast('info', 'Skillgate read this from the disk, so there’s no exchange.', {
          about: 'exchange',
        });
      const found = await api.findExchange(sought);
      if (!found.ok) return toast('bad', found.error.message, { about: 'exchange' });
      const { row, doubt } = found.value;
      if (row !== null) openProtocol(row);
      if (doubt !== null)
        toast('warn', doubtWords(sought.of, doubt, row !== null), { about: 'exchange' });
    },
  };
}

/** What the tree shows and which skills are selected. */
function treeActions({ setState: set }: StoreApi<AppState>) {
  return {
    setFilterText: (filterText: string) => set({ filterText }),
    setFilterStanding: (filterStanding: StandingFilter) => set({ filterStanding }),
    toggleNode: (id: string) =>
      set((state) => {
        const toggled = new Set(state.toggled);
        if (!toggled.delete(id)) toggled.add(id);
        return { toggled };
      }),
    setPicked: (picked: ReadonlySet<string>) => set({ picked }),
  };
}
