import { useEffect, useMemo, useSyncExternalStore } from 'react';
import { useActions, useApp, useAppState } from './context.ts';

/** Below this width the tree lies over the page and is closed until it's asked for. */
const narrow = (): MediaQueryList => matchMedia('(max-width: 720px)');

const subscribe = (onChange: () => void): (() => void) => {
  const list = narrow();
  list.addEventListener('change', onChange);
  return () => list.removeEventListener('change', onChange);
};

/** Functions that show or hide the tree. */
export function useTreeToggle() {
  const { saveSettings, setTreeOver } = useActions();
  const getState = useAppState();
  return useMemo(() => {
    const isOpen = (): boolean => {
      const { treeOver, settings } = getState();
      return narrow().matches ? treeOver : settings.treeOpen;
    };
    const setOpen = (open: boolean): void => {
      if (narrow().matches) setTreeOver(open);
      else void saveSettings({ treeOpen: open });
    };
    return { isOpen, setOpen, toggle: () => setOpen(!isOpen()) };
  }, [getState, saveSettings, setTreeOver]);
}

/** Where the tree is now. */
export function useTreePlacement(): 'beside' | 'over' | 'hidden' {
  const isNarrow = useSyncExternalStore(subscribe, () => narrow().matches);
  const isOpen = useApp((app) => (isNarrow ? app.treeOver : app.settings.treeOpen));
  return !isOpen ? 'hidden' : isNarrow ? 'over' : 'beside';
}

/**
 * Moves the focus into a tree that was opened over the page, and closes it once a page is chosen.
 */
export function useTreeOver(placement: 'beside' | 'over' | 'hidden'): void {
  const { setTreeOver } = useActions();
  const selection = useApp((app) => app.selection);
  const panel = useApp((app) => app.panel);
  useEffect(() => setTreeOver(false), [selection, panel, setTreeOver]);
  const isOver = placement === 'over';
  useEffect(() => {
    if (!isOver) return undefined;
    const pane = document.querySelector('[data-pane="tree"]');
    // Unless the filter was asked for.
    if (pane?.contains(document.activeElement) === false)
      pane.querySelector<HTMLElement>('[role="tree"], button')?.focus();
    return () => {
      // The focused row is gone with the tree.
      if (document.activeElement === document.body)
        document.querySelector<HTMLElement>('[data-pane="main"]')?.focus();
    };
  }, [isOver]);
}
