import type { StoreApi } from 'zustand/vanilla';
import type { RendererApi } from '../../../shared/contract.ts';
import type { AppState } from '../state.ts';
import type { NavigationTrail } from '../trail.ts';
import { decidingActions, panelActions } from './deciding.ts';
import { loadingActions } from './loading.ts';
import { logActions } from './log.ts';
import { placeActions } from './places.ts';
import { queueActions } from './queue.ts';
import { surfaceActions } from './surfaces.ts';
import { treeActions } from './tree.ts';
import { undoingActions } from './undoing.ts';

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
