import { type RefObject, useEffect } from 'react';
import { stretchOf } from './seen-blocks.ts';

/** A range in a part of a file to highlight. */
export interface MarkedStretch {
  readonly part: string;
  readonly from: number;
  readonly to: number;
  readonly tone: string;
}

/**
 * Sets `data-finding` on the smallest blocks that contain a range, and again whenever blocks come
 * or go.
 * @param content anything; a new value scans the page's blocks again.
 */
export function useMarkedBlocks(
  page: RefObject<HTMLElement | null>,
  content: unknown,
  marks: readonly MarkedStretch[],
): void {
  useEffect(() => {
    const root = page.current;
    if (root === null) return undefined;
    const mark = (): void => {
      const held = [...root.querySelectorAll('[data-at]')].flatMap((element) => {
        const { part, from, to } = stretchOf(element);
        const found = marks.find((one) => one.part === part && one.from < to && from < one.to);
        return found === undefined ? [] : [[element, found.tone] as const];
      });
      const tones = new Map<Element, string>();
      for (const [element, tone] of held)
        if (!held.some(([other]) => other !== element && element.contains(other)))
          tones.set(element, tone);
      for (const element of root.querySelectorAll('[data-finding]'))
        if (!tones.has(element)) element.removeAttribute('data-finding');
      for (const [element, tone] of tones) element.setAttribute('data-finding', tone);
    };
    mark();
    const changes = new MutationObserver(mark);
    changes.observe(root, { childList: true, subtree: true });
    return () => changes.disconnect();
  }, [page, content, marks]);
}
