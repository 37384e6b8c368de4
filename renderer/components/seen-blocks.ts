import { type RefObject, useEffect, useEffectEvent } from 'react';

/**
 * What a block represents: `data-at="12-80"` gives the range and `data-part` the part of the file;
 * the nearest ancestor counts.
 */
export interface SeenBlock {
  readonly part: string;
  readonly from: number;
  readonly to: number;
}

/** Heights are fractional pixels. */
const tolerance = 1.5;

/** What a block represents. */
export const stretchOf = (element: Element): SeenBlock => {
  const [from = 0, to = 0] = (element.getAttribute('data-at') ?? '').split('-').map(Number);
  const part = element.closest('[data-part]')?.getAttribute('data-part') ?? 'text';
  return { part, from, to };
};

/**
 * Reports each block of a scrolling page once it has been in view from top to bottom, even in
 * several steps. A block that scrolls sideways must be seen from side to side.
 * @param content anything; a new value scans the page's blocks again.
 */
export function useSeenBlocks(
  page: RefObject<HTMLElement | null>,
  content: unknown,
  onSeen: (block: SeenBlock) => void,
): void {
  const seen = useEffectEvent(onSeen);
  useEffect(() => {
    const root = page.current;
    if (root === null) return undefined;
    const bands = new Map<Element, (readonly [number, number])[]>();
    const near = new Set<Element>();
    let frame = 0;
    const look = (): void => {
      frame = 0;
      if (document.hidden) return;
      const clip = clipOf(root);
      for (const element of near) {
        if (!isSeenWhole(element, clip, bands)) continue;
        near.delete(element);
        observer.unobserve(element);
        seen(stretchOf(element));
      }
    };
    const soon = (): void => {
      if (frame === 0) frame = requestAnimationFrame(look);
    };
    const observer = new IntersectionObserver(
      (entries) => {
        for (const { target, isIntersecting } of entries)
          if (isIntersecting) near.add(target);
          else near.delete(target);
        soon();
      },
      { root },
    );
    const watch = (): void => {
      for (const element of root.querySelectorAll('[data-at]'))
        if (!bands.has(element)) {
          bands.set(element, []);
          observer.observe(element);
        }
    };
    watch();
    // Pictures load and folded blocks open later.
    const changes = new MutationObserver(() => {
      watch();
      soon();
    });
    changes.observe(root, { childList: true, subtree: true });
    const resized = new ResizeObserver(soon);
    resized.observe(root);
    root.addEventListener('scroll', soon, { capture: true, passive: true });
    document.addEventListener('visibilitychange', soon);
    return () => {
      cancelAnimationFrame(frame);
      observer.disconnect();
      changes.disconnect();
      resized.disconnect();
      root.removeEventListener('scroll', soon, { capture: true });
      document.removeEventListener('visibilitychange', soon);
    };
  }, [page, content]);
}

/** Scrolls to the block that contains an offset of a part; false if there's none. */
export function goToBlock(root: HTMLElement, part: string, offset: number): boolean {
  for (const element of root.querySelectorAll('[data-at]')) {
    const block = stretchOf(element);
    if (block.part !== part || offset < block.from || offset >= Math.max(block.to, block.from + 1))
      continue;
    const clip = clipOf(root);
    const box = element.getBoundingClientRect();
    const height = clip.bottom - clip.top;
    // Page through a block that is taller than the page.
    if (box.top <= clip.top + tolerance && box.bottom > clip.bottom) root.scrollBy(0, height * 0.9);
    else element.scrollIntoView({ block: 'start', inline: 'start' });
    root.focus({ preventScroll: true });
    return true;
  }
  return false;
}

type Box = Pick<DOMRect, 'top' | 'bottom' | 'left' | 'right'>;

function clipOf(root: HTMLElement): Box {
  const { top, bottom, left, right } = root.getBoundingClientRect();
  return {
    top: Math.max(0, top),
    bottom: Math.min(window.innerHeight, bottom),
    left: Math.max(0, left),
    right: Math.min(window.innerWidth, right),
  };
}

function isSeenWhole(
  element: Element,
  clip: Box,
  bands: Map<Element, (readonly [number, number])[]>,
): boolean {
  const box = element.getBoundingClientRect();
  const height = box.bottom - box.top;
  if (!isInSideways(element, box)) return false;
  const top = Math.max(0, clip.top - box.top);
  const bottom = Math.min(height, clip.bottom - box.top);
  if (bottom < top) return false;
  if (height < tolerance) return true;
  const own = bands.get(element) ?? [];
  own.push([top / height, bottom / height]);
  own.sort(([a], [b]) => a - b);
  const slack = tolerance / height;
  const joined: [number, number][] = [];
  for (const [from, to] of own) {
    const last = joined.at(-1);
    if (last !== undefined && from <= last[1] + slack) last[1] = Math.max(last[1], to);
    else joined.push([from, to]);
  }
  bands.set(element, joined);
  const [first] = joined;
  return first !== undefined && first[0] <= slack && first[1] >= 1 - slack;
}

function isInSideways(element: Element, box: Box): boolean {
  const scroller = element.closest('[data-sideways]');
  if (scroller === null) return true;
  const { left, right } = scroller.getBoundingClientRect();
  return box.left >= left - tolerance && box.right <= right + tolerance;
}
