import { type RefObject, useEffect, useEffectEvent, useState } from 'react';
import {
  clipOf,
  commonBox,
  isCovered,
  lookMs,
  recentViews,
  stayedIn,
  type ViewBox,
  type ViewSample,
} from './stay.ts';

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
 * several steps, and has stayed there. A block that scrolls sideways must be seen from side to
 * side. Nothing counts below a dialog or anything else that covers it.
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
    const views = new Map<Element, readonly ViewSample[]>();
    const near = new Set<Element>();
    let frame = 0;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const look = (): void => {
      frame = 0;
      clearTimeout(timer);
      if (document.hidden) return views.clear();
      const clip = clipOf(root);
      const now = performance.now();
      /**
       * Something in view hasn't stayed there yet, or is covered; what was counted needs no look.
       */
      let isOpen = false;
      for (const element of near) {
        const inView = viewOf(element, clip);
        const before = recentViews(views.get(element) ?? [], now);
        const looks = inView === null ? [] : [...before, { at: now, ranges: [inView.range] }];
        views.set(element, looks);
        if (inView === null) continue;
        const [stayed] = stayedIn(looks, now);
        if (stayed?.join() !== inView.range.join()) isOpen = true;
        if (stayed === undefined) continue;
        const isUnder = isCovered(inView.box, root);
        if (isUnder) {
          views.delete(element);
          isOpen = true;
        }
        if (isUnder || !isSeenWhole(element, stayed, bands)) continue;
        near.delete(element);
        observer.unobserve(element);
        seen(stretchOf(element));
      }
      if (isOpen) timer = setTimeout(soon, lookMs);
    };
    const soon = (): void => {
      if (frame === 0) frame = requestAnimationFrame(look);
    };
    const observer = new IntersectionObserver(
      (entries) => {
        for (const { target, isIntersecting } of entries)
          if (isIntersecting) near.add(target);
          else {
            near.delete(target);
            views.delete(target);
          }
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
    const stop = onChanges(root, soon, watch);
    return () => {
      cancelAnimationFrame(frame);
      clearTimeout(timer);
      observer.disconnect();
      stop();
    };
  }, [page, content]);
}

/** Calls `soon` when what's in view may have changed, and `onBlocks` before it when blocks came. */
function onChanges(root: HTMLElement, soon: () => void, onBlocks: () => void): () => void {
  // Pictures load and folded blocks open later.
  const changes = new MutationObserver(() => {
    onBlocks();
    soon();
  });
  changes.observe(root, { childList: true, subtree: true });
  const resized = new ResizeObserver(soon);
  resized.observe(root);
  root.addEventListener('scroll', soon, { capture: true, passive: true });
  document.addEventListener('visibilitychange', soon);
  return () => {
    changes.disconnect();
    resized.disconnect();
    root.removeEventListener('scroll', soon, { capture: true });
    document.removeEventListener('visibilitychange', soon);
  };
}

/**
 * The parts (`data-part`) of a scrolling page that were seen, each with one block.
 * @param content anything; a new value scans the page's blocks again.
 */
export function useSeenParts(
  page: RefObject<HTMLElement | null>,
  content: unknown,
): ReadonlySet<string> {
  const [seen, setSeen] = useState<ReadonlySet<string>>(new Set());
  useSeenBlocks(page, content, ({ part }) => setSeen((before) => new Set(before).add(part)));
  return seen;
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

/** What of an element is in view now, as fractions of its height; null if nothing is. */
function viewOf(
  element: Element,
  clip: ViewBox,
): { readonly range: readonly [number, number]; readonly box: ViewBox } | null {
  const whole = element.getBoundingClientRect();
  const height = whole.bottom - whole.top;
  if (!isInSideways(element, whole)) return null;
  const box = commonBox(whole, clip);
  if (box.bottom < box.top) return null;
  const range: readonly [number, number] =
    height < tolerance
      ? [0, 1]
      : [(box.top - whole.top) / height, (box.bottom - whole.top) / height];
  return { range, box };
}

function isSeenWhole(
  element: Element,
  stayed: readonly [number, number],
  bands: Map<Element, (readonly [number, number])[]>,
): boolean {
  const { height } = element.getBoundingClientRect();
  const own = bands.get(element) ?? [];
  own.push(stayed);
  own.sort(([a], [b]) => a - b);
  const slack = tolerance / Math.max(height, tolerance);
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

function isInSideways(element: Element, box: ViewBox): boolean {
  const scroller = element.closest('[data-sideways]');
  if (scroller === null) return true;
  const { left, right } = scroller.getBoundingClientRect();
  return box.left >= left - tolerance && box.right <= right + tolerance;
}

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
