/** ms. Events of one frame are applied together. */
const frame = 16;
/** At most a quarter of the time since a batch arrived goes into applying and drawing it. */
const share = 3;
/** The longest delay before the next batch (ms), however long one took. */
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
 * Schedules batches of events: a frame after the first event or, after a slow batch, once the page
 * has rested three times as long. Keys and scrolling stay responsive while a hundred thousand
 * skills load.
 */
export function paced({ now, after }: PageClock = pageClock): (run: () => void) => void {
  let next = 0;
  return (run) =>
    after(Math.max(frame, next - now()), () => {
      const from = now();
      run();
      // Draw the batch's changes before any other task.
      after(0, () => {
        const end = now();
        next = end + Math.min(longest, share * (end - from));
      });
    });
}
