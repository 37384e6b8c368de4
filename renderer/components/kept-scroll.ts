import { type RefObject, useLayoutEffect } from 'react';

const kept = new Map<string, number>();

/** Keeps how far the page around `ref` was scrolled, under a name, from one visit to the next. */
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
