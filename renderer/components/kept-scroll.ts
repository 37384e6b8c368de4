import { type RefObject, useLayoutEffect } from 'react';

const kept = new Map<string, number>();

/** Remembers the scroll position of the page around `ref`, by name, between visits. */
export function useKeptScroll(name: string, ref: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const box = scrollerOf(ref.current);
    if (box === null) return undefined;
    box.scrollTop = kept.get(name) ?? 0;
    return () => void kept.set(name, box.scrollTop);
  }, [name, ref]);
}

function scrollerOf(element: HTMLElement | null): HTMLElement | null {
  for (let at = element?.parentElement ?? null; at !== null; at = at.parentElement)
    if (/auto|scroll/.test(getComputedStyle(at).overflowY)) return at;
  return null;
}
