import { useEffect, useEffectEvent, type RefObject } from 'react';

const isModalOpen = (): boolean =>
  document.querySelector('[role=dialog], [role=alertdialog], [role=menu]') !== null;

/**
 * Ctrl or ⌘ with Enter decides and Esc closes: within the decision, on its page, or with nothing
 * focused. It's a chord, and a held key is ignored, so one stray key never decides. Does nothing
 * while something covers the page or the tree has focus.
 */
export function useDecisionKeys(
  decider: RefObject<HTMLElement | null>,
  { decide, close }: { readonly decide: () => void; readonly close?: () => void },
): void {
  const isHere = (event: KeyboardEvent): boolean => {
    if (event.isComposing || event.repeat || isModalOpen()) return false;
    const page = decider.current?.closest('article') ?? decider.current;
    return event.target === document.body || page?.contains(event.target as Node) === true;
  };
  // Handle it before the content does: an editor gives the chord its own meaning.
  const onChord = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || !isHere(event)) return;
    event.preventDefault();
    event.stopPropagation();
    decide();
  });
  // Handle Esc after the content: whatever is open inside closes first.
  const onEscape = useEffectEvent((event: KeyboardEvent) => {
    if (close === undefined) return;
    if (event.key !== 'Escape' || event.defaultPrevented || !isHere(event)) return;
    event.preventDefault();
    close();
  });
  useEffect(() => {
    const chord = (event: KeyboardEvent): void => onChord(event);
    const escape = (event: KeyboardEvent): void => onEscape(event);
    window.addEventListener('keydown', chord, { capture: true });
    window.addEventListener('keydown', escape);
    return () => {
      window.removeEventListener('keydown', chord, { capture: true });
      window.removeEventListener('keydown', escape);
    };
  }, []);
}
