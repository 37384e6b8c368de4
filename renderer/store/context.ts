import {
  createContext,
  createElement,
  useContext,
  useEffect,
  useLayoutEffect,
  type ReactNode,
} from 'react';
import { useStore } from 'zustand';
import type { RendererApi } from '../../shared/contract.ts';
import type { StoreActions } from './actions/actions.ts';
import type { AppStore } from './app-store.ts';
import type { AppState, PaletteCommand, DetailState } from './state.ts';
import { skillKey } from './state.ts';

const StoreContext = createContext<AppStore | null>(null);

export function StoreProvider({ value, children }: { value: AppStore; children: ReactNode }) {
  return createElement(StoreContext.Provider, { value }, children);
}

function useAppStore(): AppStore {
  const store = useContext(StoreContext);
  if (!store) throw new Error('a component of the app was rendered outside StoreProvider');
  return store;
}

/**
 * One value of the state; the component renders again when it changes (compared with Object.is).
 */
export function useApp<T>(selector: (state: AppState) => T): T {
  return useStore(useAppStore().store, selector);
}

/** The state now, for event handlers: reading it does not subscribe. */
export function useAppState(): () => AppState {
  return useAppStore().store.getState;
}

export function useActions(): StoreActions {
  return useAppStore().actions;
}

export function useApi(): RendererApi {
  return useAppStore().api;
}

/** The proof of a person's yes, for the dialogs that need one. */
export function useConfirm(): AppStore['confirm'] {
  return useAppStore().confirm;
}

/**
 * Registers commands while the component is mounted. Pass a memoised array. They are there before what
 * they belong to is on screen: a key that is pressed at once is not lost.
 */
export function useCommands(commands: readonly PaletteCommand[]): void {
  const { registerCommands } = useActions();
  useLayoutEffect(() => registerCommands(commands), [registerCommands, commands]);
}

/**
 * A skill's detail: fetched when first asked for and again whenever its row changes; the old one
 * stays meanwhile.
 */
export function useSkillDetail(server: string, uri: string): DetailState | undefined {
  const state = useApp((app) => app.details.get(skillKey(server, uri)));
  const { loadSkill } = useActions();
  const due = state === undefined || (state.stale && !state.loading);
  useEffect(() => {
    if (due) void loadSkill(server, uri);
  }, [due, loadSkill, server, uri]);
  return state;
}
