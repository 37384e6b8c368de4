import { useEffect, useRef, type RefObject } from 'react';
import type { DecisionPanelState } from '../../../store/state.ts';

/**
 * When the panel closes, moves its focus to the button that reopens it, or to the decision bar if
 * there is none.
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
