import type { WaitingStore } from '../engine/ports/decisions.ts';

/** The waiting queue's file, whose code is loaded when somebody asks: commands never do. */
export function waitingOnUse(folder: string): WaitingStore {
  let opened: Promise<WaitingStore> | null = null;
  const store = (): Promise<WaitingStore> =>
    (opened ??= import('./host-requests.ts').then(({ openWaiting }) => openWaiting(folder)));
  return {
    read: async () => (await store()).read(),
    add: async (met) => (await store()).add(met),
    remove: async (gone) => (await store()).remove(gone),
    onChange(listener) {
      let isOver = false;
      let stop = (): void => {};
      void store().then((made) => {
        if (!isOver) stop = made.onChange(listener);
      });
      return () => {
        isOver = true;
        stop();
      };
    },
  };
}
