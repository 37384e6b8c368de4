import { type RefObject, useEffect } from 'react';
import { stretchOf } from './seen-blocks.ts';

/** A stretch of a part of a file that stands out. */
export interface MarkedStretch {
  readonly part: string;
  readonly from: number;
  readonly to: number;
  readonly tone: string;
}

/**
 * Marks the blocks of a page that hold one of the stretches with `data-finding`: the smallest of
 * blocks that lie in each other. Again whenever blocks come and go.
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
