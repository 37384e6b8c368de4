/**
 * Bounds how many calls to one server are under way, and lets one run alone: after a break,
 * each suspect call runs with nothing else in flight, so that the next break has one cause.
 */
export interface RequestQueue {
  /**
   * Runs `work` when a slot is free. `alone` waits until nothing else runs and blocks new work;
   * `width` raises the number of slots for this request.
   */
  run<T>(work: () => Promise<T>, options?: LaneOptions): Promise<T>;
  readonly active: number;
}

interface LaneOptions {
  readonly alone?: boolean;
  readonly width?: number | undefined;
}

interface Waiting {
  readonly alone: boolean;
  readonly width: number;
  readonly start: () => void;
}

export function createLane(usual: number): RequestQueue {
  let active = 0;
  let aloneRunning = false;
  const queue: Waiting[] = [];
  let head = 0;

  const next = (): void => {
    while (head < queue.length && !aloneRunning) {
      const waiting = queue[head];
      if (waiting === undefined) return;
      if (waiting.alone ? active > 0 : active >= waiting.width) return;
      head += 1;
      if (head > 1_024) {
        queue.splice(0, head);
        head = 0;
      }
      active += 1;
      aloneRunning = waiting.alone;
      waiting.start();
    }
  };

  return {
    get active() {
      return active;
    },
    async run(work, options = {}) {
      const alone = options.alone ?? false;
      const width = Math.max(usual, options.width ?? usual);
      if (aloneRunning || head < queue.length || (alone ? active > 0 : active >= width)) {
        await new Promise<void>((start) => {
          queue.push({ alone, width, start });
          next();
        });
      } else {
        active += 1;
        aloneRunning = alone;
      }
      try {
        return await work();
      } finally {
        active -= 1;
        if (alone) aloneRunning = false;
        next();
      }
    },
  };
}
