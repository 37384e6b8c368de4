import { useEffect, useRef, type RefObject } from 'react';
import type { DecisionPanelState } from '../../../store/state.ts';

/**
 * When the panel closes, the focus that it had goes to the button that opens it again, and where
 * there is none to the bar, which says what stands now.
 */
export function useFocusBack(
  bar: RefObject<HTMLElement | null>,
  opened: DecisionPanelState['action'] | null,
): void {
  const last = useRef(opened);
  useEffect(() => {
    const was = last.current;
    last.current = opened;
    const { activeElement } = document;
    if (was === null || opened !== null) return;
    if (activeElement !== null && activeElement !== document.body) return;
    const button = bar.current?.querySelector<HTMLElement>(`[data-decide='${was}']`);
    (button ?? bar.current)?.focus({ preventScroll: true });
  }, [bar, opened]);
}
