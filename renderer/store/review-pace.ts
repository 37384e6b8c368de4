/** ms. Events of one frame are applied together. */
const frame = 16;
/** Of the time since a batch came in, at most a quarter goes into applying and drawing it. */
const share = 3;
/** However long a batch took, the next is not held back for longer (ms). */
const longest = 250;

export interface PageClock {
  readonly now: () => number;
  readonly after: (ms: number, run: () => void) => void;
}

const pageClock: PageClock = {
  now: () => performance.now(),
  after: (ms, run) => void setTimeout(run, ms),
};

/**
 * Schedules batches of events: each a frame after its first event, and after one that took long only
 * when the page has rested three times as long. While a hundred thousand skills come in, keys and the
 * wheel are answered in between.
 */
export function paced({ now, after }: PageClock = pageClock): (run: () => void) => void {
  let next = 0;
  return (run) =>
    after(Math.max(frame, next - now()), () => {
      const from = now();
      run();
      // What the batch changes is drawn before any other task.
      after(0, () => {
        const end = now();
        next = end + Math.min(longest, share * (end - from));
      });
    });
}
