import type { StoreApi } from 'zustand/vanilla';
import type { AppState, StandingFilter } from '../state.ts';

/** What the tree shows and which skills are selected. */
export function treeActions({ setState: set }: StoreApi<AppState>) {
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
