interface QueueOptions {
  readonly alone?: boolean;
  readonly width?: number | undefined;
}

interface Waiting {
  readonly alone: boolean;
  readonly width: number;
  readonly start: () => void;
}

/**
 * Bounds how many calls to one server are under way, and lets one run alone: after a break,
 * each suspect call runs with nothing else in flight, so that the next break has one cause.
 */
export function createRequestQueue(usual: number) {
  let active = 0;
  let started = 0;
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
    /** How many have been started so far. */
    get started() {
      return started;
    },
    /**
     * Runs `work` when a place is free; `alone` waits until nothing else runs and lets nothing
     * start. `width`: how many places this one may share, where it needs more than the queue has.
     */
    async run<T>(work: () => Promise<T>, options: QueueOptions = {}): Promise<T> {
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
      started += 1;
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
