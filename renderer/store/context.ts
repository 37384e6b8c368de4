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

/** One value from the state; the component renders again when it changes (by Object.is). */
export function useApp<T>(selector: (state: AppState) => T): T {
  return useStore(useAppStore().store, selector);
}

/** The current state for event handlers, without subscribing. */
export function useAppState(): () => AppState {
  return useAppStore().store.getState;
}

export function useActions(): StoreActions {
  return useAppStore().actions;
}

export function useApi(): RendererApi {
  return useAppStore().api;
}

/** Proves that a person confirmed, for dialogs that need it. */
export function useConfirm(): AppStore['confirm'] {
  return useAppStore().confirm;
}

/**
 * Registers commands while the component is mounted; pass a memoized array. They're ready before
 * their component is on screen, so an early key press isn't lost.
 */
export function useCommands(commands: readonly PaletteCommand[]): void {
  const { registerCommands } = useActions();
  useLayoutEffect(() => registerCommands(commands), [registerCommands, commands]);
}

/**
 * A skill's detail, loaded on first use and whenever its row changes; the old one stays meanwhile.
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
