import { linkTo } from '../../shared/link.ts';

/** Whether there is a place to go to in each direction. */
export interface TrailReach {
  readonly back: boolean;
  readonly forward: boolean;
}

/** Where the person was, step by step: the platform's history, or memory. */
export interface NavigationTrail {
  /** The address that the page was opened with. */
  readonly start: string;
  /** Goes on to an address; what lay ahead is gone. */
  readonly push: (address: string) => void;
  /** Puts an address in the place of the one that the person is at. */
  readonly replace: (address: string) => void;
  /** One step back (−1) or forward (1); nothing happens at an end. */
  readonly step: (by: 1 | -1) => void;
  readonly reach: () => TrailReach;
  /** Tells of every step, by whichever means the person took it. */
  readonly onMove: (listener: (address: string) => void) => () => void;
  /** What another window opens this address with. */
  readonly link: (address: string) => string;
}

/** A trail of its own, for a page without a history: it begins at home. */
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
