import type { StoreApi } from 'zustand/vanilla';
import type { AppState, PaletteCommand, AppOverlay, ToastMessage } from '../state.ts';

/** Everything over or beside the page: dialogs, the drawer, toasts and the palette's commands. */
export function surfaceActions({ setState: set }: StoreApi<AppState>) {
  let toastIds = 0;
  const commandSets = new Map<symbol, readonly PaletteCommand[]>();
  const toast = (
    tone: ToastMessage['tone'],
    text: string,
    more: Pick<ToastMessage, 'icon' | 'undo' | 'decided' | 'about'> = {},
  ): void =>
    set(({ toasts }) => {
      const others = toasts.filter(
        (other) => other.text !== text && (more.about === undefined || other.about !== more.about),
      );
      return { toasts: roomFor([...others, { id: ++toastIds, tone, text, ...more }]) };
    });

  return {
    openOverlay: (overlay: AppOverlay) => set({ overlay }),
    /**
     * Opens the permission dialog automatically, once per command: closing it is an answer, too.
     */
    askConsent: (server: string, fingerprint: string) =>
      set((state) => {
        const id = `${server}\n${fingerprint}`;
        if (state.consentAsked.has(id) || state.overlay) return state;
        return {
          consentAsked: new Set(state.consentAsked).add(id),
          overlay: { kind: 'consent', server },
        };
      }),
    closeOverlay: () => set({ overlay: null }),
    setDrawerOpen: (drawerOpen: boolean) => set({ drawerOpen }),
    setTreeOver: (treeOver: boolean) => set({ treeOver }),
    toast,
    /** Copies what a menu's item is about; a menu has closed by then, so a toast says so. */
    copyText: (text: string, copied = 'Copied.') =>
      void navigator.clipboard.writeText(text).then(
        () => toast('ok', copied),
        () => toast('bad', 'Couldn’t copy.'),
      ),
    /** The outline of the text on screen; it ends unless another text has replaced it. */
    showOutline: (outline: AppState['outline']) => set({ outline }),
    endOutline: (own: AppState['outline']) =>
      set((state) => (state.outline === own ? { outline: null } : state)),
    dismissToast: (id: number) =>
      set((state) => ({ toasts: state.toasts.filter((item) => item.id !== id) })),

    /**
     * Adds commands while a component is mounted; returns the function that removes them. If two
     * sets share a key, the later wins.
     */
    registerCommands: (commands: readonly PaletteCommand[]) => {
      const id = Symbol('commands');
      const publish = () => set({ commands: inForce([...commandSets.values()].flat()) });
      commandSets.set(id, commands);
      publish();
      return () => {
        commandSets.delete(id);
        publish();
      };
    },
  };
}

const mostToasts = 4;

/**
 * The oldest toasts leave first; an error leaves only if all are errors, since nobody may have read
 * it.
 */
function roomFor(toasts: readonly ToastMessage[]): readonly ToastMessage[] {
  const rest = [...toasts];
  while (rest.length > mostToasts) {
    const at = rest.slice(0, -1).findIndex(({ tone }) => tone !== 'bad');
    rest.splice(Math.max(at, 0), 1);
  }
  return rest;
}

/**
 * Parts of a page register before the page and again on changes, so the order must not decide which
 * of two commands wins.
 */
const inForce = (commands: readonly PaletteCommand[]): readonly PaletteCommand[] =>
  commands.filter(
    ({ fallback, id }) =>
      fallback !== true || !commands.some((other) => other.id === id && other.fallback !== true),
  );

export type SurfaceActions = ReturnType<typeof surfaceActions>;
