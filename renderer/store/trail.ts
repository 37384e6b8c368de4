import { linkTo } from '../../shared/link.ts';

/** Whether Back and Forward are possible. */
export interface TrailReach {
  readonly back: boolean;
  readonly forward: boolean;
}

/** The history of pages: the platform's, or in memory. */
export interface NavigationTrail {
  /** The address that the page opened with. */
  readonly start: string;
  /** Goes to an address and discards what was ahead. */
  readonly push: (address: string) => void;
  /** Replaces the current address. */
  readonly replace: (address: string) => void;
  /** One step back (−1) or forward (1); does nothing at an end. */
  readonly step: (by: 1 | -1) => void;
  readonly reach: () => TrailReach;
  /** Reports every step, however the person took it. */
  readonly onMove: (listener: (address: string) => void) => () => void;
  /** The address for another window. */
  readonly link: (address: string) => string;
}

/** A history for a page without one; starts at the overview. */
export function memoryTrail(): NavigationTrail {
  const listeners = new Set<(address: string) => void>();
  let places: readonly string[] = ['/'];
  let at = 0;
  return {
    start: '/',
    push: (address) => {
      places = [...places.slice(0, at + 1), address];
      at += 1;
    },
    replace: (address) => {
      places = places.with(at, address);
    },
    step: (by) => {
      const address = places[at + by];
      if (address === undefined) return;
      at += by;
      for (const listener of listeners) listener(address);
    },
    reach: () => ({ back: at > 0, forward: at < places.length - 1 }),
    onMove: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    link: linkTo,
  };
}
