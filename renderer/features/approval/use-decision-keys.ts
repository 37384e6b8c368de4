import { useEffect, useEffectEvent, type RefObject } from 'react';

const isModalOpen = (): boolean =>
  document.querySelector('[role=dialog], [role=alertdialog], [role=menu]') !== null;

/**
 * Ctrl or ⌘ and Enter decide, Esc closes: anywhere in what decides, in the page that it is a part of,
 * or where nothing has the focus. A chord, so that a decision is never made by one stray key, and a
 * fresh press of it: one that is still held is what opened the page. While something lies over the
 * page, or the focus is in the tree, it is nobody's.
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
  // Before the content sees it: an editor has a meaning of its own for the chord.
  const onChord = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || !isHere(event)) return;
    event.preventDefault();
    event.stopPropagation();
    decide();
  });
  // After it: what is open within the content closes first.
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
